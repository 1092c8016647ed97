package dev.foliot.report.watch;

import dev.foliot.judgement.answer.EpisodeWords;
import dev.foliot.judgement.answer.WatchAnswer;
import dev.foliot.judgement.watch.WatchedTime;
import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.HeatCells;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Rail;
import dev.foliot.report.chart.Series;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.StoredRun;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.SlowRequest;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.text.Numbers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Which sections the page of a watch has, in which order. */
public final class WatchSections {
  private static final int MOST_JVMS = 12;
  private static final int MOST_EPISODES = 200;
  private static final int MOST_STOPS = 50;
  private static final int MOST_SLOW = 100;
  private static final int MOST_CAUSES = 3;
  private static final int PLOT_PX = 90;
  private static final int HEAT_PX = 120;
  private static final int SHADES = 7;
  private static final double NS_PER_S = 1e9;
  private static final double MS_PER_S = 1e3;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM HH:mm:ss", Locale.ROOT);

  /** What of the time is lost, in the order of its lines. */
  private static final List<WatchColumn> LOST =
      List.of(
          WatchColumn.GC_NS,
          WatchColumn.SAFEPOINT_NS,
          WatchColumn.TIME_TO_SAFEPOINT_NS,
          WatchColumn.THROTTLED_NS,
          WatchColumn.STEAL_NS);

  private static final Comparator<Map.Entry<StopKind, SlowRequest.Cause>> GREATEST =
      Comparator.comparingDouble(one -> -one.getValue().share());

  private final StoredRun run;
  private final List<WatchedTime> times;
  private final ZoneId zone;

  /**
   * @param times of each JVM
   * @param zone of the times in tables
   */
  public WatchSections(StoredRun run, List<WatchedTime> times, ZoneId zone) {
    this.run = run;
    this.times = times.stream().filter(time -> time.seconds() > 0).limit(MOST_JVMS).toList();
    this.zone = zone;
  }

