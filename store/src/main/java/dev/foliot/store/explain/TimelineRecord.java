package dev.foliot.store.explain;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What stopped a fork's threads while it measured, seen from outside: {@code timeline.json}.
 *
 * @param schema {@link #SCHEMA}
 * @param sources where it was looked, and where it could not be
 * @param stops in the order of their ends
 * @param leftOut how many more there were than are kept
 */
public record TimelineRecord(
    String schema, List<TimelineSource> sources, List<Stop> stops, long leftOut) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.timeline/1";

  /** The most stops that are kept, the longest. */
  public static final int MOST_STOPS = 20_000;

  /** Of a fork that was not watched. */
  public static final TimelineRecord NONE = new TimelineRecord(SCHEMA, List.of(), List.of(), 0);

  /** Keeps copies. */
  public TimelineRecord {
    Objects.requireNonNull(schema, "schema");
    sources = List.copyOf(sources);
    stops = List.copyOf(stops);
  }

  /** The stops of some kinds that lasted at least so long, in the order of their ends. */
  public List<Stop> stops(Set<StopKind> kinds, long leastNs) {
    return stops.stream()
        .filter(stop -> kinds.contains(stop.kind()) && stop.lengthNs() >= leastNs)
        .toList();
  }

  /** The same record with the stops over a time only. */
  public TimelineRecord within(long fromNs, long toNs) {
    return new TimelineRecord(
        schema,
        sources,
        stops.stream()
            .filter(stop ->
                stop.endNs() + stop.errorNs() > fromNs && stop.startNs() - stop.errorNs() < toNs)
            .toList(),
        leftOut);
  }
}
