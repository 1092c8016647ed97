package dev.foliot.watch.episode;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchSecond;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds times in which a JVM was not as in the hour before. Pure: it knows only what it is told,
 * second by second. One thread.
 *
 * <p>Shares of time and numbers of threads are compared in means of ten seconds. Their bound is
 * twice what 95 % of the hour before were below, and a fixed amount more. An episode begins above
 * twice the bound, or where two means in a row are above it; and as soon as the first seconds of a
 * mean suffice. It ends after twenty seconds below two thirds of the bound. What lasts for an hour
 * is usual from then on. A daily rhythm is slower than that, and no episode.
 *
 * <p>The first minute of a JVM is left out, and nothing is compared before three minutes are known.
 */
public final class EpisodeFinder {
  /** A stop of a JVM that is shorter is no episode. */
  public static final long SHORTEST_STOP_NS = 20_000_000;

  private static final int WINDOW_S = 10;
  private static final long START_UP_MS = 60_000;
  private static final int STOPS = 5_000;
  private static final int FEWEST_STOPS = 20;
  private static final long COUNTED_STOP_NS = 1_000_000;
  private static final double NEARLY_ALL_STOPS = 0.99;
  private static final double TIMES = 2;
  private static final int MOST_LONG_STOPS = 10;
  private static final long HOUR_MS = 3_600_000;
  private static final long TOGETHER_MS = 2_000;
  private static final long NS_PER_MS = 1_000_000;

  private final long startedMs;
  private final List<Course> courses = new ArrayList<>();
  private final RequestDrop drop = new RequestDrop();
  private final Growth threads = new Growth(EpisodeKind.THREADS, WatchColumn.THREADS, 100);
  private final Growth memory = new Growth(EpisodeKind.MEMORY, WatchColumn.RSS_BYTES, 256L << 20);
  private final List<WatchSecond> window = new ArrayList<>();
  private final Hour stops = new Hour(STOPS);
  private final Map<Episode, Integer> numbers = new HashMap<>();
  private final Deque<Long> longStopsMs = new ArrayDeque<>();
  private @Nullable Episode lastStop;
  private int next;

  /**
   * @param startedMs when the JVM started, in milliseconds since 1970
   * @param first the number of the first episode
   */
  public EpisodeFinder(long startedMs, int first) {
    this.startedMs = startedMs;
    this.next = first;
    for (Measure measure : Measure.values()) {
      courses.add(new Course(measure));
    }
  }

  /**
   * Takes a second.
   *
   * @return the episodes that begin or end
   */
  public List<Episode> second(WatchSecond second) {
    if (second.epochS() * 1_000 - startedMs < START_UP_MS) {
      return List.of();
    }
    window.add(second);
    if (window.size() < WINDOW_S) {
      List<Episode> begun = new ArrayList<>();
      courses.forEach(course -> course.soFar(window, WINDOW_S).ifPresent(begun::add));
      return begun.stream().map(this::numbered).toList();
    }
    List<WatchSecond> seconds = List.copyOf(window);
    window.clear();
    List<Episode> changed = new ArrayList<>();
    courses.forEach(course -> course.window(seconds).ifPresent(changed::add));
    drop.window(seconds).ifPresent(changed::add);
    threads.window(seconds).ifPresent(changed::add);
    memory.window(seconds).ifPresent(changed::add);
    return changed.stream().map(this::numbered).toList();
  }

  /** An episode has the number that it began with. */
  private Episode numbered(Episode episode) {
    Episode begun =
        new Episode(0, episode.startMs(), null, episode.kind(), Episode.Level.NONE, "", null);
    Integer number = episode.endMs() == null ? null : numbers.remove(begun);
    if (number == null) {
      number = next++;
      if (episode.endMs() == null) {
        numbers.put(begun, number);
      }
    }
    return episode.numbered(number);
  }

  /**
   * Takes a stop.
   *
   * @param stop with times in nanoseconds since 1970
   * @return the episode that it is, or that it makes longer
   */
  public Optional<Episode> stop(Stop stop) {
    long startMs = stop.startNs() / NS_PER_MS;
    if (!StopKind.OF_JVM.contains(stop.kind()) || startMs - startedMs < START_UP_MS) {
      return Optional.empty();
    }
    double usual = stops.quantile(NEARLY_ALL_STOPS);
    boolean isLong =
        stop.lengthNs() >= SHORTEST_STOP_NS
            && (stops.size() < FEWEST_STOPS || stop.lengthNs() > TIMES * usual);
    longStopsMs.removeIf(before -> startMs - before > HOUR_MS);
    if (isLong) {
      longStopsMs.addLast(startMs);
    }
    // what happens again and again is usual
    boolean isUsual = !isLong || longStopsMs.size() > MOST_LONG_STOPS;
    if (isUsual && stop.lengthNs() >= COUNTED_STOP_NS) {
      stops.add((double) stop.lengthNs());
    }
    if (!isLong) {
      return Optional.empty();
    }
    Episode before = lastStop;
    Long beforeEndMs = before == null ? null : before.endMs();
    long endMs = Math.max(startMs, stop.endNs() / NS_PER_MS);
    String detail = stop.kind().code() + (stop.detail().isEmpty() ? "" : ": " + stop.detail());
    Episode now;
    if (before != null && beforeEndMs != null && startMs - beforeEndMs < TOGETHER_MS) {
      now =
          before.ended(
              Math.max(beforeEndMs, endMs),
              new Episode.Level(
                  Math.max(before.level().worst(), (double) stop.lengthNs()),
                  before.level().usual(),
                  "ns"));
    } else {
      now =
          new Episode(
              next++,
              startMs,
              endMs,
              EpisodeKind.STOP,
              new Episode.Level((double) stop.lengthNs(), usual, "ns"),
              detail,
              null);
    }
    lastStop = now;
    return Optional.of(now);
  }

  /** The JVM has ended: all that is open ends with it. */
  public List<Episode> end(long ms) {
    List<Episode> all = new ArrayList<>();
    courses.forEach(course -> course.end(ms).map(this::numbered).ifPresent(all::add));
    drop.end(ms).map(this::numbered).ifPresent(all::add);
    return all;
  }

  /** A number for an episode that another one finds. */
  public int take() {
    return next++;
  }
}
