package dev.foliot.checks.peers.pool;

/**
 * A constant load for some time.
 *
 * @param label its name in tables
 * @param callers the number of callers
 * @param work the work of each task
 * @param warmUpS seconds before the measurement
 * @param measureS seconds of the measurement
 */
record Step(String label, int callers, Work work, double warmUpS, double measureS) {}
