package dev.foliot.study.plan;

import dev.foliot.study.plan.Measure.Source;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The measures of a study. Immutable.
 *
 * <p>An unused source causes no disturbance: without a measure of the flight recorder no recording
 * runs, and without {@code memory} nothing attaches under load.
 *
 * @param asked the requested ones; additional ones at no cost are stored as well
 */
public record Measures(Set<Measure> asked) {
  private static final List<String> BOOKS = List.of("-XX:NativeMemoryTracking=detail");

  /** All measures that do not slow a study down. */
  public static final Measures USUAL =
      new Measures(EnumSet.complementOf(EnumSet.of(Measure.MEMORY, Measure.DIAGNOSIS)));

  /** All measures of the load itself. */
  public static final Measures ALL =
      new Measures(EnumSet.complementOf(EnumSet.of(Measure.DIAGNOSIS)));

  /** Keeps a copy. */
  public Measures {
    asked = Set.copyOf(asked);
  }

  /** Some. */
  public static Measures of(Collection<Measure> asked) {
    return new Measures(Set.copyOf(asked));
  }

  /** Whether the parts of memory are read, and a collection is made at the end. */
  public boolean memory() {
    return has(Source.BOOKS);
  }

  /** Whether a flight recording runs, the only source for direct buffers. */
  public boolean recording() {
    return has(Source.FLIGHT_RECORDER) || memory();
  }

  /** Whether the kernel's CPU, threads and RSS are sampled. */
  public boolean kernel() {
    return has(Source.KERNEL) || memory();
  }

  /** Whether a built-in service reports its threads. */
  public boolean pool() {
    return has(Source.SERVICE);
  }

  /** Whether the first fork of each arm is diagnosed. */
  public boolean diagnosis() {
    return has(Source.DIAGNOSIS);
  }

  private boolean has(Source source) {
    return asked.stream().anyMatch(measure -> measure.source() == source);
  }

  /** The arguments that they require for a built-in service's JVM. */
  public List<String> jvmArgs() {
    return memory() ? BOOKS : List.of();
  }

  /** Their names, in the order of the documentation. */
  public List<String> labels() {
    return Arrays.stream(Measure.values()).filter(asked::contains).map(Measure::label).toList();
  }
}
