package dev.foliot.apps.bank;

import java.time.Instant;

/**
 * A line of a ledger.
 *
 * @param number unique and ascending within the bank
 * @param booked time of the booking
 * @param hundredths the amount in hundredths of the account's currency; negative for a withdrawal
 * @param other the other account
 * @param reference the customer's text
 */
record Entry(long number, Instant booked, long hundredths, int other, String reference) {}
