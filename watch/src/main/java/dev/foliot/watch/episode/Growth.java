package dev.foliot.watch.episode;

import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchSecond;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Something that grew all through the hour: its least value in each sixth of it is above that of
 * the sixth before, and it grew by a fifth and by a fixed amount. Said once in six hours. One
 * thread.
 */
final class Growth {
  private static final int PARTS = 6;
  private static final double LEAST_SHARE = 0.2;
  private static final int SILENCE = 6 * Course.HOUR;

  private final EpisodeKind kind;
  private final WatchColumn column;
  private final double least;
  private final Hour hour = new Hour(Course.HOUR);
  private int silent;

  /**
   * @param least what it must have grown by
   */
  Growth(EpisodeKind kind, WatchColumn column, double least) {
    this.kind = kind;
    this.column = column;
    this.least = least;
  }

  Optional<Episode> window(List<WatchSecond> seconds) {
    OptionalDouble value =
        seconds.stream()
            .filter(second -> second.has(column))
            .mapToDouble(second -> second.value(column))
            .min();
    if (value.isEmpty()) {
      return Optional.empty();
    }
    hour.add(value.getAsDouble());
    silent = Math.max(0, silent - 1);
    double[] parts = hour.leasts(PARTS);
    if (silent > 0 || parts.length == 0) {
      return Optional.empty();
    }
    for (int i = 1; i < PARTS; i++) {
      if (parts[i] <= parts[i - 1]) {
        return Optional.empty();
      }
    }
    double grown = parts[PARTS - 1] - parts[0];
    if (grown < least || grown < LEAST_SHARE * parts[0]) {
      return Optional.empty();
    }
    silent = SILENCE;
    long endMs = seconds.getLast().epochS() * 1_000;
    return Optional.of(
        new Episode(
            0,
            endMs - 3_600_000,
            endMs,
            kind,
            new Episode.Level(
                parts[PARTS - 1], parts[0], kind == EpisodeKind.MEMORY ? "bytes" : "threads"),
            "",
            null));
  }
}
