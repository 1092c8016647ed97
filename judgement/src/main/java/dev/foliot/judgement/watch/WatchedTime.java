package dev.foliot.judgement.watch;

import dev.foliot.store.StoredRun;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.RequestMinute;
import dev.foliot.store.watch.SlowRequest;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchFiles;
import dev.foliot.store.watch.WatchFrame;
import dev.foliot.store.watch.WatchLogReader;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a watch has seen of a JVM from one moment to another. Immutable.
 *
 * @param jvm which
 * @param span the time that was asked for
 * @param read what was read
 * @param episodes that lie in it, in the order of their beginnings
 * @param stops the longest, in the order of their lengths
 * @param requests of an access log
 * @param notes about the watch itself
 */
public record WatchedTime(
    WatchRecord.Jvm jvm,
    Span span,
    Read read,
    List<Episode> episodes,
    List<Stop> stops,
    Requests requests,
    List<WatchFrame.Note> notes) {
  /** Into so many equal parts a time is divided. */
  public static final int PARTS = 240;

  private static final long MINUTE_MS = 60_000;
  private static final int MOST_STOPS = 50;
  private static final int MOST_NOTES = 100;
  private static final int MOST_SLOW = 1_000;

  /**
   * A time.
   *
   * @param fromMs in milliseconds since 1970
   * @param toMs likewise
   */
  public record Span(long fromMs, long toMs) {
    private static final long DAY_MS = 86_400_000;

    /** Checks the order. */
    public Span {
      if (toMs <= fromMs) {
        throw new IllegalArgumentException("from " + fromMs + " to " + toMs);
      }
    }

    /**
     * The last day of a watch, or all of a shorter one.
     *
     * @param nowMs where it lasts
     */
    public static Span lastDay(WatchRecord watch, long nowMs) {
      long toMs =
          watch.jvms().stream()
              .mapToLong(jvm -> {
                Long until = jvm.toMs();
                return until == null ? nowMs : until;
              })
              .max()
              .orElse(nowMs);
      long fromMs =
          watch.jvms().stream().mapToLong(WatchRecord.Jvm::fromMs).min().orElse(toMs - DAY_MS);
      return new Span(Math.min(toMs - 1_000, Math.max(fromMs, toMs - DAY_MS)), toMs);
    }
  }

  /**
   * What was read in a column.
   *
   * @param sum over all seconds; of what does not add up, the last value
   * @param highest in a second
   * @param highestAtMs when that was
   */
  public record Sum(double sum, double highest, long highestAtMs) {}

  /**
   * The requests.
   *
   * @param count how many
   * @param errors those with a status of 500 and more
   * @param slow the slowest, the slowest first
   * @param causes what share of the delay of these each cause explains, and where most of it was
   */
  public record Requests(
      long count, long errors, List<SlowRequest> slow, Map<StopKind, SlowRequest.Cause> causes) {
    /** Keeps copies. */
    public Requests {
      slow = List.copyOf(slow);
      causes = Collections.unmodifiableMap(new TreeMap<>(causes));
    }

    /** The share that nothing explains, from 0 to 1. */
    public double unexplained() {
      return Math.clamp(
          1 - causes.values().stream().mapToDouble(SlowRequest.Cause::share).sum(), 0.0, 1.0);
    }
  }

  /**
   * What was read.
   *
   * @param seconds how many seconds of the time
   * @param sums added up, and at its highest
   * @param course the same in equal parts of the time, in order
   */
  public record Read(long seconds, Map<WatchColumn, Sum> sums, List<Part> course) {
    /** Keeps copies. */
    public Read {
      Map<WatchColumn, Sum> ordered = new EnumMap<>(WatchColumn.class);
      ordered.putAll(sums);
      sums = Collections.unmodifiableMap(ordered);
      course = List.copyOf(course);
    }
  }

  /**
   * A part of the time.
   *
   * @param seconds how many seconds of it were read
   * @param means of each column, by second
   * @param times of requests, as in {@link RequestMinute#times}
   */
  public record Part(long seconds, Map<WatchColumn, Double> means, Map<Integer, Long> times) {
    /** Keeps copies. */
    public Part {
      means = Map.copyOf(means);
      times = Map.copyOf(times);
    }
  }

  /** Keeps copies. */
  public WatchedTime {
    episodes = List.copyOf(episodes);
    stops = List.copyOf(stops);
    notes = List.copyOf(notes);
  }

  /** Of each JVM that was watched in a time. */
  public static List<WatchedTime> of(StoredRun run, Span span) {
    List<WatchedTime> all = new ArrayList<>();
    for (WatchRecord.Jvm jvm : WatchFiles.read(run).jvms()) {
      Long toMs = jvm.toMs();
      if (jvm.fromMs() <= span.toMs() && (toMs == null || toMs >= span.fromMs())) {
        Tally tally = new Tally(span);
        // a minute of requests may have begun before
        WatchLogReader.read(
            WatchFiles.log(run, jvm), span.fromMs() - MINUTE_MS, span.toMs(), tally::add);
        all.add(tally.end(jvm, span, WatchFiles.episodes(run, jvm, span.fromMs(), span.toMs())));
      }
    }
    return all;
  }

  /** How many seconds were read. */
  public long seconds() {
    return read.seconds();
  }

  /** The part of the time that a cause took, from 0 to 1, the greatest first. */
  public List<Map.Entry<StopKind, Double>> lost() {
    Map<StopKind, Double> lost = new EnumMap<>(StopKind.class);
    WatchColumn.STOPS.forEach((column, kind) -> {
      Sum sum = read.sums().get(column);
      if (sum != null && read.seconds() > 0 && sum.sum() > 0) {
        lost.put(kind, sum.sum() / 1e9 / read.seconds());
      }
    });
    return lost.entrySet().stream()
        .sorted(Map.Entry.<StopKind, Double>comparingByValue().reversed())
        .toList();
  }

  /** Adds up a part of the time. */
  private static final class Parts {
    private final Map<WatchColumn, Double> sums = new EnumMap<>(WatchColumn.class);
    private final Map<Integer, Long> times = new TreeMap<>();
    private long seconds;

    void add(WatchSecond second) {
      seconds++;
      second.values().forEach((column, value) -> sums.merge(column, (double) value, Double::sum));
    }

    Part end() {
      Map<WatchColumn, Double> means = new EnumMap<>(WatchColumn.class);
      sums.forEach((column, sum) -> means.put(column, sum / seconds));
      return new Part(seconds, means, times);
    }
  }

  /** Adds up frames. */
  private static final class Tally {
    private final Map<WatchColumn, Sum> sums = new EnumMap<>(WatchColumn.class);
    private final List<Stop> stops = new ArrayList<>();
    private final List<SlowRequest> slow = new ArrayList<>();
    private final List<WatchFrame.Note> notes = new ArrayList<>();
    private final List<Parts> course = new ArrayList<>();
    private final Span span;
    private long seconds;
    private long count;
    private long errors;

    Tally(Span span) {
      this.span = span;
      for (int i = 0; i < PARTS; i++) {
        course.add(new Parts());
      }
    }

    private Parts part(long ms) {
      long length = Math.max(1, span.toMs() - span.fromMs());
      return course.get(Math.clamp((ms - span.fromMs()) * PARTS / length, 0, PARTS - 1));
    }

    void add(WatchFrame frame) {
      long lastMs = frame.epochMs() + (frame instanceof WatchFrame.Requests ? MINUTE_MS - 1 : 0);
      if (lastMs < span.fromMs()) {
        return;
      }
      switch (frame) {
        case WatchFrame.Seconds(List<WatchSecond> some) -> some.forEach(this::add);
        case WatchFrame.Stops(List<Stop> some) -> {
          stops.addAll(some);
          shorten();
        }
        case WatchFrame.Requests(RequestMinute minute) -> add(minute);
        case WatchFrame.Note note when notes.size() < MOST_NOTES -> notes.add(note);
        case WatchFrame.Note _, WatchFrame.Changed _ -> {
          // episodes are read by themselves, as they were last known
        }
      }
    }

    private void add(WatchSecond second) {
      seconds++;
      second
          .values()
          .forEach((column, value) -> {
            Sum now = new Sum(value, value, second.epochS() * 1_000);
            sums.merge(column, now, (a, b) -> plus(column, a, b));
          });
      part(second.epochS() * 1_000).add(second);
    }

    private static Sum plus(WatchColumn column, Sum a, Sum b) {
      boolean isHigher = b.highest() > a.highest();
      return new Sum(
          column.isSum() ? a.sum() + b.sum() : b.sum(),
          isHigher ? b.highest() : a.highest(),
          isHigher ? b.highestAtMs() : a.highestAtMs());
    }

    private void shorten() {
      if (stops.size() > 2 * MOST_STOPS) {
        stops.sort(Comparator.comparingLong(Stop::lengthNs).reversed());
        stops.subList(MOST_STOPS, stops.size()).clear();
      }
    }

    private void add(RequestMinute minute) {
      minute
          .routes()
          .values()
          .forEach(route -> {
            count += route.count();
            errors += route.errors();
          });
      minute
          .times()
          .forEach((row, number) -> part(minute.epochMs()).times.merge(row, number, Long::sum));
      slow.addAll(minute.slow());
      if (slow.size() > 2 * MOST_SLOW) {
        slow.sort(Comparator.comparingLong(SlowRequest::lengthNs).reversed());
        slow.subList(MOST_SLOW, slow.size()).clear();
      }
    }

    WatchedTime end(WatchRecord.Jvm jvm, Span span, List<Episode> episodes) {
      stops.sort(Comparator.comparingLong(Stop::lengthNs).reversed());
      slow.sort(Comparator.comparingLong(SlowRequest::lengthNs).reversed());
      return new WatchedTime(
          jvm,
          span,
          new Read(seconds, sums, course.stream().map(Parts::end).toList()),
          episodes,
          stops.subList(0, Math.min(MOST_STOPS, stops.size())),
          new Requests(count, errors, slow.subList(0, Math.min(MOST_SLOW, slow.size())), causes()),
          notes);
    }

    /** By the delay that each cause explains, of the delay of all slow requests. */
    private Map<StopKind, SlowRequest.Cause> causes() {
      double delay = slow.stream().mapToDouble(one -> Math.max(0, one.beyondNs())).sum();
      Map<Place, Double> shares = new LinkedHashMap<>();
      for (SlowRequest one : slow) {
        one.causes()
            .forEach((kind, cause) ->
                shares.merge(
                    new Place(kind, cause.place()),
                    cause.share() * Math.max(0, one.beyondNs()) / delay,
                    Double::sum));
      }
      Map<StopKind, SlowRequest.Cause> causes = new EnumMap<>(StopKind.class);
      shares.entrySet().stream()
          .sorted(Map.Entry.<Place, Double>comparingByValue().reversed())
          .forEach(one ->
              causes.merge(
                  one.getKey().kind(),
                  new SlowRequest.Cause(one.getValue(), one.getKey().place()),
                  SlowRequest.Cause::plus));
      return causes;
    }

    private record Place(StopKind kind, String place) {}
  }
}
