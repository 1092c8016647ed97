package dev.foliot.fleet.read;

import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.rows.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The files that may hold rows of a span of time, by the dates in their paths. The others are not
 * opened.
 *
 * <p>A folder holds the rows from its beginning to its end, and those of a day on either side: its
 * date may be of another time zone, or rows may have come late. A date without a key, as of a
 * file's name, tells less: such a file holds rows from the date before it to the date after it,
 * among all files.
 */
final class FilesOfSpan {
  private static final Duration BESIDE = Duration.ofDays(1);

  private FilesOfSpan() {}

  /** When the rows of a file begin and end; null is open. */
  private record Reach(@Nullable Instant from, @Nullable Instant to) {
    boolean meets(@Nullable Instant first, @Nullable Instant last) {
      return (to == null || first == null || to.isAfter(first))
          && (from == null || last == null || from.isBefore(last));
    }
  }

  /**
   * The files that may hold rows of the span. All, if the paths do not tell, or if they tell that
   * none does: then the rows say which times there are.
   *
   * @param files of any type whose text is the path
   */
  static <T> List<T> of(List<T> files, FleetRequest.Span span) {
    List<@Nullable FileTime> times = new ArrayList<>();
    NavigableSet<LocalDateTime> all = new TreeSet<>();
    FileTime latest = null;
    for (T file : files) {
      FileTime time = FileTime.of(String.valueOf(file));
      times.add(time);
      if (time != null) {
        all.add(time.time());
        latest = latest == null || time.time().isAfter(latest.time()) ? time : latest;
      }
    }
    if (span.isAll() || latest == null) {
      return files;
    }
    Instant last = span.to();
    Instant first = span.from();
    if (span.last() != null) {
      // the last row is in the latest file, or later
      Instant end = last == null ? reach(latest, all).from() : last;
      first = end == null ? null : end.minus(span.last());
    }
    List<T> kept = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      FileTime time = times.get(i);
      if (time == null || reach(time, all).meets(first, last)) {
        kept.add(files.get(i));
      }
    }
    return kept.isEmpty() ? files : kept;
  }

  private static Reach reach(FileTime file, NavigableSet<LocalDateTime> all) {
    if (file.unit() == null) {
      LocalDateTime before = all.lower(file.time());
      LocalDateTime after = all.higher(file.time());
      return new Reach(
          before == null ? null : before.toInstant(ZoneOffset.UTC),
          after == null ? null : after.plusDays(1).toInstant(ZoneOffset.UTC));
    }
    return new Reach(
        file.time().toInstant(ZoneOffset.UTC).minus(BESIDE),
        file.time().plus(1, file.unit()).toInstant(ZoneOffset.UTC).plus(BESIDE));
  }
}
