package dev.foliot.fleet;

import java.io.IOException;
import java.sql.SQLException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The rows of JSON objects, one after another or in a list.
 *
 * <p>Nested objects become columns {@code outer.inner}; nested lists are skipped.
 */
final class JsonRows implements Rows {
  private final InputFile file;

  JsonRows(InputFile file) {
    this.file = file;
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
              object(parser, row, "", notes);
              row.emit();
            } else if (token != JsonToken.START_ARRAY && token != JsonToken.END_ARRAY) {
              throw new FleetException(
                  "%s: line %d should be an object in braces: give one object a line"
                      .formatted(file.name(), parser.currentTokenLocation().getLineNr()));
            }
          }
        });
  }

  private static void object(JsonParser parser, GrowingRow row, String prefix, Notes notes) {
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = Texts.name(prefix + parser.currentName());
      JsonToken value = parser.nextToken();
      if (value == JsonToken.START_OBJECT) {
        object(parser, row, name + ".", notes);
      } else if (value == JsonToken.START_ARRAY) {
        notes.count("lists within rows were passed over");
        parser.skipChildren();
      } else if (value != JsonToken.VALUE_NULL) {
        row.set(name, cut(parser.getString()));
      }
    }
  }

  private static String cut(String text) {
    return text.length() <= CsvScanner.LONGEST_CELL
        ? text
        : text.substring(0, CsvScanner.LONGEST_CELL);
  }
}
