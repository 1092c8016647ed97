package dev.foliot.cli.watch;

import dev.foliot.cli.live.LivePages;
import dev.foliot.judgement.answer.EpisodeWords;
import dev.foliot.report.page.LivePage;
import dev.foliot.report.page.LiveSubject;
import dev.foliot.report.page.LiveSubject.Chart;
import dev.foliot.report.page.LiveSubject.Fact;
import dev.foliot.report.page.LiveSubject.Line;
import dev.foliot.report.page.LiveSubject.Unit;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import dev.foliot.text.Numbers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The live page of one watched JVM: ten minutes of it, and its last episodes. Safe for any thread.
 */
final class WatchedPage implements LivePages {
  private static final int MOST_POINTS = 600;
  private static final int MOST_EPISODES = 12;
  private static final double NS_PER_S = 1e9;

  /** Columns of a point. */
  private static final int CPUS = 1;

  private static final int COLLECTIONS = 2;
  private static final int SAFEPOINTS = 3;
  private static final int OUTSIDE = 4;
  private static final int WAITING = 5;
  private static final int BLOCKED = 6;
  private static final int REQUESTS = 7;
  private static final int ERRORS = 8;
  private static final int P50 = 9;
  private static final int P99 = 10;
  private static final int LONGEST_NS = 11;

  private static final LiveSubject.States STATES =
      new LiveSubject.States(
          "Waiting for the first second",
          "The watch has ended, or its connection is lost",
          "The JVM in the last second",
          true);
  private static final List<Chart> OF_REQUESTS =
      List.of(
          new Chart(
              "times",
              "Response time",
              "Of the requests that ended in each second, by the access log, on a logarithmic"
                  + " scale.",
              Unit.LOG_NS,
              List.of(
                  new Line("p50", P50, "c0"),
                  new Line("p99", P99, "c1"),
                  new Line("max", LONGEST_NS, "c3"))),
          new Chart(
              "rates",
              "Requests",
              "Requests a second, and those with a status of 500 and more.",
              Unit.RATE,
              List.of(new Line("requests", REQUESTS, "c0"), new Line("errors", ERRORS, "bad"))));
  private static final List<Chart> OF_JVM =
      List.of(
          new Chart(
              "stops",
              "Time lost",
              "The share of each second in which the whole JVM stood still.",
              Unit.SHARE,
              List.of(
                  new Line("collections", COLLECTIONS, "c0"),
                  new Line("other safepoints", SAFEPOINTS, "c1"),
                  new Line("quota, steal, signals", OUTSIDE, "c3"))),
          new Chart(
              "threads",
              "Threads",
              "How many ran in the mean of each second, waited for a CPU, and waited for a lock.",
              Unit.NUMBER,
              List.of(
                  new Line("running", CPUS, "c0"),
                  new Line("waiting for a CPU", WAITING, "c1"),
                  new Line("waiting for a lock", BLOCKED, "c3"))));

  private final WatchRecord.Jvm jvm;
  private final Function<Boolean, List<LiveSubject.Link>> links;
  private final Deque<double[]> points = new ArrayDeque<>();
  private final Map<Integer, Episode> episodes = new TreeMap<>();
  private WatchSecond last = new WatchSecond(0, Map.of());

  /**
   * The page of a JVM.
   *
   * @param links to all JVMs, as seen from the first page or from another
   */
  WatchedPage(WatchRecord.Jvm jvm, Function<Boolean, List<LiveSubject.Link>> links) {
    this.jvm = jvm;
    this.links = links;
  }

  /** A page without a JVM. */
  static LivePages none() {
    return new LivePages() {
      @Override
      public String html() {
        return LivePage.html(subject("no JVM", List.of(), false));
      }

      @Override
      public Update since(double atS) {
        return new Update(Map.of("stage", "No JVM is watched now", "left", ""), List.of());
      }
    };
  }

  /** This page at the first path. */
  LivePages first() {
    return new LivePages() {
      @Override
      public String html() {
        return WatchedPage.this.html(true);
      }

      @Override
      public Update since(double atS) {
        return WatchedPage.this.since(atS);
      }
    };
  }

  String name() {
    return jvm.pid() + " " + jvm.program().main();
  }

  synchronized void add(WatchSecond second) {
    last = second;
    if (points.size() == MOST_POINTS) {
      points.removeFirst();
    }
    points.addLast(point(second));
  }

  synchronized void add(Episode episode) {
    episodes.put(episode.number(), episode);
    if (episodes.size() > MOST_EPISODES) {
      episodes.remove(episodes.keySet().iterator().next());
    }
  }

