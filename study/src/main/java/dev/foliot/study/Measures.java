package dev.foliot.study;

import dev.foliot.study.Measure.Source;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a study measures. Who is not asked for anything is not disturbed: without a measure of the
 * flight recorder there is no recording, and without {@code memory} nothing attaches under load.
 * Immutable.
 *
 * @param asked what is wanted; what comes with it at no cost is kept as well
 */
public record Measures(Set<Measure> asked) {
  private static final List<String> BOOKS = List.of("-XX:NativeMemoryTracking=detail");

  /** All measures that do not slow a study down. */
  public static final Measures USUAL =
      new Measures(EnumSet.complementOf(EnumSet.of(Measure.MEMORY)));

  /** All measures. */
  public static final Measures ALL = new Measures(EnumSet.allOf(Measure.class));

  /** Keeps a copy. */
  public Measures {
    asked = Set.copyOf(asked);
  }

  /** Some. */
  public static Measures of(Collection<Measure> asked) {
    return new Measures(Set.copyOf(asked));
  }

  /** Whether what the memory is made of is looked at, and a collection made at the end. */
  public boolean memory() {
    return has(Source.BOOKS);
  }

  /** Whether a flight recording runs, which alone knows how much of memory is direct buffers. */
  boolean recording() {
    return has(Source.FLIGHT_RECORDER) || memory();
  }

  /** Whether the kernel is asked for CPU, threads and RSS over time. */
  public boolean kernel() {
    return has(Source.KERNEL) || memory();
  }

  /** Whether a built-in service is asked for its threads. */
  boolean pool() {
    return has(Source.SERVICE);
  }

  private boolean has(Source source) {
    return asked.stream().anyMatch(measure -> measure.source() == source);
  }

  /** What the JVM of a built-in service must be told for it. */
  public List<String> jvmArgs() {
    return memory() ? BOOKS : List.of();
  }

  /** As users write them, in the order of the documentation. */
  public List<String> labels() {
    return Arrays.stream(Measure.values()).filter(asked::contains).map(Measure::label).toList();
  }
}
