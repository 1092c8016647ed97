package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.cells.TimeText;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names of a CSV file's columns, and what is before them: {@code sep=;} as spreadsheets write
 * it, and comments.
 *
 * @param before the number of records before the names; -1 if there is no line of names
 */
public record CsvHeader(List<String> names, char delimiter, int before) {
  static final String DELIMITERS = ",;\t|";
  private static final int LONGEST_LINE = 1 << 20;
  private static final int MOST_COMMENTS = 100;
  private static final int NO_LINE = -1;

  /** What a graph of CloudWatch's console saves begins with this, then Label, Period and others. */
  private static final String CLOUD_WATCH_LABELS = "Full label";

  /** Keeps a copy. */
  public CsvHeader {
    names = List.copyOf(names);
  }

  /** The header of a file. */
  public static CsvHeader of(InputFile file) throws IOException {
    try (Reader text = file.text()) {
      char[] head = new char[LONGEST_LINE];
      int length = 0;
      for (int n = 0;
          n >= 0 && length < head.length;
          n = text.read(head, length, head.length - length)) {
        length += n;
      }
      String start = new String(head, 0, length);
      CsvHeader header =
          file.columns().isEmpty()
              ? of(start, file.name())
              : named(start.stripLeading(), file.columns());
      if (header == null) {
        throw new FleetException(file.name() + " is empty: give a file with data");
      }
      return header;
    }
  }

  /** The names that the user gives; there is no line of them. */
  private static CsvHeader named(String text, List<String> names) {
    return new CsvHeader(names, delimiter(firstRecord(text, 0)), NO_LINE);
  }

  /** Whether the user named the columns. */
  boolean isGiven() {
    return before == NO_LINE;
  }

  /** The header at the start of a text; null for none. */
  static @Nullable CsvHeader of(String head, String name) {
    String text = head.stripLeading();
    Character said = separator(text);
    String line = firstRecord(text, said == null ? 0 : 1);
    char delimiter = said != null ? said : delimiter(line);
    CsvScanner scanner = new CsvScanner(new StringReader(text), delimiter, name);
    try {
      List<String> comment = List.of();
      List<String> labels = List.of();
      for (int before = 0; before < MOST_COMMENTS && scanner.next(); before++) {
        List<String> names = names(scanner);
        if (said != null && before == 0) {
          continue;
        }
        String first = names.getFirst();
        if (first.startsWith("#")) {
          comment = new ArrayList<>(names);
          comment.set(0, first.substring(1).strip());
          continue;
        }
        if (first.equals(CLOUD_WATCH_LABELS) || !labels.isEmpty()) {
          if (!labels.isEmpty() && looksLikeData(List.of(first))) {
            return new CsvHeader(labels, delimiter, before - 1);
          }
          if (labels.isEmpty() || (first.equals("Label") && isEachOnce(names))) {
            labels = new ArrayList<>(names);
            labels.set(0, GrowingRow.TIME);
          }
          continue;
        }
        // the names may be in a comment, as in "# time,node,cpu"
        boolean inComment =
            comment.size() > 1 && comment.size() == names.size() && looksLikeData(names);
        return inComment
            ? new CsvHeader(comment, delimiter, before - 1)
            : new CsvHeader(names, delimiter, before);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return null;
  }

  private static List<String> names(CsvScanner scanner) {
    List<String> names = new ArrayList<>(scanner.count());
    for (int i = 0; i < scanner.count(); i++) {
      String cell = scanner.cells()[i];
      names.add(cell == null || cell.isBlank() ? "column" + (i + 1) : Texts.name(cell.strip()));
    }
    return names;
  }

  /** Whether one of the cells is a number or a time, as no name of a column is. */
  static boolean looksLikeData(List<String> cells) {
    NumberText number = new NumberText();
    TimeText time = new TimeText();
    return cells.stream().anyMatch(cell -> number.read(cell) || time.read(cell));
  }

  private static @Nullable Character separator(String text) {
    String line = text.lines().findFirst().orElse("").replace("\"", "").strip();
    return line.toLowerCase(Locale.ROOT).startsWith("sep=") && line.length() == 5
        ? Character.valueOf(line.charAt(4))
        : null;
  }

  private static String firstRecord(String text, int skipped) {
    boolean quoted = false;
    int start = 0;
    int left = skipped;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted ^= c == '"';
      if (!quoted && (c == '\n' || c == '\r')) {
        String line = text.substring(start, i);
        if (!line.isBlank() && !line.startsWith("#") && left-- == 0) {
          return line;
        }
        start = i + 1;
      }
    }
    return text.substring(start);
  }

  /** The most frequent separator outside of quotes. */
  private static char delimiter(String line) {
    int[] counts = new int[DELIMITERS.length()];
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      quoted ^= line.charAt(i) == '"';
      int which = quoted ? -1 : DELIMITERS.indexOf(line.charAt(i));
      if (which >= 0) {
        counts[which]++;
      }
    }
    int best = 0;
    for (int i = 1; i < counts.length; i++) {
      best = counts[i] > counts[best] ? i : best;
    }
    return DELIMITERS.charAt(best);
  }

  /** The cells of the first row after the names. */
  List<String> firstRow(String head, String name) {
    CsvScanner scanner = new CsvScanner(new StringReader(head.stripLeading()), delimiter, name);
    try {
      skip(scanner);
      List<String> cells = new ArrayList<>();
      if (scanner.next()) {
        for (int i = 0; i < scanner.count(); i++) {
          String cell = scanner.cells()[i];
          cells.add(cell == null ? "" : cell);
        }
      }
      return cells;
    } catch (FleetException e) {
      // a cell that ends after the head
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Passes over the names, and what is before them. */
  void skip(CsvScanner scanner) throws IOException {
    for (int i = 0; i <= before; i++) {
      scanner.next();
    }
  }

  private static boolean isEachOnce(List<String> names) {
    return new HashSet<>(names).size() == names.size();
  }

  /** Refuses two columns of one name. */
  public void refuseRepeated(String file) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new FleetException(
            "%s has two columns %s: give each a name of its own"
                .formatted(file, Texts.quote(name)));
      }
    }
  }
}
