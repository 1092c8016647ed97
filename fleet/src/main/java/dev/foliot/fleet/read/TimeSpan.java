package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.columns.Layout;
import dev.foliot.fleet.engine.Engine;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The asked for span of time, over rows with a time {@code us}.
 *
 * @param fromUs the first moment, in microseconds since 1970
 * @param toUs the last
 */
record TimeSpan(long fromUs, long toUs) {
  /**
   * The span of some rows.
   *
   * @param rows a table, or a query in brackets with an alias
   * @throws FleetException if it leaves no row, or if the rows have no times
   */
  static TimeSpan of(
      Engine engine, String rows, FleetRequest.Span asked, Layout layout, String name, Notes notes)
      throws SQLException {
    if (layout.place().time() == null) {
      throw new FleetException(
          name + ": no column has times, which --last, --from and --to need: name it with --time");
    }
    long[] ends = engine.numbers("SELECT COUNT(us), MIN(us), MAX(us) FROM " + rows);
    TimeSpan span = of(asked, ends[1], ends[2]);
    long left = engine.numbers("SELECT COUNT(*) FROM " + rows + " WHERE " + span.condition())[0];
    if (left == 0 && ends[0] > 0) {
      throw span.noRow(name, ends[1], ends[2]);
    }
    noteOutside(notes, ends[0] - left);
    return span;
  }

  /**
   * The span of rows with these times.
   *
   * @param firstUs the earliest
   * @param lastUs the latest
   */
  static TimeSpan of(FleetRequest.Span asked, long firstUs, long lastUs) {
    long to = asked.to() == null ? lastUs : ChronoUnit.MICROS.between(Instant.EPOCH, asked.to());
    long from =
        asked.last() != null
            ? to - asked.last().toNanos() / 1_000
            : asked.from() == null
                ? firstUs
                : ChronoUnit.MICROS.between(Instant.EPOCH, asked.from());
    return new TimeSpan(from, to);
  }

  /** Rows from one time to another have none within it. */
  FleetException noRow(String name, long firstUs, long lastUs) {
    return new FleetException(
        "%s has no row from %s to %s: its times go from %s to %s"
            .formatted(name, moment(fromUs), moment(toUs), moment(firstUs), moment(lastUs)));
  }

  static void noteOutside(Notes notes, long rows) {
    notes.count("rows are outside of the asked for time, and were left out", rows);
  }

  /** What a row within it meets. */
  String condition() {
    return "us BETWEEN " + fromUs + " AND " + toUs;
  }

  private static String moment(long us) {
    return Instant.EPOCH.plus(us, ChronoUnit.MICROS).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
