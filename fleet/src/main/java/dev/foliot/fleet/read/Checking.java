package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.columns.Column;
import dev.foliot.fleet.columns.Columns;
import dev.foliot.fleet.columns.Expression;
import dev.foliot.fleet.columns.Layout;
import dev.foliot.fleet.engine.Engine;
import dev.foliot.fleet.points.Measuring;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetInput;
import dev.foliot.text.Numbers;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Describes how data was read. */
final class Checking {
  private static final int ROWS = 5;
  private static final int DIGITS = 6;

  private Checking() {}

  static FleetCheck of(
      Engine engine, Columns columns, Layout layout, FleetInput input, Measuring.Measured measured)
      throws SQLException {
    List<String> names = new ArrayList<>(List.of(layout.place().node()));
    if (layout.place().time() != null) {
      names.add(layout.place().time());
    }
    names.add(layout.measure().metricText());
    if (layout.measure().loadText() != null) {
      names.add(layout.measure().loadText());
    }
    names.addAll(layout.texts().labels());
    FleetData data = measured.data();
    return new FleetCheck(
        FleetCheck.SCHEMA,
        input.format(),
        columns.all().stream().map(column -> part(column, layout)).toList(),
        new FleetCheck.Extent(
            measured.sums().nodes().size(),
            data.points().rows(),
            data.period().firstUs(),
            data.period().lastUs()),
        layout.measure().metricText(),
        layout.guesses(),
        data.notes(),
        new FleetCheck.Points(names, first(engine, layout)));
  }

  private static FleetCheck.Part part(Column column, Layout layout) {
    int values = column.distinct() == Column.MANY ? -1 : column.distinct();
    return new FleetCheck.Part(
        column.name(),
        column.kind().name().toLowerCase(Locale.ROOT),
        written(column),
        role(column.name(), layout),
        values);
  }

  private static String written(Column column) {
    if (column.kind() == Column.Kind.TIME) {
      return column.style().order() == null
          ? ""
          : column.style().order().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
    if (column.kind() != Column.Kind.NUMBER) {
      return "";
    }
    String comma = column.style().decimal() == NumberText.Decimal.COMMA ? "decimal comma" : "";
    String unit =
        switch (column.style().unit()) {
          case PERCENT -> "percent";
          case TIME -> "durations, read in seconds";
          case NONE, SCALED -> "";
        };
    return comma.isEmpty() || unit.isEmpty() ? comma + unit : comma + ", " + unit;
  }

  private static String role(String column, Layout layout) {
    if (column.equals(layout.place().node()) || layout.wide().contains(column)) {
      return "node";
    }
    if (column.equals(layout.place().time())) {
      return "time";
    }
    if (column.equals(layout.place().start())) {
      return "start";
    }
    if (Expression.columns(layout.measure().metric()).contains(column)) {
      return "metric";
    }
    if (layout.measure().load() != null
        && Expression.columns(layout.measure().load()).contains(column)) {
      return "load";
    }
    if (layout.series().columns().contains(column)) {
      return layout.series().summed() ? "summed" : "averaged";
    }
    return layout.texts().labels().contains(column)
        ? "label"
        : layout.others().contains(column) ? "other metric" : "unused";
  }

  private static List<List<String>> first(Engine engine, Layout layout) throws SQLException {
    String labels =
        IntStream.range(0, layout.texts().labels().size())
            .mapToObj(i -> ", l" + i)
            .collect(Collectors.joining());
    String load = layout.measure().inverse() ? "1e0 / NULLIF(x, 0)" : "x";
    return engine.query(
        "SELECT node, us, y, %s%s FROM points ORDER BY us, node LIMIT %d"
            .formatted(load, labels, ROWS),
        result -> {
          List<List<String>> rows = new ArrayList<>();
          while (result.next()) {
            List<String> row =
                new ArrayList<>(List.of(Texts.name(String.valueOf(result.getString(1)))));
            if (layout.place().time() != null) {
              row.add(Instant.EPOCH.plusNanos(result.getLong(2) * 1000).toString());
            }
            row.add(number(result.getDouble(3), result.wasNull()));
            if (layout.measure().load() != null) {
              row.add(number(result.getDouble(4), result.wasNull()));
            }
            for (int i = 0; i < layout.texts().labels().size(); i++) {
              String label = result.getString(5 + i);
              row.add(label == null ? "" : Texts.name(label));
            }
            rows.add(row);
          }
          return rows;
        });
  }

  private static String number(double value, boolean missing) {
    return missing || Double.isNaN(value) ? "" : Numbers.significant(value, DIGITS);
  }
}
