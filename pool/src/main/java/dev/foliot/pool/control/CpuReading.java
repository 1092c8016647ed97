package dev.foliot.pool.control;

/**
 * What is known of the CPU over the time since the observation before. A reading that could not be
 * had is NaN.
 *
 * @param cpus how many CPUs the process may use: a fraction under a cgroup quota, above 0; never
 *     NaN
 * @param processCpus how many CPUs the process used on average, at least 0
 * @param machineBusy the share of the machine's CPU time that was used by anyone, 0 to 1
 * @param throttled the share of the time in which a cgroup quota held the process back, 0 to 1; 0
 *     without a quota
 */
public record CpuReading(double cpus, double processCpus, double machineBusy, double throttled) {
  /** Checks that there are CPUs. */
  public CpuReading {
    if (!(cpus > 0)) {
      throw new IllegalArgumentException("a process has more than 0 CPUs, not " + cpus);
    }
  }

  /** A reading of which the number of CPUs alone is known. */
  public static CpuReading unknown(double cpus) {
    return new CpuReading(cpus, Double.NaN, Double.NaN, Double.NaN);
  }
}
