package dev.foliot.store;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table written by {@link Csv}: columns by name, without the apostrophe that marks text
 * like a formula. Size, rows and columns of the file are capped.
 */
public final class CsvTable {
  static final int MAX_BYTES = Json.MAX_BYTES;
  static final int MAX_ROWS = 100_000;
  static final int MAX_COLUMNS = 2_000;

  private final Path file;
  private final Map<String, Integer> columns;
  private final List<List<String>> rows;

  private CsvTable(Path file, Map<String, Integer> columns, List<List<String>> rows) {
    this.file = file;
    this.columns = columns;
    this.rows = rows;
  }

  /**
   * Reads a file.
   *
   * @throws StoreException if it is missing, too big, or not such a table
   */
  public static CsvTable read(Path file) {
    return of(file, text(file));
  }

  /**
   * Reads a file that others wrote: lines may end as on Windows, the last one without an end.
   *
   * @throws StoreException if it is missing, too big, or no such table
   */
  public static CsvTable readForeign(Path file) {
    String text = text(file).replace("\r\n", "\n");
    String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
    return of(file, plain.isEmpty() || plain.endsWith("\n") ? plain : plain + "\n");
  }

  private static CsvTable of(Path file, String text) {
    List<List<String>> lines = new CsvParser(file, text).parse();
    if (lines.isEmpty()) {
      throw StoreException.unreadable(file, "it is empty, not even its columns are named", null);
    }
    List<String> header = lines.getFirst();
    Map<String, Integer> columns = new LinkedHashMap<>();
    for (int i = 0; i < header.size(); i++) {
      String name = header.get(i);
      while (columns.containsKey(name)) {
        // Names stay distinct, even if their replaced control characters make them equal.
        name += "'";
      }
      columns.put(name, i);
    }
    return new CsvTable(file, columns, List.copyOf(lines.subList(1, lines.size())));
  }

  private static String text(Path file) {
    if (!Files.isRegularFile(file)) {
      throw StoreException.unreadable(
          file, Files.exists(file) ? "it is not a regular file" : "it does not exist", null);
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw StoreException.unreadable(file, "it is longer than " + MAX_BYTES + " bytes", null);
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw StoreException.unreadable(file, "it is not UTF-8", e);
    } catch (IOException e) {
      throw StoreException.unreadable(file, e);
    }
  }

  /** The names of the columns that begin with a prefix, in their order. */
  public List<String> columnsFrom(String prefix) {
    return columns.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
  }

  /** The rows, each as long as the header. */
  public List<Row> rows() {
    List<Row> list = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      list.add(new Row(rows.get(i), i + 1));
    }
    return list;
  }

  /** A row of the table. */
  public final class Row {
    private final List<String> cells;
    private final int number;

    private Row(List<String> cells, int number) {
      this.cells = cells;
      this.number = number;
    }

    /** The original cell, without the mark against formulas. */
    public String text(String column) {
      Integer at = columns.get(column);
      if (at == null) {
        throw StoreException.unreadable(file, "it has no column " + column, null);
      }
      String cell = cells.get(at);
      return cell.length() > 1 && cell.charAt(0) == '\'' && Csv.startsFormula(cell.charAt(1))
          ? cell.substring(1)
          : cell;
    }

    /** A whole number, or null where the cell is empty. */
    public @Nullable Long wholeOrNull(String column) {
      String cell = text(column);
      if (cell.isEmpty()) {
        return null;
      }
      try {
        return Long.parseLong(cell);
      } catch (NumberFormatException e) {
        throw wrong(column, cell, "no whole number", e);
      }
    }

    /** A whole number. */
    public long whole(String column) {
      Long value = wholeOrNull(column);
      if (value == null) {
        throw wrong(column, "", "no whole number", null);
      }
      return value;
    }

    /** A finite number. */
    public double number(String column) {
      String cell = text(column);
      try {
        // Unlike Double.parseDouble, it rejects NaN, 0x1p3 and 1d.
        double value = new BigDecimal(cell).doubleValue();
        return Copies.finite(value, column);
      } catch (IllegalArgumentException e) {
        throw wrong(column, cell, "no number", e);
      }
    }

    private StoreException wrong(
        String column, String cell, String what, @Nullable Throwable cause) {
      String shown = cell.length() > 40 ? cell.substring(0, 40) + "…" : cell;
      return StoreException.unreadable(
          file, "its row %d has %s in %s: \"%s\"".formatted(number, what, column, shown), cause);
    }
  }
}
