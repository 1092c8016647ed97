package dev.foliot.hotspot.threads;

/**
 * The activity of some threads between samples. Immutable.
 *
 * @param threads the number at the last sample
 * @param voluntary how often they gave up their CPU voluntarily
 * @param involuntary how often they were preempted
 * @param waitNs nanoseconds ready to run and waiting for a CPU
 * @param onCpuNs nanoseconds on a CPU
 * @param switchIns how often they were put on a CPU
 * @param migrations how often they were moved to another CPU
 */
public record ThreadTotals(
    int threads,
    long voluntary,
    long involuntary,
    long waitNs,
    long onCpuNs,
    long switchIns,
    long migrations) {
  /** The totals of no thread. */
  public static final ThreadTotals NONE = new ThreadTotals(0, 0, 0, 0, 0, 0, 0);

  /** The sum. */
  public ThreadTotals plus(ThreadTotals more) {
    return new ThreadTotals(
        threads + more.threads,
        voluntary + more.voluntary,
        involuntary + more.involuntary,
        waitNs + more.waitNs,
        onCpuNs + more.onCpuNs,
        switchIns + more.switchIns,
        migrations + more.migrations);
  }

  /** The mean wait before each time on a CPU, in nanoseconds. */
  public double waitNsPerSwitchIn() {
    return switchIns == 0 ? 0 : (double) waitNs / switchIns;
  }

  /** The waiting share of their runnable time, from 0 to 1. */
  double waitShare() {
    long could = waitNs + onCpuNs;
    return could == 0 ? 0 : (double) waitNs / could;
  }
}
