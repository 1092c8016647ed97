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
    long to = asked.to() == null ? ends[2] : ChronoUnit.MICROS.between(Instant.EPOCH, asked.to());
    long from =
        asked.last() != null
            ? to - asked.last().toNanos() / 1_000
            : asked.from() == null
                ? ends[1]
                : ChronoUnit.MICROS.between(Instant.EPOCH, asked.from());
    TimeSpan span = new TimeSpan(from, to);
    long left = engine.numbers("SELECT COUNT(*) FROM " + rows + " WHERE " + span.condition())[0];
    if (left == 0 && ends[0] > 0) {
      throw new FleetException(
          "%s has no row from %s to %s: its times go from %s to %s"
              .formatted(name, moment(from), moment(to), moment(ends[1]), moment(ends[2])));
    }
    notes.count("rows are outside of the asked for time, and were left out", ends[0] - left);
    return span;
  }

  /** What a row within it meets. */
  String condition() {
    return "us BETWEEN " + fromUs + " AND " + toUs;
  }

  private static String moment(long us) {
    return Instant.EPOCH.plus(us, ChronoUnit.MICROS).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
