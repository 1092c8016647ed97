package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.rows.FileTime;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Folders of months, days or hours that are missing among others, as {@code zone=a/day=2026-11-03}.
 *
 * <p>Points that no node has are no gap of a node, so the counts of missing points leave them out.
 */
final class MissingFolders {
  private static final List<ChronoUnit> UNITS =
      List.of(ChronoUnit.MONTHS, ChronoUnit.DAYS, ChronoUnit.HOURS);

  private static final int NAMED = 3;
  private static final int LONGEST_GAP = 10_000;

  /** The times of folders that have the same other keys. */
  private record Series(String others, ChronoUnit unit) {}

  private MissingFolders() {}

  /** Counts them in the notes. */
  static void note(List<String> files, Notes notes) {
    Map<Series, NavigableSet<LocalDateTime>> all =
        new TreeMap<>(Comparator.comparing(Series::others).thenComparing(Series::unit));
    for (String file : files) {
      FileTime folder = FileTime.of(file);
      if (folder != null && folder.unit() != null) {
        all.computeIfAbsent(new Series(folder.others(), folder.unit()), series -> new TreeSet<>())
            .add(folder.time());
      }
    }
    for (ChronoUnit unit : UNITS) {
      List<String> missing = new ArrayList<>();
      all.forEach((series, times) -> {
        if (series.unit() == unit) {
          missing.addAll(missing(series, times));
        }
      });
      if (!missing.isEmpty()) {
        notes.count(
            "folders of %s are missing among others, as %s: their points are not in the answer"
                .formatted(
                    unit.toString().toLowerCase(Locale.ROOT),
                    Texts.list(missing.subList(0, Math.min(NAMED, missing.size())))),
            missing.size());
      }
    }
  }

  private static List<String> missing(Series series, NavigableSet<LocalDateTime> times) {
    List<String> missing = new ArrayList<>();
    LocalDateTime time = times.first();
    for (int i = 0; i < LONGEST_GAP && time.isBefore(times.last()); i++) {
      time = time.plus(1, series.unit());
      if (!times.contains(time)) {
        String name =
            switch (series.unit()) {
              case HOURS -> time.toString();
              case MONTHS -> time.toLocalDate().toString().substring(0, "2026-11".length());
              default -> time.toLocalDate().toString();
            };
        missing.add(series.others().isEmpty() ? name : series.others() + " " + name);
      }
    }
    return missing;
  }
}
