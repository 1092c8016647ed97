package dev.foliot.store.explain;

import java.util.List;
import java.util.Objects;

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

  /** Keeps copies. */
  public TimelineRecord {
    Objects.requireNonNull(schema, "schema");
    sources = List.copyOf(sources);
    stops = List.copyOf(stops);
  }
}
