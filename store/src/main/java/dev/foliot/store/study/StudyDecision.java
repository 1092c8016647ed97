package dev.foliot.store.study;

import dev.foliot.store.CsvTable;
import java.util.List;
import java.util.Objects;

/**
 * A change of size decided by an adaptive pool: a line of {@code decisions.csv}.
 *
 * @param atMs time from the start of the measured load, in milliseconds; negative before
 * @param number of the change since the service started
 * @param from threads before
 * @param to threads after
 * @param reason the pool's reason
 */
public record StudyDecision(double atMs, long number, long from, long to, String reason) {
  static final List<String> COLUMNS = List.of("at_ms", "number", "from", "to", "reason");

  /** Checks that nothing is missing. */
  public StudyDecision {
    Objects.requireNonNull(reason, "reason");
  }

  static StudyDecision of(CsvTable.Row row) {
    return new StudyDecision(
        row.number("at_ms"),
        row.whole("number"),
        row.whole("from"),
        row.whole("to"),
        row.text("reason"));
  }

  List<Object> row() {
    return List.of(atMs, number, from, to, reason);
  }
}
