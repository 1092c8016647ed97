package dev.foliot.hotspot.memory;

import dev.foliot.text.Reason;
import java.util.List;
import java.util.Set;

/**
 * The JVM's address ranges, from its own tables. Immutable.
 *
 * <p>They exclude the collector's memory beside the heap and the JVM's malloc memory.
 *
 * @param ranges in no order; they may overlap if the JVM changed during the read
 * @param metadata addresses of class metadata
 * @param couldNot the unreadable parts, each with its reason
 */
public record JvmRanges(List<Range> ranges, Set<Long> metadata, List<Reason> couldNot) {
  /** The content of a range. */
  public enum Kind {
    /** Objects, and room for them. */
    JAVA_HEAP,
    /** Compiled and generated code, and its maps. */
    CODE_CACHE,
    /** The stack of one thread that runs, or may run, Java code. */
    THREAD_STACK
  }

  /**
   * An address range, the end not included; both are below 2^63.
   *
   * @param tid the stack's thread, as the innermost PID namespace of the process counts; 0 if
   *     unknown, and for other ranges
   */
  public record Range(long start, long end, Kind kind, long tid) {
    /** A range without a known thread. */
    public Range(long start, long end, Kind kind) {
      this(start, end, kind, 0);
    }
  }

  /** Keeps copies. */
  public JvmRanges {
    ranges = List.copyOf(ranges);
    metadata = Set.copyOf(metadata);
    couldNot = List.copyOf(couldNot);
  }
}
