package dev.foliot.store.demo;

import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;

/**
 * The results of a demo: {@code demo.json}, beside the {@code run.json} of its run. It contains all
 * data of its page; the runs named in its parts have the details.
 *
 * @param schema {@link #SCHEMA}
 * @param startedAt start, ISO 8601 in UTC
 * @param durationS duration of the whole demo
 * @param parts in the order they were played
 */
public record DemoRecord(String schema, String startedAt, double durationS, List<DemoPart> parts) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.demo/1";

  /** Keeps a copy. */
  public DemoRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(startedAt, "started_at");
    Copies.finite(durationS, "duration_s");
    parts = List.copyOf(parts);
  }

  /** A short summary: {@code 3 of 3 parts shown}. */
  public String headline() {
    long shown = parts.stream().filter(DemoPart::wasShown).count();
    return shown + " of " + parts.size() + (parts.size() == 1 ? " part shown" : " parts shown");
  }
}
