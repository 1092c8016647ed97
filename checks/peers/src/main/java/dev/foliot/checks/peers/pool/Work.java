package dev.foliot.checks.peers.pool;

/**
 * The work of a task: CPU, then a wait, then CPU again.
 *
 * @param cpuBeforeNs CPU time before the wait
 * @param blockedNs the length of the wait; 0 for none
 * @param permits the maximum of waiting tasks, like behind a downstream; 0 for no limit
 * @param cpuAfterNs CPU time after the wait
 */
record Work(long cpuBeforeNs, long blockedNs, int permits, long cpuAfterNs) {
  private static final long US = 1_000;
  private static final long MS = 1_000_000;

  static Work cpu(long us) {
    return new Work(us * US, 0, 0, 0);
  }

  static Work blocked(long ms) {
    return new Work(0, ms * MS, 0, 0);
  }

  static Work behind(int permits, long ms) {
    return new Work(0, ms * MS, permits, 0);
  }

  static Work mixed(long cpuUs, long blockedMs) {
    return new Work(cpuUs * US, blockedMs * MS, 0, cpuUs * US);
  }
}
