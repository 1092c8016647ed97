package dev.foliot.diagnose.counters.access;

/**
 * One sampled access of a thread to memory. Immutable.
 *
 * @param tid the thread, in the PID namespace of who sampled
 * @param period how many events it stands for, at least 1
 * @param event as perf names it, of any characters but blanks
 * @param address of the data, an unsigned number; 0 where the processor told none
 * @param source where the data came from
 * @param weight what it cost, in the processor's own unit, cycles mostly; 0 where it tells none
 * @param ip the instruction, an unsigned number
 */
public record AccessSample(
    long tid, long period, String event, long address, DataSource source, long weight, long ip) {
  /** Whether it read. By the event's name where the source does not tell, as older kernels do. */
  public boolean isLoad() {
    return source.isLoad() || (!source.isStore() && event.contains("load"));
  }

  /** Whether it wrote; the same. */
  public boolean isStore() {
    return source.isStore() || (!source.isLoad() && event.contains("store"));
  }

  /** Whether the data was in another core's cache. */
  public boolean isContended() {
    return source.isHitm() || source.isPeer();
  }

  /** Whether the address is one of the kernel's, which no program has. */
  public boolean isOfKernel() {
    return address < 0;
  }
}