  /** What a reader sees first. */
  public Cover cover(WatchAnswer answer) {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < times.size(); i++) {
      blocks.addAll(course(times.get(i), i));
      blocks.addAll(episodes(times.get(i), i));
    }
    return new Cover(
        "Watch: " + Foreign.text(run.run().benchmark(), 80),
        Foreign.sentence(answer.sentence()),
        times.stream().map(this::facts).toList(),
        blocks,
        List.of(
            new Cover.Step(
                "See what happened in a shorter time.",
                "foliot explain " + run.id() + " --from " + around(-1) + " --to " + around(1))));
  }

  /** Five minutes before or after the longest episode, or the end. */
  private Instant around(int side) {
    long ms =
        times.stream()
            .flatMap(time -> time.episodes().stream())
            .max(Comparator.comparingLong(episode -> episode.lengthMs(episode.startMs())))
            .map(Episode::startMs)
            .orElse(times.stream().mapToLong(time -> time.span().toMs()).max().orElse(0));
    return Instant.ofEpochSecond(ms / 1_000).plus(Duration.ofMinutes(5L * side));
  }

  private List<String> facts(WatchedTime time) {
    return List.of(
        Foreign.name(name(time)),
        "process " + time.jvm().pid(),
        "JDK " + Foreign.text(time.jvm().program().version(), 60),
        "recorded for " + Axis.length((double) time.seconds()),
        "times in " + (zone instanceof ZoneOffset ? "UTC" : zone.getId()));
  }

  private static String name(WatchedTime time) {
    String main = time.jvm().program().main();
    return main.isEmpty() ? "a JVM" : main;
  }

  /** What that rests on. */
  public List<Section> all() {
    List<Section> sections = new ArrayList<>();
    for (int i = 0; i < times.size(); i++) {
      WatchedTime time = times.get(i);
      String of = times.size() == 1 ? "" : Foreign.name(name(time)) + ": ";
      List<Block> slow = slow(time, i);
      if (!slow.isEmpty()) {
        sections.add(new Section("w" + i + "-slow", of + "Slow requests", slow));
      }
      sections.add(new Section("w" + i + "-stops", of + "The longest stops", stops(time, i)));
      sections.add(new Section("w" + i + "-looked", of + "What was watched", looked(time, i)));
    }
    sections.add(new Section("watch-command", "Command", List.of(Facts.command(run.run()))));
    return sections;
  }

  private List<Block> course(WatchedTime time, int number) {
    double fromS = time.span().fromMs() / MS_PER_S;
    double toS = time.span().toMs() / MS_PER_S;
    double partS = (toS - fromS) / WatchedTime.PARTS;
    List<WatchedTime.Part> parts = time.read().course();
    Chart chart = new Chart("w" + number + "-course", "what was lost when", Chart.Names.LONG);
    Axis across = Axis.time(fromS, toS, 6);
    if (time.requests().count() > 0) {
      heat(chart, across, parts);
      chart.gap(10);
    }
    Plot lost = chart.plot(PLOT_PX, across, Axis.fromZero(mostLost(parts), 3, Units::shortShare));
    if (time.requests().count() > 0) {
      lost.withoutXLabels();
    }
    int colour = 0;
    for (WatchColumn column : LOST) {
      if (parts.stream().anyMatch(part -> part.means().getOrDefault(column, 0.0) > 0)) {
        line(
            lost.series("w" + number + column.code(), "c" + colour),
            parts,
            part -> part.means().getOrDefault(column, 0.0) / NS_PER_S,
            fromS,
            partS,
            column.words());
        colour++;
      }
    }
    Rail rail = chart.rail("", "stops", "episodes");
    for (Episode episode : time.episodes()) {
      Long endMs = episode.endMs();
      rail.box(
          Math.max(fromS, episode.startMs() / MS_PER_S),
          Math.min(toS, (endMs == null ? time.span().toMs() : endMs) / MS_PER_S),
          when(episode.startMs()) + ": " + Foreign.sentence(EpisodeWords.of(episode)));
    }
    chart.gap(12);
    double cpus =
        parts.stream()
            .mapToDouble(part -> part.means().getOrDefault(WatchColumn.CPU_NS, 0.0) / NS_PER_S)
            .max()
            .orElse(1);
    Plot cpu =
        chart.plot(PLOT_PX, across, Axis.fromZero(Math.max(cpus, 0.1), 3, Units::shortCores));
    line(
        cpu.series("w" + number + "cpu", "c0"),
        parts,
        part -> part.means().getOrDefault(WatchColumn.CPU_NS, 0.0) / NS_PER_S,
        fromS,
        partS,
        "CPUs used");
    for (int i = 0; i < parts.size(); i++) {
      chart.place(fromS + (i + 0.5) * partS, when(Math.round((fromS + i * partS) * MS_PER_S)));
    }
    return List.of(
        chart
            .figure(
                "What was lost when" + (times.size() == 1 ? "" : ": " + Foreign.name(name(time))),
                (time.requests().count() > 0
                        ? "Above: requests by response time, the darker the more. "
                        : "")
                    + "The part of the time that stops took, episodes, and the CPUs that the JVM"
                    + " used. The axis is in UTC.")
            .table(table(time, number)));
  }

  private static double mostLost(List<WatchedTime.Part> parts) {
    return Math.max(
        0.01,
        parts.stream()
            .flatMap(part -> LOST.stream().map(column -> part.means().getOrDefault(column, 0.0)))
            .mapToDouble(ns -> ns / NS_PER_S)
            .max()
            .orElse(0));
  }

  private static void line(
      Series series,
      List<WatchedTime.Part> parts,
      ToDoubleFunction<WatchedTime.Part> value,
      double fromS,
      double partS,
      String name) {
    Path path = series.path("line");
    double last = 0;
    double lastS = fromS;
    for (int i = 0; i < parts.size(); i++) {
      boolean isRead = parts.get(i).seconds() > 0;
      double now = isRead ? value.applyAsDouble(parts.get(i)) : Double.NaN;
      path.to(fromS + (i + 0.5) * partS, now);
      last = isRead ? now : last;
      lastS = isRead ? fromS + (i + 0.5) * partS : lastS;
    }
    series.name(lastS, last, name);
  }

  private static void heat(Chart chart, Axis across, List<WatchedTime.Part> parts) {
    int first =
        parts.stream()
            .flatMap(part -> part.times().keySet().stream())
            .mapToInt(row -> row)
            .min()
            .orElse(0);
    int last =
        parts.stream()
            .flatMap(part -> part.times().keySet().stream())
            .mapToInt(row -> row)
            .max()
            .orElse(0);
    int rows = Math.max(10, last + 1 - first);
    double most =
        parts.stream()
            .flatMap(part -> part.times().values().stream())
            .mapToDouble(Long::doubleValue)
            .max()
            .orElse(1);
    HeatCells cells = new HeatCells(parts.size(), rows, SHADES);
    for (int i = 0; i < parts.size(); i++) {
      for (Map.Entry<Integer, Long> one : parts.get(i).times().entrySet()) {
        double strength = Math.log1p(one.getValue()) / Math.log1p(most);
        int shade = (int) Math.clamp(Math.ceil(strength * SHADES), 1, SHADES);
        cells.run(one.getKey() - first, i, i + 1L, shade);
      }
    }
    chart
        .plot(
            HEAT_PX,
            across,
            Axis.log(
                Math.pow(10, first / 10.0),
                Math.pow(10, (first + rows) / 10.0),
                5,
                Units::shortDuration))
        .withoutXLabels()
        .ground(cells::draw);
  }

  private Block.Table table(WatchedTime time, int number) {
    Rows rows = new Rows().texts("from").numbers("CPUs");
    LOST.forEach(column -> rows.numbers(column.words()));
    List<WatchedTime.Part> parts = time.read().course();
    int together = WatchedTime.PARTS / 24;
    double partMs = (double) (time.span().toMs() - time.span().fromMs()) / WatchedTime.PARTS;
    for (int from = 0; from < parts.size(); from += together) {
      List<WatchedTime.Part> some = parts.subList(from, Math.min(parts.size(), from + together));
      long seconds = some.stream().mapToLong(WatchedTime.Part::seconds).sum();
      if (seconds > 0) {
        List<Cell> row = new ArrayList<>();
        row.add(Cell.text(when(Math.round(time.span().fromMs() + from * partMs))));
        row.add(Cell.number(Units.number(mean(some, WatchColumn.CPU_NS, seconds) / NS_PER_S)));
        LOST.forEach(column ->
            row.add(Cell.number(Units.percent(mean(some, column, seconds) / NS_PER_S, 2))));
        rows.row(row);
      }
    }
    return rows.of("w" + number + "-course", "What was lost when");
  }

  private static double mean(List<WatchedTime.Part> parts, WatchColumn column, long seconds) {
    return parts.stream()
            .mapToDouble(part -> part.means().getOrDefault(column, 0.0) * part.seconds())
            .sum()
        / seconds;
  }

  private List<Block> episodes(WatchedTime time, int number) {
    if (time.episodes().isEmpty()) {
      return List.of(new Block.Prose("No episode: it was as in the hour before, all the time."));
    }
    Rows rows = new Rows().texts("when").numbers("length").texts("what", "a diagnosis says");
    List<Episode> last =
        time.episodes()
            .subList(Math.max(0, time.episodes().size() - MOST_EPISODES), time.episodes().size());
    for (Episode episode : last) {
      Episode.Found found = episode.found();
      String length = EpisodeWords.length(episode);
      rows.row(
          Cell.text(when(episode.startMs())),
          Cell.number(
              episode.endMs() == null ? "not ended" : length.isEmpty() ? Units.NONE : length),
          Cell.text(Foreign.sentence(EpisodeWords.of(episode))),
          Cell.text(found == null ? Units.NONE : Foreign.sentence(found.answer())));
    }
    return List.of(
        rows.table(
            "w" + number + "-episodes",
            "Episodes" + (times.size() == 1 ? "" : " of " + Foreign.name(name(time))),
            "Times in which something was not as in the hour before.",
            ""));
  }

  private List<Block> slow(WatchedTime time, int number) {
    if (time.requests().slow().isEmpty()) {
      return List.of();
    }
    Rows causes = new Rows().texts("cause").numbers("share of the delay").texts("most of it in");
    time.requests().causes().entrySet().stream()
        .sorted(GREATEST)
        .forEach(one ->
            causes.row(
                Cell.text(one.getKey().sentence()),
                Cell.number(Units.percent(one.getValue().share(), 1)),
                Cell.text(place(one.getValue()))));
    causes.row(
        Cell.text("nothing that was watched lay over it"),
        Cell.number(Units.percent(time.requests().unexplained(), 1)),
        Cell.text(Units.NONE));
    Rows rows =
        new Rows().texts("when", "request").numbers("took", "error of the log").texts("why");
    for (SlowRequest one :
        time.requests().slow().subList(0, Math.min(MOST_SLOW, time.requests().slow().size()))) {
      String trace = one.trace();
      rows.row(
          Cell.text(when(one.startMs())),
          Cell.text(
              Foreign.name(one.route())
                  + (one.status() >= 500 ? " (" + one.status() + ")" : "")
                  + (trace == null ? "" : ", trace " + Foreign.text(trace, 40))),
          Cell.ns(one.lengthNs()),
          Cell.ns(one.errorNs()),
          Cell.text(why(one)));
    }
    return List.of(
        causes.table("w" + number + "-causes", "Why they were slow", "", ""),
        rows.table("w" + number + "-requests", "The slowest requests", "", ""));
  }

  private static String place(SlowRequest.Cause cause) {
    return cause.place().isEmpty() ? Units.NONE : Foreign.text(cause.place(), 120);
  }

  private static String why(SlowRequest request) {
    List<String> parts =
        request.causes().entrySet().stream()
            .sorted(GREATEST)
            .limit(MOST_CAUSES)
            .map(one ->
                one.getKey().code()
                    + " "
                    + Numbers.percent(one.getValue().share(), 0)
                    + (one.getValue().place().isEmpty() ? "" : " (" + place(one.getValue()) + ")"))
            .toList();
    return parts.isEmpty() ? "unexplained" : String.join(", ", parts);
  }

  private List<Block> stops(WatchedTime time, int number) {
    if (time.stops().isEmpty()) {
      return List.of(new Block.Prose("No stop of 1 ms or more was seen."));
    }
    Rows rows = new Rows().texts("when").numbers("length", "error").texts("what");
    for (Stop stop : time.stops().subList(0, Math.min(MOST_STOPS, time.stops().size()))) {
      rows.row(
          Cell.text(when(stop.startNs() / 1_000_000)),
          Cell.ns(stop.lengthNs()),
          Cell.ns(stop.errorNs()),
          Cell.text(
              stop.kind().sentence()
                  + (stop.detail().isEmpty() ? "" : " (" + Foreign.text(stop.detail(), 80) + ")")));
    }
    return List.of(rows.table("w" + number + "-longest", "The longest stops", "", ""));
  }

  private List<Block> looked(WatchedTime time, int number) {
    List<Block> blocks = new ArrayList<>();
    Rows rows = new Rows().texts("source").numbers("every").texts("not watched");
    for (TimelineSource source : time.jvm().sources()) {
      String why = source.unavailable();
      rows.row(
          Cell.text(source.name()),
          Cell.ns(source.everyNs()),
          Cell.text(why == null ? Units.NONE : Foreign.sentence(why)));
    }
    if (!rows.isEmpty()) {
      blocks.add(rows.table("w" + number + "-sources", "Where stops were looked for", "", ""));
    }
    if (!time.notes().isEmpty()) {
      blocks.add(
          new Block.Steps(
              "About the watch itself",
              time.notes().stream()
                  .map(note -> when(note.epochMs()) + ": " + Foreign.sentence(note.text()))
                  .toList(),
              false));
    }
    if (blocks.isEmpty()) {
      blocks.add(new Block.Prose("It is still watched: the sources are known at its end."));
    }
    return blocks;
  }

  private String when(long ms) {
    return TIME.format(Instant.ofEpochMilli(ms).atZone(zone));
  }
}
