package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class CsvTest {
  @Test
  void shouldWriteNumbersAsNumbersAndNothingAsNothing() throws IOException {
    List<List<Object>> rows =
        List.of(
            Arrays.asList(-1, Long.MIN_VALUE, 0.5, 1e-9, null),
            Arrays.asList(Double.NaN, Float.NEGATIVE_INFINITY, 2f, (short) 3, ""));

    assertThat(write(List.of("a", "b", "c", "d", "e"), rows))
        .isEqualTo("a,b,c,d,e\n-1,-9223372036854775808,0.5,1.0E-9,\n,,2.0,3,\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"})
  void shouldWriteWhatLooksLikeAFormulaAsText(String formula) {
    assertThat(Csv.cell(formula)).isEqualTo("\"'" + formula + "\"");
  }

  @Test
  void shouldQuoteWhatWouldBreakARow() {
    assertThat(Csv.cell("a,b")).isEqualTo("\"a,b\"");
    assertThat(Csv.cell("say \"no\"")).isEqualTo("\"say \"\"no\"\"\"");
    assertThat(Csv.cell("a\nb\r")).isEqualTo("\"a\nb\r\"");
    assertThat(Csv.cell(" a ")).isEqualTo("\" a \"");
    assertThat(Csv.cell("plain text")).isEqualTo("plain text");
  }

  @Test
  void shouldReplaceControlCharacters() {
    assertThat(Csv.cell("a\u001b[31m\u0000\u007f\u009bb"))
        .isEqualTo("a\uFFFD[31m\uFFFD\uFFFD\uFFFDb");
  }

  @Test
  void shouldRefuseARowOfAnotherLength() {
    assertThatThrownBy(() -> write(List.of("a", "b"), List.of(List.of(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a row has 1 cells, the header 2");
  }

  @Test
  void shouldBeReadAsItWasWritten() throws IOException {
    String[] parts = {"a", ",", "\"", "\n", "\r", "'", "=", " ", "\t", "é", "😀", "-", "@"};
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      List<String> row = new ArrayList<>();
      for (int j = 0; j < 3; j++) {
        StringBuilder cell = new StringBuilder();
        for (int n = random.nextInt(5); n > 0; n--) {
          cell.append(parts[random.nextInt(parts.length)]);
        }
        row.add(cell.toString());
      }
      rows.add(row);
    }

    List<List<String>> read = parse(write(List.of("x", "y", "z"), rows));

    assertThat(read.subList(1, read.size()))
        .as("seed %d", seed)
        .isEqualTo(
            rows.stream().map(row -> row.stream().map(CsvTest::withApostrophe).toList()).toList());
  }

  private static String withApostrophe(String cell) {
    return !cell.isEmpty() && "=+-@\t\r".indexOf(cell.charAt(0)) >= 0 ? "'" + cell : cell;
  }

  private static String write(List<String> header, List<? extends List<?>> rows)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Csv.write(out, header, rows);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Reads RFC 4180. */
  public static List<List<String>> parse(String csv) {
    List<List<String>> rows = new ArrayList<>();
    List<String> row = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < csv.length(); i++) {
      char c = csv.charAt(i);
      if (quoted) {
        if (c != '"') {
          cell.append(c);
        } else if (i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
          cell.append(c);
          i++;
        } else {
          quoted = false;
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == ',' || c == '\n') {
        row.add(cell.toString());
        cell.setLength(0);
        if (c == '\n') {
          rows.add(row);
          row = new ArrayList<>();
        }
      } else {
        cell.append(c);
      }
    }
    return rows;
  }
}
