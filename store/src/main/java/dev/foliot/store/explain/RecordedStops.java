package dev.foliot.store.explain;

import java.util.List;
import java.util.Objects;

/**
 * What stopped the threads of a fork, seen from inside by a flight recording: {@code
 * recorded.json}.
 *
 * @param schema {@link #SCHEMA}
 * @param sources what was recorded
 * @param stops in the order of their ends
 * @param leftOut how many more there were than are kept
 */
public record RecordedStops(
    String schema, List<TimelineSource> sources, List<ThreadStop> stops, long leftOut) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.recorded/1";

  /** Of a fork without a recording. */
  public static final RecordedStops NONE = new RecordedStops(SCHEMA, List.of(), List.of(), 0);

  /** Keeps copies. */
  public RecordedStops {
    Objects.requireNonNull(schema, "schema");
    sources = List.copyOf(sources);
    stops = List.copyOf(stops);
  }
}
