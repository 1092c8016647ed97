package dev.foliot.store.diagnosis;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of a slow and a fast side's counters: {@code foliot counters compare --json}.
 *
 * @param schema {@link #SCHEMA}
 * @param rows the common metrics, the ratio furthest from 1 first
 * @param hypotheses the most confident first; empty for equal captures
 * @param unexplained more cycles than the hypotheses account for; null for none
 * @param question a doubt about the order of the sides, which stands as given; null for none
 * @param notes what limits the comparison as a whole, such as different processors
 * @param slow source of the slow side's figures
 * @param fast source of the fast side's figures
 */
public record CountersRecord(
    String schema,
    List<CounterRow> rows,
    List<CounterHypothesis> hypotheses,
    @Nullable CounterUnexplained unexplained,
    @Nullable CounterQuestion question,
    List<String> notes,
    CounterCapture slow,
    CounterCapture fast) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.counters/1";

  /** Keeps copies. */
  public CountersRecord {
    Objects.requireNonNull(schema, "schema");
    rows = List.copyOf(rows);
    hypotheses = List.copyOf(hypotheses);
    notes = List.copyOf(notes);
    Objects.requireNonNull(slow, "slow");
    Objects.requireNonNull(fast, "fast");
  }
}
