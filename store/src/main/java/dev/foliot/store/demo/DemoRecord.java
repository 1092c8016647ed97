package dev.foliot.store.demo;

import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;

/**
 * What a demo showed: {@code demo.json}, beside the {@code run.json} of its run. It holds all that
 * a page draws; the runs that its parts name have the details.
 *
 * @param schema {@link #SCHEMA}
 * @param startedAt ISO 8601 in UTC
 * @param durationS how long all of it took
 * @param parts in the order in which they were played
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

  /** In a few words: {@code 3 of 3 parts shown}. */
  public String headline() {
    long shown = parts.stream().filter(DemoPart::wasShown).count();
    return shown + " of " + parts.size() + (parts.size() == 1 ? " part shown" : " parts shown");
  }
}
