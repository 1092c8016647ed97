package dev.foliot.diagnose.counters.access;

/**
 * One sampled memory access of a thread. Immutable.
 *
 * @param tid the thread, in the PID namespace of the sampling process
 * @param period the number of events it represents, at least 1
 * @param event perf's name for it, of any characters but blanks
 * @param address of the data, an unsigned number; 0 if the processor gives none
 * @param source where the data came from
 * @param weight its cost, in the processor's own unit, cycles mostly; 0 if unknown
 * @param ip the instruction, an unsigned number
 */
public record AccessSample(
    long tid, long period, String event, long address, DataSource source, long weight, long ip) {
  /**
   * Whether it was a load. Decided by the event's name if the source is unknown, as in older
   * kernels.
   */
  public boolean isLoad() {
    return source.isLoad() || (!source.isStore() && event.contains("load"));
  }

  /** Whether it was a store; decided like {@link #isLoad}. */
  public boolean isStore() {
    return source.isStore() || (!source.isLoad() && event.contains("store"));
  }

  /** Whether the data was in another core's cache. */
  public boolean isContended() {
    return source.isHitm() || source.isPeer();
  }

  /** Whether the address belongs to the kernel, not to the program. */
  public boolean isOfKernel() {
    return address < 0;
  }

  /**
   * The source of the data of a sampled access, in the kernel's encoding. Immutable.
   *
   * <p>[1] union perf_mem_data_src in include/uapi/linux/perf_event.h; its numbers never change.
   *
   * @param bits the 64 bits; 0 if unknown
   */
  public record DataSource(long bits) {
    private static final long LOAD = 0x02;
    private static final long STORE = 0x04;

    /** The lowest five bits are the kind of access, the next fourteen the memory's level. */
    private static final int SNOOP = 19;

    private static final long HITM = 0x10L << SNOOP;
    private static final int SNOOP_MORE = 38;
    private static final long PEER = 0x02L << SNOOP_MORE;

    /** Whether it was a load; an instruction that reads and writes is both. */
    public boolean isLoad() {
      return (bits & LOAD) != 0;
    }

    /** Whether it was a store. */
    public boolean isStore() {
      return (bits & STORE) != 0;
    }

    /** Whether another core held the line modified (HITM). */
    public boolean isHitm() {
      return (bits & HITM) != 0;
    }

    /** Whether it came from another core's cache, modified or not, as Arm reports. */
    public boolean isPeer() {
      return (bits & PEER) != 0;
    }
  }
}
