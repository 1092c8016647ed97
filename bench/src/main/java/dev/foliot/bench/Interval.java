package dev.foliot.bench;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The messages of one part of the load. They belong by intended start; in a {@link DurationLog} by
 * end.
 *
 * @param startNs from the start of the load, inclusive
 * @param endNs from the start of the load, exclusive
 * @param durations the durations of every kind
 */
public record Interval(long startNs, long endNs, Map<Kind, Durations> durations) {
  /** Puts the counts of one interval together. */
  static final class Builder {
    private final long startNs;
    private long endNs;
    private final Map<Kind, Durations.Builder> kinds = new EnumMap<>(Kind.class);

    Builder(long startNs, long endNs) {
      this.startNs = startNs;
      this.endNs = endNs;
      for (Kind kind : Kind.values()) {
        kinds.put(kind, Durations.Builder.packed());
      }
    }

    long startNs() {
      return startNs;
    }

    long endNs() {
      return endNs;
    }

    Durations.Builder of(Kind kind) {
      return Objects.requireNonNull(kinds.get(kind));
    }

    /** Adds another producer's counts of the same or an overlapping interval. */
    void add(Interval other) {
      endNs = Math.max(endNs, other.endNs());
      other.durations().forEach((kind, durations) -> of(kind).add(durations));
    }

    Interval build() {
      Map<Kind, Durations> durations = new EnumMap<>(Kind.class);
      kinds.forEach((kind, builder) -> durations.put(kind, builder.build()));
      return new Interval(startNs, endNs, durations);
    }
  }
}
