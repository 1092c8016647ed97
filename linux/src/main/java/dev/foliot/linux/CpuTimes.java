package dev.foliot.linux;

import dev.foliot.linux.reason.SystemReason;

/**
 * The time of one CPU, or of all, since the kernel's start. It is in ticks of {@link ClockTicks}
 * (proc_stat(5)). Immutable.
 *
 * @param user user mode, guests included
 * @param nice user mode of threads with low priority
 * @param system kernel mode
 * @param idle idle; may decrease slightly between two readings
 * @param ioWait idle while a thread waited for a disk; may decrease
 * @param irq interrupts
 * @param softIrq deferred interrupt work
 * @param steal ready to run while the hypervisor ran others
 */
public record CpuTimes(
    long user, long nice, long system, long idle, long ioWait, long irq, long softIrq, long steal) {

  /**
   * The share of the time since {@code earlier} that the hypervisor stole, from 0 to 1.
   *
   * <p>The grain is one tick (10 ms): over a second on one CPU a share below 1 % reads as 0 or 1 %.
   */
  public Reading<Double> stealShareSince(CpuTimes earlier) {
    double stolen = grown(steal, earlier.steal);
    double all =
        grown(user, earlier.user)
            + grown(nice, earlier.nice)
            + grown(system, earlier.system)
            + grown(idle, earlier.idle)
            + grown(ioWait, earlier.ioWait)
            + grown(irq, earlier.irq)
            + grown(softIrq, earlier.softIrq)
            + stolen;
    if (all == 0) {
      return Reading.unavailable(new SystemReason.NoTickPassed());
    }
    return Reading.of(stolen / all);
  }

  /** In floating point, since hostile counters may differ by more than a long holds. */
  private static double grown(long now, long before) {
    return Math.max(0.0, (double) now - (double) before);
  }
}
