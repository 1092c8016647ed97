package dev.foliot.service;

/**
 * How an arm ended.
 *
 * @param exitCode of its first process; 128 and a signal's number where one ended it
 * @param killed whether it had to be killed because it did not end when asked
 * @param left whether processes of its group were left when its first had ended; they were killed
 */
public record ArmEnd(int exitCode, boolean killed, boolean left) {}
