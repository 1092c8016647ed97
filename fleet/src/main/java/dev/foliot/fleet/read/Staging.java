package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.cells.TimeText;
import dev.foliot.fleet.columns.Columns;
import dev.foliot.fleet.columns.Layout;
import dev.foliot.fleet.columns.Profile;
import dev.foliot.fleet.points.Measuring;
import dev.foliot.fleet.points.Source;
import dev.foliot.fleet.rows.RowSink;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Loads rows of text into the engine's table, by the roles of their columns. */
final class Staging implements RowSink {
  private static final int NONE = -1;

  private final Layout layout;
  private final String source;
  private final DuckDBAppender appender;
  private final NumberText[] numbers;
  private final NumberText anyUnit = new NumberText();
  private final TimeText time;
  private final Map<String, Long> lastUs = new HashMap<>();
  private final String[] wideNames;
  private int nodeAt = NONE;
  private int timeAt = NONE;
  private int startAt = NONE;
  private int[] valuesAt = {};
  private final List<NoNumbers> noNumbers;
  private final long[] filled;
  private int[] labelsAt = {};
  private long rows;
  private long zoned;
  private long unzoned;
  private long late;

  Staging(Layout layout, Columns columns, DuckDBAppender appender) {
    this.layout = layout;
    this.source = columns.source();
    this.appender = appender;
    this.numbers =
        values(layout).stream()
            .map(name -> columns.style(name))
            .map(style ->
                new NumberText(
                    style.decimal() == null ? NumberText.Decimal.POINT : style.decimal(),
                    style.unit()))
            .toArray(NumberText[]::new);
    this.time =
        new TimeText(
            layout.place().time() == null ? null : columns.style(layout.place().time()).order());
    this.noNumbers = values(layout).stream().map(NoNumbers::new).toList();
    this.filled = new long[noNumbers.size()];
    this.wideNames = layout.wide().stream().map(Texts::name).toArray(String[]::new);
  }

  @Override
  public void columns(List<String> names) {
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      places.put(names.get(i), i);
    }
    nodeAt = places.getOrDefault(layout.place().node(), NONE);
    timeAt =
        layout.place().time() == null ? NONE : places.getOrDefault(layout.place().time(), NONE);
    startAt =
        layout.place().start() == null ? NONE : places.getOrDefault(layout.place().start(), NONE);
    valuesAt = places(values(layout), places);
    labelsAt = places(layout.texts().all(), places);
  }

  /** The columns of numbers. */
  static List<String> values(Layout layout) {
    return layout.isWide() ? layout.wide() : layout.values();
  }

  private static int[] places(List<String> names, Map<String, Integer> places) {
    return names.stream().mapToInt(name -> places.getOrDefault(name, NONE)).toArray();
  }

  @Override
  public void row(@Nullable String[] cells, int count) throws SQLException {
    rows++;
    boolean timed = readTime(text(cells, count, timeAt));
    if (timed && lastUs.size() <= Measuring.MOST_NODES) {
      // in wide data all nodes share a row's time
      Long before = lastUs.put(text(cells, count, nodeAt), time.us());
      late += before != null && before > time.us() ? 1 : 0;
    }
    if (layout.isWide()) {
      for (int i = 0; i < valuesAt.length; i++) {
        if (valuesAt[i] != NONE) {
          begin(wideNames[i], timed);
          append("");
          appendNumber(i, text(cells, count, valuesAt[i]));
          appender.endRow();
        }
      }
      return;
    }
    String node = text(cells, count, nodeAt).strip();
    begin(KnownNames.isNoNode(node) ? "" : node, timed);
    append(text(cells, count, startAt));
    for (int i = 0; i < valuesAt.length; i++) {
      appendNumber(i, text(cells, count, valuesAt[i]));
    }
    for (int at : labelsAt) {
      append(text(cells, count, at));
    }
    appender.endRow();
  }

  /** The result; further observations become notes. */
  Source.Staged staged(Notes notes) {
    if (zoned > 0 && unzoned > 0) {
      notes.count("times have no zone and are taken as UTC, others have one", unzoned);
    }
    String first = NoNumbers.noted(layout, source, noNumbers, filled, notes);
    return new Source.Staged(rows, late, first);
  }

  private static String text(@Nullable String[] cells, int count, int at) {
    String cell = at >= 0 && at < count ? cells[at] : null;
    return cell == null ? "" : cell;
  }

  private boolean readTime(String text) {
    if (layout.place().time() == null || !time.read(text)) {
      return false;
    }
    if (!time.epoch()) {
      zoned += time.zoned() ? 1 : 0;
      unzoned += time.zoned() ? 0 : 1;
    }
    return true;
  }

  private void begin(String name, boolean timed) throws SQLException {
    appender.beginRow();
    append(name);
    if (layout.place().time() == null) {
      appender.append(0L);
    } else if (timed) {
      appender.append(time.us());
    } else {
      appender.appendNull();
    }
  }

  private void append(String text) throws SQLException {
    if (text.isEmpty()) {
      appender.appendNull();
    } else {
      appender.append(Texts.name(text));
    }
  }

  private void appendNumber(int value, String text) throws SQLException {
    if (numbers[value].read(text)) {
      appender.append(numbers[value].value());
      filled[value]++;
      return;
    }
    appender.appendNull();
    if (!Profile.isNothing(text.strip())) {
      noNumbers.get(value).add(text, rows);
      if (anyUnit.read(text)) {
        noNumbers.get(value).otherUnit();
      }
    }
  }
}
