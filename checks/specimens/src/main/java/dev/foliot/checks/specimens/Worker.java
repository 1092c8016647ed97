package dev.foliot.checks.specimens;

/**
 * One thread of a specimen.
 *
 * @param name of at most 15 characters, so that the kernel keeps it whole
 * @param work what it does
 */
record Worker(String name, Work work) {}
