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

  /**
   * Where the data of a sampled access came from, as the kernel encodes it for every processor.
   * Immutable.
   *
   * <p>[1] union perf_mem_data_src in include/uapi/linux/perf_event.h; its numbers never change.
   *
   * @param bits the 64 bits; 0 where nothing is known
   */
  public record DataSource(long bits) {
    private static final long LOAD = 0x02;
    private static final long STORE = 0x04;

    /**
     * The kind of access is in the lowest five bits, behind it are fourteen of the memory's level.
     */
    private static final int SNOOP = 19;

    private static final long HITM = 0x10L << SNOOP;
    private static final int SNOOP_MORE = 38;
    private static final long PEER = 0x02L << SNOOP_MORE;

    /** Whether it was read; an instruction that reads and writes does both. */
    public boolean isLoad() {
      return (bits & LOAD) != 0;
    }

    /** Whether it was written. */
    public boolean isStore() {
      return (bits & STORE) != 0;
    }

    /** Whether another core had changed the line, and had it still (a hit of a modified line). */
    public boolean isHitm() {
      return (bits & HITM) != 0;
    }

    /** Whether it came from another core's cache, changed or not; what Arm tells instead. */
    public boolean isPeer() {
      return (bits & PEER) != 0;
    }
  }
}
