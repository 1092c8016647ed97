package dev.foliot.watch.episode;

import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchSecond;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fewer requests than in the hour before: in three windows in a row below two fifths of what 95 %
 * of them had. One thread.
 */
final class RequestDrop {
  private static final double FEW = 0.05;
  private static final double PART = 0.4;
  private static final double BACK = 0.7;
  private static final int WINDOWS = 3;
  private static final int FEWEST_REQUESTS = 50;

  private final Hour hour = new Hour(Course.HOUR);
  private @Nullable Episode open;
  private int few;
  private int back;
  private int length;
  private long firstMs;
  private double least;

  Optional<Episode> window(List<WatchSecond> seconds) {
    if (seconds.stream().noneMatch(second -> second.has(WatchColumn.REQUESTS))) {
      return Optional.empty();
    }
    double perS = Measure.sum(seconds, WatchColumn.REQUESTS) / seconds.size();
    long endMs = seconds.getLast().epochS() * 1_000;
    Episode running = open;
    if (running != null) {
      least = Math.min(least, perS);
      length++;
      back = perS >= BACK * hour.quantile(FEW) ? back + 1 : 0;
      if (back < WINDOWS && length < Course.HOUR) {
        return Optional.empty();
      }
      open = null;
      hour.add(perS);
      return Optional.of(running.ended(endMs, level()));
    }
    double usual = hour.quantile(FEW);
    boolean isFew =
        hour.size() >= Course.FEWEST
            && usual * seconds.size() >= FEWEST_REQUESTS
            && perS < PART * usual;
    if (!isFew) {
      hour.add(perS);
      few = 0;
      return Optional.empty();
    }
    if (few++ == 0) {
      firstMs = (seconds.getFirst().epochS() - 1) * 1_000;
      least = perS;
    }
    least = Math.min(least, perS);
    if (few < WINDOWS) {
      return Optional.empty();
    }
    few = 0;
    back = 0;
    length = WINDOWS;
    Episode begun = new Episode(0, firstMs, null, EpisodeKind.DROP, level(), "", null);
    open = begun;
    return Optional.of(begun);
  }

  private Episode.Level level() {
    return new Episode.Level(least, hour.quantile(FEW), "/s");
  }

  Optional<Episode> end(long ms) {
    Episode running = open;
    open = null;
    return Optional.ofNullable(running).map(one -> one.ended(ms, level()));
  }
}