  private static double[] point(WatchSecond second) {
    double[] point = new double[LONGEST_NS + 1];
    point[0] = second.epochS();
    point[CPUS] = second.value(WatchColumn.CPU_NS) / NS_PER_S;
    point[COLLECTIONS] = second.value(WatchColumn.GC_NS) / NS_PER_S;
    point[SAFEPOINTS] =
        (second.value(WatchColumn.SAFEPOINT_NS) + second.value(WatchColumn.TIME_TO_SAFEPOINT_NS))
            / NS_PER_S;
    point[OUTSIDE] =
        (second.value(WatchColumn.THROTTLED_NS)
                + second.value(WatchColumn.STEAL_NS)
                + second.value(WatchColumn.STOPPED_NS))
            / NS_PER_S;
    point[WAITING] = second.value(WatchColumn.RUN_QUEUE_NS) / NS_PER_S;
    point[BLOCKED] = second.value(WatchColumn.BLOCKED);
    point[REQUESTS] = second.value(WatchColumn.REQUESTS);
    point[ERRORS] = second.value(WatchColumn.ERRORS);
    point[P50] = second.value(WatchColumn.P50_NS);
    point[P99] = second.value(WatchColumn.P99_NS);
    point[LONGEST_NS] = second.value(WatchColumn.MAX_NS);
    return point;
  }

  private static LiveSubject subject(
      String title, List<LiveSubject.Link> links, boolean hasRequests) {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("jvm", "JVM"));
    facts.add(new Fact("lost", "stood still"));
    List<Chart> charts = new ArrayList<>();
    if (hasRequests) {
      facts.add(new Fact("requests", "requests"));
      charts.addAll(OF_REQUESTS);
    }
    facts.add(new Fact("episodes", "episodes"));
    charts.addAll(OF_JVM);
    return new LiveSubject(
        title,
        "Watch, live",
        STATES,
        links,
        facts,
        charts,
        "Made by foliot watch. The page ends with the watch; what it saw stays in the store.");
  }

  @Override
  public String html() {
    return html(false);
  }

  private String html(boolean isFirst) {
    List<LiveSubject.Link> others = links.apply(isFirst);
    synchronized (this) {
      return LivePage.html(subject(name(), others, hasRequests()));
    }
  }

  private boolean hasRequests() {
    return last.has(WatchColumn.REQUESTS);
  }

  @Override
  public synchronized Update since(double atS) {
    List<List<Number>> some = new ArrayList<>();
    for (double[] point : points) {
      if (point[0] > atS) {
        List<Number> row = new ArrayList<>();
        for (double value : point) {
          row.add(value);
        }
        some.add(row);
      }
    }
    return new Update(texts(), some);
  }

  private Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(
        "stage",
        episodes.values().stream()
            .filter(one -> one.endMs() == null)
            .reduce((before, later) -> later)
            .map(one -> capital(EpisodeWords.of(one)))
            .orElse("Nothing unusual now"));
    texts.put(
        "left",
        "watched for "
            + Numbers.span(Math.max(0, last.epochS() - jvm.fromMs() / 1e3))
            + ", since "
            + EpisodeLines.moment(jvm.fromMs()));
    texts.put("jvm", jvmText());
    texts.put("lost", lostText());
    if (hasRequests()) {
      texts.put("requests", requestsText());
    }
    texts.put("episodes", episodesText());
    return texts;
  }

  private String jvmText() {
    List<String> parts = new ArrayList<>();
    parts.add(Numbers.cpus(last.value(WatchColumn.CPU_NS) / NS_PER_S));
    if (last.has(WatchColumn.HEAP_BYTES)) {
      parts.add("heap " + Numbers.binaryBytes(last.value(WatchColumn.HEAP_BYTES)));
    }
    parts.add("memory " + Numbers.binaryBytes(last.value(WatchColumn.RSS_BYTES)));
    parts.add(Numbers.count(last.value(WatchColumn.THREADS), "thread"));
    return String.join(", ", parts);
  }

  /** By the whole of what is drawn. */
  private String lostText() {
    if (points.isEmpty()) {
      return "-";
    }
    double collections =
        points.stream().mapToDouble(point -> point[COLLECTIONS]).average().orElse(0);
    double safepoints = points.stream().mapToDouble(point -> point[SAFEPOINTS]).average().orElse(0);
    double outside = points.stream().mapToDouble(point -> point[OUTSIDE]).average().orElse(0);
    return "in the last "
        + Numbers.span(points.size())
        + " for "
        + Numbers.percent(collections)
        + " of the time by collections, "
        + Numbers.percent(safepoints)
        + " by other safepoints, "
        + Numbers.percent(outside)
        + " from outside";
  }

  private String requestsText() {
    long count = last.value(WatchColumn.REQUESTS);
    return count == 0
        ? "none in the last second"
        : Numbers.rate((double) count)
            + ", p50 "
            + time(WatchColumn.P50_NS)
            + ", p99 "
            + time(WatchColumn.P99_NS)
            + ", "
            + Numbers.count(last.value(WatchColumn.ERRORS), "error");
  }

  /** Zero is less than the log can say. */
  private String time(WatchColumn column) {
    long ns = last.value(column);
    return ns == 0 ? "0" : Numbers.duration(ns);
  }

  /** The latest first. */
  private String episodesText() {
    List<String> lines = new ArrayList<>();
    for (Episode one : episodes.values()) {
      lines.addFirst(EpisodeLines.moment(one.startMs()) + "  " + EpisodeLines.what(one, ""));
    }
    return lines.isEmpty() ? "none" : String.join("\n", lines);
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
