package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The points of a saved answer of Prometheus' {@code query_range} or {@code query}.
 *
 * <p>Columns: {@code time}, one for each label, and one for each metric by its name. A result of an
 * expression has no name: its column is {@code value}, or as {@link UnnamedQueries} says. Format:
 * prometheus.io/docs/prometheus/latest/querying/api, "Expression query result formats".
 */
public final class PrometheusRows implements Rows {
  static final String TIME = GrowingRow.TIME;
  static final String UNNAMED = "value";

  private final InputFile file;
  private final String unnamed;

  PrometheusRows(InputFile file) {
    this(file, UNNAMED);
  }

  /** Rows whose metric has this name, where the answer has none. */
  PrometheusRows(InputFile file, String unnamed) {
    this.file = file;
    this.unnamed = unnamed;
  }

  static boolean is(Head head) {
    return head.has("data.resultType")
        || head.has("resultType", "result")
        || head.has("status", "errorType")
        || (head.has("[].metric") && (head.has("[].values") || head.has("[].value")));
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    JsonText.read(
        file,
        parser -> {
          JsonToken first = parser.nextToken();
          if (first == JsonToken.START_ARRAY) {
            // what promtool prints
            result(parser, row, notes);
          } else if (first == JsonToken.START_OBJECT) {
            answer(parser, row, notes);
          } else {
            throw broken("it is no object");
          }
        });
  }

  private void answer(JsonParser parser, GrowingRow row, Notes notes) throws SQLException {
    String error = "";
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals("error")) {
        error = parser.getString();
      } else if (name.equals("data") && value == JsonToken.START_OBJECT) {
        answer(parser, row, notes);
      } else if (name.equals("result") && value == JsonToken.START_ARRAY) {
        result(parser, row, notes);
      } else {
        parser.skipChildren();
      }
    }
    if (!error.isEmpty()) {
      throw broken("it says " + Texts.quote(error) + ": mend the query");
    }
  }

  private void result(JsonParser parser, GrowingRow row, Notes notes) throws SQLException {
    for (JsonToken one = parser.nextToken(); one != JsonToken.END_ARRAY; one = parser.nextToken()) {
      if (one != JsonToken.START_OBJECT) {
        throw broken("its result is no list of series: save the answer of query_range");
      }
      series(parser, row, notes);
    }
  }

  private void series(JsonParser parser, GrowingRow row, Notes notes) throws SQLException {
    Map<String, String> labels = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals("metric") && value == JsonToken.START_OBJECT) {
        labels = labels(parser);
      } else if (name.equals("value") && value == JsonToken.START_ARRAY) {
        point(parser, begin(row, labels), row);
      } else if (name.equals("values") && value == JsonToken.START_ARRAY) {
        String column = begin(row, labels);
        for (JsonToken one = parser.nextToken();
            one != JsonToken.END_ARRAY;
            one = parser.nextToken()) {
          if (one != JsonToken.START_ARRAY) {
            throw broken("a value is no pair of a time and a number");
          }
          point(parser, column, row);
        }
      } else {
        if (name.startsWith("histogram")) {
          notes.count("native histograms were passed over");
        }
        parser.skipChildren();
      }
    }
  }

  private Map<String, String> labels(JsonParser parser) {
    Map<String, String> labels = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = Texts.name(parser.currentName());
      if (!parser.nextToken().isScalarValue()) {
        throw broken("a label is no text");
      }
      labels.put(name, Texts.name(parser.getString()));
    }
    return labels;
  }

  /** Fills in the common cells of a series, and returns the column of its values. */
  private String begin(GrowingRow row, Map<String, String> labels) {
    String column = labels.getOrDefault("__name__", unnamed);
    row.clear();
    labels.remove("__name__");
    row.labels(labels, column);
    return column;
  }

  private void point(JsonParser parser, String column, GrowingRow row) throws SQLException {
    if (!parser.nextToken().isScalarValue()) {
      throw broken("a value has no time");
    }
    row.set(TIME, parser.getString());
    if (!parser.nextToken().isScalarValue()) {
      throw broken("a time has no value");
    }
    row.set(column, Texts.name(parser.getString()));
    if (parser.nextToken() != JsonToken.END_ARRAY) {
      throw broken("a value is no pair of a time and a number");
    }
    row.emit();
  }

  private FleetException broken(String how) {
    return new FleetException(file.name() + " is an answer of Prometheus, but " + how);
  }
}
