package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.cells.TimeText;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a loop around {@code kubectl top} prints: a time, then a table; or the time before each
 * line.
 */
final class KubectlTopRows implements Rows {
  private static final Pattern HEADER =
      Pattern.compile(".*\\b(NAME|POD)\\s.*CPU\\(cores\\).*MEMORY\\(bytes\\).*");
  private static final int LONGEST_TIME = 6;

  private final InputFile file;

  KubectlTopRows(InputFile file) {
    this.file = file;
  }

  static boolean is(Head head) {
    return head.lines().stream().limit(5).anyMatch(line -> HEADER.matcher(line).matches());
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    GrowingRow row = new GrowingRow(sink, file.name());
    TimeText clock = new TimeText();
    String time = "";
    List<String> names = List.of();
    try (Reader text = file.text()) {
      Lines lines = new Lines(text);
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (line.isBlank()) {
          continue;
        }
        if (clock.read(line.strip())) {
          time = line.strip();
          continue;
        }
        List<String> words = Arrays.asList(line.strip().split("\\s+"));
        int before = timed(words, clock);
        time = before == 0 ? time : String.join(" ", words.subList(0, before));
        words = words.subList(before, words.size());
        if (HEADER.matcher(line).matches()) {
          names = words;
          continue;
        }
        if (names.isEmpty() || words.size() != names.size()) {
          notes.count("lines are no rows of kubectl top, as " + Texts.quote(line));
          continue;
        }
        if (time.isEmpty()) {
          throw new FleetException(
              file.name()
                  + " tells no times: print one before each table, as in"
                  + " while sleep 15; do date -Is; kubectl top pods; done");
        }
        row.clear().set(GrowingRow.TIME, time);
        boolean containers = names.contains("POD");
        for (int i = 0; i < words.size(); i++) {
          row.set(column(names.get(i), containers), words.get(i));
        }
        row.emit();
      }
    }
  }

  /** The number of words at the start that are a time together. */
  private static int timed(List<String> words, TimeText clock) {
    for (int most = Math.min(LONGEST_TIME, words.size() - 1); most > 0; most--) {
      if (clock.read(String.join(" ", words.subList(0, most)))) {
        return most;
      }
    }
    return 0;
  }

  private static String column(String name, boolean containers) {
    return switch (name) {
      case "POD" -> SeriesNames.NODE;
      case "NAME" -> containers ? "container" : SeriesNames.NODE;
      case "CPU(cores)" -> "cpu";
      case "MEMORY(bytes)" -> "memory";
      default -> name.toLowerCase(Locale.ROOT);
    };
  }
}
