package dev.foliot.checks.peers;

/** Something stood still between two readings of {@link System#nanoTime}. */
record Stop(long fromNs, long toNs) {}
