package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.reason.RuntimeReason.SlowCode.Mode;
import dev.foliot.hotspot.image.JvmFlags;
import java.util.Optional;

/**
 * The settings of a JVM that this examination uses. Immutable.
 *
 * @param collector the collector
 * @param maxHeapBytes {@code -Xmx}; 0 if unknown
 * @param gcThreads threads of a pause; 0 if unknown, and with Serial
 * @param leastCodeBytes free bytes of the code cache below which the compilers stop
 * @param slow why methods are not fully compiled; empty if they are
 */
record JvmSettings(
    Collector collector,
    long maxHeapBytes,
    int gcThreads,
    long leastCodeBytes,
    Optional<Mode> slow) {
  private static final int ALL_LEVELS = 4;
  private static final long LEAST_CODE = 500 << 10;

  /** A collector of HotSpot. */
  enum Collector {
    /** Serial. */
    SERIAL("Serial", "UseSerialGC", false),
    /** Parallel. */
    PARALLEL("Parallel", "UseParallelGC", false),
    /** G1. */
    G1("G1", "UseG1GC", false),
    /** ZGC. */
    Z("ZGC", "UseZGC", true),
    /** Shenandoah. */
    SHENANDOAH("Shenandoah", "UseShenandoahGC", true),
    /** Epsilon, which never collects, or one of another build. */
    OTHER("the collector", "", false);

    private final String words;
    private final String flag;
    private final boolean concurrent;

    Collector(String words, String flag, boolean concurrent) {
      this.words = words;
      this.flag = flag;
      this.concurrent = concurrent;
    }

    /** For people. */
    String words() {
      return words;
    }

    /** Whether it does nearly all of its work beside the program. */
    boolean isConcurrent() {
      return concurrent;
    }

    private static Collector of(JvmFlags flags) {
      for (Collector one : values()) {
        if (one != OTHER && flags.bool(one.flag).orElse(false)) {
          return one;
        }
      }
      return OTHER;
    }
  }

  /** Extracts them from all flags. */
  static JvmSettings of(JvmFlags flags) {
    return new JvmSettings(
        Collector.of(flags),
        Math.max(0, flags.number("MaxHeapSize").orElse(0)),
        (int) Math.max(0, Math.min(Integer.MAX_VALUE, flags.number("ParallelGCThreads").orElse(0))),
        Math.max(0, flags.number("CodeCacheMinimumFreeSpace").orElse(LEAST_CODE)),
        slow(flags));
  }

  /**
   * {@code -Xint} turns off the compilers and replacement on the stack together; when the code
   * cache is full without flushing, HotSpot turns off the compilers alone.
   */
  private static Optional<Mode> slow(JvmFlags flags) {
    long level = flags.number("TieredStopAtLevel").orElse(ALL_LEVELS);
    boolean isOff = !flags.bool("UseCompiler").orElse(true);
    if (level == 0 || (isOff && !flags.bool("UseOnStackReplacement").orElse(true))) {
      return Optional.of(Mode.INTERPRETED);
    }
    if (isOff) {
      return Optional.of(Mode.COMPILERS_OFF);
    }
    boolean isTiered = flags.bool("TieredCompilation").orElse(true);
    return isTiered && level < ALL_LEVELS ? Optional.of(Mode.C1_ONLY) : Optional.empty();
  }
}
