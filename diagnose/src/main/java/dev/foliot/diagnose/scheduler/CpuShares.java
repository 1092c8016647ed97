package dev.foliot.diagnose.scheduler;

/**
 * Who had the CPUs that a process may use. Immutable.
 *
 * @param cpus how many these are
 * @param online how many the machine has
 * @param busy CPUs that worked, on the average, for whoever
 * @param own CPUs that the process used
 * @param foliot CPUs that Foliot and what it started used, wherever
 * @param stealShare of the time of these CPUs, given to others by the hypervisor, from 0 to 1
 * @param stealTicks the same in the kernel's ticks, which are its grain
 */
record CpuShares(
    int cpus,
    int online,
    double busy,
    double own,
    double foliot,
    double stealShare,
    double stealTicks) {
  /** CPUs that others used: neither the process nor Foliot. */
  double others() {
    return Math.max(0, busy - own - foliot);
  }
}
