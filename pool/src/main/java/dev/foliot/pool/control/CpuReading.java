package dev.foliot.pool.control;

/**
 * The CPU's state over the time since the previous observation. An unavailable reading is NaN.
 *
 * @param cpus number of CPUs the process may use: a fraction under a cgroup quota, above 0; never
 *     NaN
 * @param processCpus number of CPUs the process used on average, at least 0
 * @param machineBusy the share of the machine's CPU time in use by any process, 0 to 1
 * @param throttled the share of time throttled by a cgroup quota, 0 to 1; 0 without a quota
 */
public record CpuReading(double cpus, double processCpus, double machineBusy, double throttled) {
  /** Checks that the number of CPUs is positive. */
  public CpuReading {
    if (!(cpus > 0)) {
      throw new IllegalArgumentException("a process has more than 0 CPUs, not " + cpus);
    }
  }

  /** A reading with only the number of CPUs known. */
  public static CpuReading unknown(double cpus) {
    return new CpuReading(cpus, Double.NaN, Double.NaN, Double.NaN);
  }
}
