package dev.foliot.checks.specimens;

/**
 * One thread of a specimen.
 *
 * @param name at most 15 characters, the kernel's limit
 * @param work its work
 */
record Worker(String name, Work work) {}
