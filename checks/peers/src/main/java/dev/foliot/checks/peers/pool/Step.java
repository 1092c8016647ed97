package dev.foliot.checks.peers.pool;

/**
 * A load that is held for a while.
 *
 * @param label its name in tables
 * @param callers how many callers there are
 * @param work what each task does
 * @param warmUpS seconds before it is measured
 * @param measureS seconds for which it is measured
 */
record Step(String label, int callers, Work work, double warmUpS, double measureS) {}
