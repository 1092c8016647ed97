package dev.foliot.hotspot.threads;

/**
 * What some threads have done while they were looked at. Immutable.
 *
 * @param threads how many there were at the last look
 * @param voluntary how often they gave up their CPU by themselves
 * @param involuntary how often it was taken away
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
  /** Of no thread. */
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

  /** How long they waited for each time on a CPU, in nanoseconds. */
  public double waitNsPerSwitchIn() {
    return switchIns == 0 ? 0 : (double) waitNs / switchIns;
  }

  /** The share of the time in which they could have run that they waited, from 0 to 1. */
  double waitShare() {
    long could = waitNs + onCpuNs;
    return could == 0 ? 0 : (double) waitNs / could;
  }
}
