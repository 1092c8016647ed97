package dev.foliot.store;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table as comma-separated values (RFC 4180, lines end with LF). Numbers stay numbers. Text that
 * a spreadsheet would take for a formula gets an apostrophe before it; control characters become
 * U+FFFD.
 */
public final class Csv {
  private static final String FORMULA_STARTS = "=+-@\t\r";
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\t\r\n]]");
  private static final Pattern QUOTED = Pattern.compile("[\",\r\n\t']|^\\s|\\s$");

  private Csv() {}

  /** Writes a file of comma-separated values, each safe for a spreadsheet. */
  public static void write(
      OutputStream out, List<String> header, List<? extends List<? extends @Nullable Object>> rows)
      throws IOException {
    BufferedWriter writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    writeRow(writer, header);
    for (List<? extends @Nullable Object> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(
            "a row has " + row.size() + " cells, the header " + header.size());
      }
      writeRow(writer, row);
    }
    writer.flush();
  }

  /** Writes a row of such a file, for tables that are too long to be held. */
  public static void writeRow(BufferedWriter writer, List<? extends @Nullable Object> row)
      throws IOException {
    for (int i = 0; i < row.size(); i++) {
      if (i > 0) {
        writer.write(',');
      }
      writer.write(cell(row.get(i)));
    }
    writer.write('\n');
  }

  static String cell(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Double number when !Double.isFinite(number) -> "";
      case Float number when !Float.isFinite(number) -> "";
      case Number number -> number.toString();
      default -> text(value.toString());
    };
  }

  private static String text(String text) {
    String shown = CONTROL.matcher(text).replaceAll("\uFFFD");
    if (!shown.isEmpty() && startsFormula(shown.charAt(0))) {
      shown = "'" + shown;
    }
    return QUOTED.matcher(shown).find() ? '"' + shown.replace("\"", "\"\"") + '"' : shown;
  }

  /** Whether a spreadsheet would read text with this beginning as a formula. */
  static boolean startsFormula(char first) {
    return FORMULA_STARTS.indexOf(first) >= 0;
  }
}
