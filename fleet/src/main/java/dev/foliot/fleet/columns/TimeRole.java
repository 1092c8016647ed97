package dev.foliot.fleet.columns;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chooses the column of the time. */
public final class TimeRole {
  private static final int LONGEST_CELL = 60;

  private static final String DATES =
      "could be of two days: say which with --dates day-first or --dates month-first";

  private final Columns columns;
  private final FleetRequest request;
  private final List<String> guesses;

  TimeRole(Columns columns, FleetRequest request, List<String> guesses) {
    this.columns = columns;
    this.request = request;
    this.guesses = guesses;
  }

  /**
   * The column of the time as far as names and types tell, before its cells are counted.
   *
   * @return null if only the cells tell
   */
  public static @Nullable Column byName(Columns columns, FleetRequest request) {
    if (request.columns().time() != null) {
      return columns.required("--time", request.columns().time());
    }
    Column named = named(columns);
    if (named != null) {
      return named;
    }
    Column time = columns.first(Column.Kind.TIME);
    Column text = columns.first(Column.Kind.TEXT);
    boolean mayBeText = text != null && columns.all().indexOf(text) < columns.all().indexOf(time);
    return mayBeText ? null : time;
  }

  private static @Nullable Column named(Columns columns) {
    return columns.called(KnownNames.TIME, column -> column.kind() != Column.Kind.TRUTH);
  }

  /**
   * The column.
   *
   * @return null if no column has times
   * @throws FleetException if its cells are no times, or could be of two days
   */
  @Nullable Column decide() {
    Column time = find();
    if (time != null) {
      refuseTexts(time);
      columns.refuseUnclear(time, time.style().order() == null, DATES);
    }
    return time;
  }

  private @Nullable Column find() {
    if (request.columns().time() != null) {
      return columns.required("--time", request.columns().time());
    }
    Column named = named(columns);
    if (named != null) {
      guesses.add(
          "The time is column "
              + Texts.quote(named.name())
              + ", by its name (--time says another).");
      return named;
    }
    Column first = columns.first(Column.Kind.TIME);
    Column counted = first == null ? counted() : null;
    if (counted != null) {
      guesses.add(
          "The time is column %s, which counts, and no column has times (--time says another)."
              .formatted(Texts.quote(counted.name())));
      return counted;
    }
    if (first != null) {
      guesses.add(
          "The time is column "
              + Texts.quote(first.name())
              + ", since times are in it (--time says another).");
      return first;
    }
    guesses.add(
        "No column holds times: each row is taken as one point of its node (--time says another).");
    return null;
  }

  /** A column that counts by its name; null if the date is in several columns. */
  private @Nullable Column counted() {
    long parts =
        columns.all().stream().filter(column -> KnownNames.isOfDate(column.name())).count();
    return parts > 1
        ? null
        : columns.called(
            KnownNames.COUNTED,
            column -> column.kind() == Column.Kind.NUMBER || column.kind() == Column.Kind.ROW);
  }

  /** A tenth of the cells, or more, are no times. */
  private void refuseTexts(Column time) {
    if (time.kind() == Column.Kind.TEXT && !time.style().text().isEmpty()) {
      throw new FleetException(
          "%s: column %s holds no times, as %s: give ISO 8601, or a number since 1970 in s, ms, us or ns"
              .formatted(
                  columns.source(),
                  Texts.quote(time.name()),
                  Texts.quote(Texts.line(time.style().text(), LONGEST_CELL))));
    }
  }
}
