package dev.foliot.load;

import dev.foliot.store.CsvTable;
import dev.foliot.store.StoreException;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

/**
 * One column of a file with rows: {@code csv:FILE:COLUMN} or {@code json:FILE:FIELD}, in the order
 * of the rows, or {@code csv-random} and {@code json-random}, which draw a row. Immutable.
 *
 * <p>JSON is one list of objects, or one object after the other, as in lines.
 *
 * @param file the number of the file among all; columns of one file have one row
 * @param isRandom whether the row is drawn, by the seed
 * @param cells in the order of the rows, at least one
 */
record Rows(int file, boolean isRandom, List<String> cells) {
  /** The names of placeholders of files. */
  static final List<String> KINDS = List.of("csv", "csv-random", "json", "json-random");

  private static final Pattern FORM = Pattern.compile("(csv|json)(-random)?:(.*)");
  private static final int MOST_ROWS = 100_000;
  private static final int MOST_BYTES = 64 << 20;

  /**
   * Reads what is between the braces of a placeholder; null for another one.
   *
   * @throws FoliotException if the file does not have it, with the remedy
   */
  static @Nullable Rows parse(String placeholder) {
    Matcher found = FORM.matcher(placeholder);
    if (!found.matches()) {
      return null;
    }
    String kind = found.group(1);
    String place = found.group(3);
    int colon = place.lastIndexOf(':');
    if (colon < 1) {
      throw FoliotException.usage(
          "'${"
              + Shown.text(placeholder)
              + "}' names no column: write ${"
              + kind
              + ":FILE:COLUMN}");
    }
    Path file = Path.of(place.substring(0, colon)).toAbsolutePath().normalize();
    String column = place.substring(colon + 1);
    List<String> cells;
    try {
      cells = kind.equals("csv") ? csv(file, column) : json(file, column);
    } catch (StoreException e) {
      throw FoliotException.usage("${" + kind + ":...}: " + Shown.text(e.getMessage(), 300));
    }
    if (cells.isEmpty()) {
      throw FoliotException.usage(
          "${" + kind + ":...}: " + Shown.text(file.toString()) + " has no row");
    }
    return new Rows(file.toString().hashCode(), found.group(2) != null, List.copyOf(cells));
  }

  private static List<String> csv(Path file, String column) {
    return CsvTable.readForeign(file).rows().stream().map(row -> row.text(column)).toList();
  }

  private static List<String> json(Path file, String field) {
    List<String> cells = new ArrayList<>();
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw StoreException.unreadable(file, "it is larger than 64 MiB", null);
      }
      try (MappingIterator<JsonNode> values =
          JsonMapper.shared().readerFor(JsonNode.class).readValues(Files.readString(file))) {
        while (values.hasNextValue() && cells.size() <= MOST_ROWS) {
          cells.add(cell(file, cells.size() + 1, values.nextValue(), field));
        }
      }
    } catch (CharacterCodingException e) {
      throw StoreException.unreadable(file, "it is not UTF-8", e);
    } catch (IOException e) {
      throw StoreException.unreadable(file, e);
    } catch (JacksonException e) {
      throw StoreException.unreadable(
          file, "row " + (cells.size() + 1) + " is no JSON: " + e.getOriginalMessage(), null);
    }
    if (cells.size() > MOST_ROWS) {
      throw StoreException.unreadable(file, "it has more than " + MOST_ROWS + " rows", null);
    }
    return cells;
  }

  private static String cell(Path file, int row, JsonNode object, String field) {
    JsonNode value = object.get(field);
    if (value == null || !value.isValueNode() || value.isNull()) {
      throw StoreException.unreadable(
          file, "row " + row + " has no text, number or truth '" + Shown.text(field) + "'", null);
    }
    return value.asString();
  }

  /** The cell of a request. */
  String cell(Draw draw) {
    return cells.get(
        isRandom ? draw.row(file, cells.size()) : (int) (draw.number() % cells.size()));
  }

  /** The same cells, each in the form of its place. */
  Rows encoded(UnaryOperator<String> encoding) {
    return new Rows(file, isRandom, cells.stream().map(encoding).toList());
  }
}
