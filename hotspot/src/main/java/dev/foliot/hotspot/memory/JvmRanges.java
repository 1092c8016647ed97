package dev.foliot.hotspot.memory;

import dev.foliot.text.Reason;
import java.util.List;
import java.util.Set;

/**
 * Where a JVM keeps what in its address space, by its own tables. Immutable. They do not cover what
 * the collector needs beside the heap, and what the JVM takes from malloc.
 *
 * @param ranges in no order; they may overlap where the JVM changed meanwhile
 * @param metadata addresses at which it keeps what it knows of classes
 * @param couldNot what could not be read, each with its reason
 */
public record JvmRanges(List<Range> ranges, Set<Long> metadata, List<Reason> couldNot) {
  /** What is kept there. */
  public enum Kind {
    /** Objects, and room for them. */
    JAVA_HEAP,
    /** Compiled and generated code, and the maps of it. */
    CODE_CACHE,
    /** The stack of one thread that runs, or may run, Java code. */
    THREAD_STACK
  }

  /**
   * From where to where, the end not included; both are below 2^63.
   *
   * @param tid whose stack it is, as the innermost PID namespace of the process counts; 0 where
   *     that is not known, and for what is no stack
   */
  public record Range(long start, long end, Kind kind, long tid) {
    /** One of no thread that is known. */
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
