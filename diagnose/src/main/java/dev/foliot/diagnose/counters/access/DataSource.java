package dev.foliot.diagnose.counters.access;

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
