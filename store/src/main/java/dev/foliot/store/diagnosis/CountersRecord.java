package dev.foliot.store.diagnosis;

import java.util.List;
import java.util.Objects;

/**
 * What the counters of a slow and of a fast side say: {@code foliot counters compare --json}.
 *
 * @param schema {@link #SCHEMA}
 * @param rows the metrics that both have, the one whose ratio is furthest from 1 first
 * @param hypotheses the one with the greatest confidence first; none for equal captures
 * @param slow where the slow side's figures come from
 * @param fast where the fast side's do
 */
public record CountersRecord(
    String schema,
    List<CounterRow> rows,
    List<CounterHypothesis> hypotheses,
    CounterCapture slow,
    CounterCapture fast) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.counters/1";

  /** Keeps copies. */
  public CountersRecord {
    Objects.requireNonNull(schema, "schema");
    rows = List.copyOf(rows);
    hypotheses = List.copyOf(hypotheses);
    Objects.requireNonNull(slow, "slow");
    Objects.requireNonNull(fast, "fast");
  }
}
