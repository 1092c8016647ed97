package dev.foliot.apps.bank;

import java.time.Instant;

/**
 * A line of a ledger.
 *
 * @param number unique and ascending within the bank
 * @param booked when it was booked
 * @param hundredths what was added, in hundredths of the account's currency; negative if taken
 * @param other the other account
 * @param reference what the customer wrote
 */
record Entry(long number, Instant booked, long hundredths, int other, String reference) {}
