package dev.foliot.checks.peers.pool;

/**
 * A sample of a load.
 *
 * @param atNs since the load began
 * @param completed tasks ended so far
 * @param running tasks begun and not ended
 * @param threads platform threads beyond those of the harness
 */
record Sample(long atNs, long completed, int running, int threads) {}
