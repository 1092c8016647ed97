package dev.foliot.checks.peers;

/** A stop between two readings of {@link System#nanoTime}. */
record Stop(long fromNs, long toNs) {}
