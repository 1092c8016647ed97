package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import java.io.IOException;
import java.sql.SQLException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The rows of JSON objects, one after another or in a list.
 *
 * <p>Nested objects become columns {@code outer.inner}; nested lists are skipped.
 */
public final class JsonRows implements Rows {
  private final InputFile file;

  /** Whether the file is the answer of a search, whose documents are the rows. */
  private boolean searched;

  JsonRows(InputFile file) {
    this.file = file;
  }

  /** Objects of Elastic's Beats, also as an answer of a search. */
  static boolean isBeats(Head head) {
    return head.has("hits.hits[]._source")
        || (head.has("@timestamp") && (head.has("metricset") || head.has("event.dataset")));
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    JsonText.read(
        file,
        parser -> {
          for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.START_OBJECT) {
              row.clear();
              if (object(parser, row, "", notes) && !searched) {
                row.emit();
              }
            } else if (token != JsonToken.START_ARRAY && token != JsonToken.END_ARRAY) {
              throw new FleetException(
                  "%s: line %d should be an object in braces: give one object a line"
                      .formatted(file.name(), parser.currentTokenLocation().getLineNr()));
            }
          }
        });
  }

  /** Reads an object; returns whether it is a row, and not only around other rows. */
  private boolean object(JsonParser parser, GrowingRow row, String prefix, Notes notes)
      throws SQLException {
    boolean any = false;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = Texts.name(prefix + parser.currentName());
      JsonToken value = parser.nextToken();
      if (value == JsonToken.START_OBJECT) {
        any |= object(parser, row, name.equals("_source") ? "" : name + ".", notes);
      } else if (value == JsonToken.START_ARRAY && name.equals("hits.hits")) {
        hits(parser, row, notes);
      } else if (value == JsonToken.START_ARRAY) {
        notes.count("lists within rows were passed over");
        parser.skipChildren();
      } else if (value != JsonToken.VALUE_NULL) {
        row.set(name, cut(parser.getString()));
        any = true;
      }
    }
    return any;
  }

  /** The documents that a search found; all else around them is of no node. */
  private void hits(JsonParser parser, GrowingRow row, Notes notes) throws SQLException {
    searched = true;
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      row.clear();
      if (object(parser, row, "", notes)) {
        row.emit();
      }
    }
  }

  private static String cut(String text) {
    return text.length() <= CsvScanner.LONGEST_CELL
        ? text
        : text.substring(0, CsvScanner.LONGEST_CELL);
  }
}
