package dev.foliot.linux.perf;

/**
 * An event that a performance counter of the kernel counts (perf_event_open(2)). Immutable.
 *
 * <p>Only {@link PerfCounter#open} shows whether this machine has it, and whether this user may
 * count it.
 */
public sealed interface PerfEvent {
  /** The name that perf(1) gives it, or one like it; for people. */
  String title();

  /** The field {@code type} of perf_event_attr. */
  int type();

  /** The field {@code config} of perf_event_attr. */
  long config();

  /**
   * What the processor's own counters count (PERF_TYPE_HARDWARE); few virtual machines have any.
   */
  enum Hardware implements PerfEvent {
    /** Cycles of the clock, at whatever frequency it runs. */
    CYCLES("cycles", 0),
    /** Instructions that were retired. */
    INSTRUCTIONS("instructions", 1),
    /** Accesses that the last level of the caches did not have, as a rule. */
    CACHE_MISSES("cache-misses", 3);

    private final String title;
    private final long config;

    Hardware(String title, long config) {
      this.title = title;
      this.config = config;
    }

    @Override
    public String title() {
      return title;
    }

    @Override
    public int type() {
      return 0;
    }

    @Override
    public long config() {
      return config;
    }
  }

  /** Events of the kernel itself (PERF_TYPE_SOFTWARE), available on every Linux. */
  enum Software implements PerfEvent {
    /** Nanoseconds, from a timer of the CPU. */
    CPU_CLOCK("cpu-clock", 0),
    /** Nanoseconds that the thread was on a CPU. */
    TASK_CLOCK("task-clock", 1),
    /** Faults of memory pages. */
    PAGE_FAULTS("page-faults", 2),
    /** How often the thread left its CPU. */
    CONTEXT_SWITCHES("context-switches", 3);

    private final String title;
    private final long config;

    Software(String title, long config) {
      this.title = title;
      this.config = config;
    }

    @Override
    public String title() {
      return title;
    }

    @Override
    public int type() {
      return 1;
    }

    @Override
    public long config() {
      return config;
    }
  }

  /** Which accesses a watchpoint stops; x86 has none for reads alone. */
  enum Access {
    /** Writes. */
    WRITE("write", 2),
    /** Reads and writes. */
    READ_WRITE("read-write", 3);

    private final String title;
    private final int bits;

    Access(String title, int bits) {
      this.title = title;
      this.bits = bits;
    }

    /** In a word. */
    public String title() {
      return title;
    }

    /** The field {@code bp_type} of perf_event_attr. */
    int bits() {
      return bits;
    }
  }

  /**
   * Accesses to one word of a process's memory (PERF_TYPE_BREAKPOINT). A processor has few, four on
   * x86, which all debuggers share.
   *
   * @param access which accesses
   * @param address of the word, a multiple of {@code bytes}
   * @param bytes 1, 2, 4 or 8
   */
  record Watchpoint(Access access, long address, int bytes) implements PerfEvent {
    /** Checks the word. */
    public Watchpoint {
      if (bytes < 1 || bytes > 8 || Integer.bitCount(bytes) != 1 || address % bytes != 0) {
        throw new IllegalArgumentException(
            "a watched word has 1, 2, 4 or 8 bytes, at a multiple of them: " + bytes);
      }
    }

    @Override
    public String title() {
      return "watchpoint:" + access.title();
    }

    @Override
    public int type() {
      return 5;
    }

    @Override
    public long config() {
      return 0;
    }
  }

  /**
   * A trace point of the kernel with its data (PERF_TYPE_TRACEPOINT).
   *
   * @param title as {@code sched:sched_switch}
   * @param config its number, from {@link TraceEvents#id}
   */
  record Tracepoint(String title, long config) implements PerfEvent {
    @Override
    public int type() {
      return 2;
    }
  }
}
