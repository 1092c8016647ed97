package dev.foliot.watch.episode;

import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.WatchSecond;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** One measure in the course of time: begins and ends its episodes. One thread. */
final class Course {
  /** Windows of ten seconds in an hour. */
  static final int HOUR = 360;

  /** With less than three minutes nothing is usual yet. */
  static final int FEWEST = 18;

  private static final double NEARLY_ALL = 0.95;
  private static final double TIMES = 2;

  /** So much above the bound one window is enough. */
  private static final double AT_ONCE = 2;

  /** An episode ends below this part of the bound. */
  private static final double BELOW = 0.67;

  private static final int WINDOWS = 2;

  private final Measure measure;
  private final Hour hour = new Hour(HOUR);
  private @Nullable Episode open;
  private int above;
  private int below;
  private int length;
  private long firstMs;
  private long lastAboveMs;
  private double worst;

  Course(Measure measure) {
    this.measure = measure;
  }

  /**
   * Takes a window.
   *
   * @return the episode as it begins or ends; empty if nothing changes
   */
  Optional<Episode> window(List<WatchSecond> seconds) {
    OptionalDouble value = measure.of(seconds);
    long endMs = seconds.getLast().epochS() * 1_000;
    if (value.isEmpty()) {
      return Optional.empty();
    }
    double now = value.getAsDouble();
    Episode running = open;
    if (running != null) {
      return lasts(running, now, endMs);
    }
    boolean isUnusual = hour.size() >= FEWEST && now > bound();
    if (!isUnusual) {
      hour.add(now);
      above = 0;
      return Optional.empty();
    }
    if (above++ == 0) {
      firstMs = start(seconds);
      worst = now;
    }
    worst = Math.max(worst, now);
    if (above < WINDOWS && now < AT_ONCE * bound()) {
      return Optional.empty();
    }
    return Optional.of(begin(endMs, above));
  }

  /**
   * Takes the beginning of a window, in case that it alone makes the whole window unusual enough:
   * what comes after it cannot be less than nothing. So nothing begins that would not begin at the
   * window's end, and a diagnosis sees it while it lasts.
   *
   * @param windowS the length of a whole window
   */
  Optional<Episode> soFar(List<WatchSecond> seconds, int windowS) {
    if (open != null || !measure.isMean() || hour.size() < FEWEST) {
      return Optional.empty();
    }
    OptionalDouble value = measure.of(seconds);
    if (value.isEmpty() || value.getAsDouble() * seconds.size() / windowS < AT_ONCE * bound()) {
      return Optional.empty();
    }
    if (above == 0) {
      firstMs = start(seconds);
      worst = value.getAsDouble();
    }
    return Optional.of(begin(seconds.getLast().epochS() * 1_000, above));
  }

  private Episode begin(long endMs, int windows) {
    lastAboveMs = endMs;
    below = 0;
    length = windows;
    above = 0;
    Episode begun = new Episode(0, firstMs, null, measure.kind(), level(), "", null);
    open = begun;
    return begun;
  }

  private double bound() {
    return Math.max(measure.floor(), TIMES * hour.quantile(NEARLY_ALL) + measure.floor());
  }

  private Episode.Level level() {
    return new Episode.Level(worst, hour.quantile(NEARLY_ALL), measure.unit());
  }

  private Optional<Episode> lasts(Episode running, double now, long endMs) {
    worst = Math.max(worst, now);
    length++;
    if (now > BELOW * bound()) {
      below = 0;
      lastAboveMs = endMs;
    } else {
      below++;
      hour.add(now);
    }
    // what lasts for an hour is usual from then on
    if (below < WINDOWS && length < HOUR) {
      return Optional.empty();
    }
    open = null;
    above = 0;
    if (length >= HOUR) {
      for (int i = 0; i < FEWEST; i++) {
        hour.add(worst);
      }
    }
    return Optional.of(running.ended(lastAboveMs, level()));
  }

  /** The first second of a window that is above the bound. */
  private long start(List<WatchSecond> seconds) {
    for (WatchSecond second : seconds) {
      OptionalDouble value = measure.of(List.of(second));
      if (value.isPresent() && value.getAsDouble() > bound()) {
        return (second.epochS() - 1) * 1_000;
      }
    }
    return (seconds.getFirst().epochS() - 1) * 1_000;
  }

  /** Ends what is open, since the JVM has ended. */
  Optional<Episode> end(long ms) {
    Episode running = open;
    open = null;
    return Optional.ofNullable(running).map(one -> one.ended(ms, level()));
  }
}
