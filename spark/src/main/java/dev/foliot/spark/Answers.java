package dev.foliot.spark;

import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.apache.spark.sql.Row;

/** Writes answers. For one thread. */
final class Answers {
  private static final int COLUMNS = 0;
  private static final int ROW = 1;
  private static final int END = 2;
  private static final int ERROR = 3;

  private static final int NULL = 0;
  private static final int LONG = 1;
  private static final int DOUBLE = 2;
  private static final int TEXT = 3;

  private final DataOutputStream out;

  Answers(DataOutputStream out) {
    this.out = out;
  }

  void begin(int columns) throws IOException {
    out.writeByte(COLUMNS);
    out.writeInt(columns);
  }

  void rows(Iterator<Row> rows) throws IOException {
    while (rows.hasNext()) {
      Row row = rows.next();
      Object[] cells = new Object[row.length()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = row.get(i);
      }
      row(cells);
    }
  }

  void row(Object... cells) throws IOException {
    out.writeByte(ROW);
    for (Object cell : cells) {
      cell(cell);
    }
  }

  private void cell(Object cell) throws IOException {
    if (cell == null) {
      out.writeByte(NULL);
    } else if (cell instanceof Double || cell instanceof Float || cell instanceof BigDecimal) {
      out.writeByte(DOUBLE);
      out.writeLong(Double.doubleToRawLongBits(((Number) cell).doubleValue()));
    } else if (cell instanceof Number number) {
      out.writeByte(LONG);
      out.writeLong(number.longValue());
    } else {
      out.writeByte(TEXT);
      text(String.valueOf(cell));
    }
  }

  private void text(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  void end() throws IOException {
    out.writeByte(END);
  }

  /**
   * Ends an answer with an error.
   *
   * @param kind {@code missing} for a file, otherwise {@code failed}
   */
  void error(String kind, String line) throws IOException {
    out.writeByte(ERROR);
    text(kind);
    text(line);
  }
}
