package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.answer.HistoryAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.history.HistoryChange;
import dev.foliot.judgement.history.HistoryLine;
import dev.foliot.judgement.history.HistoryRun;
import dev.foliot.judgement.history.RunHistory;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Spread;
import dev.foliot.store.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HistoryReportTest {
  private static final Instant START = Instant.parse("2026-01-01T03:00:00Z");
  private static final int MEGABYTE = 1_000_000;

  private final SplittableRandom random = new SplittableRandom(20261130);

  @Test
  void shouldDrawThreeHundredRunsInLessThanAMegabyte() {
    String html = html(List.of(line("nightly", 300)));

    assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MEGABYTE);
    Html.shouldAskForNothing(html);
    Html.shouldBeWhole(html);
    assertThat(html)
        .contains(
            "2 lasting changes in 300 runs of 1 name",
            "nightly · 10,000/s",
            "A grey line is a change of machine",
            "c0ffee000079 → c0ffee000080",
            "JDK 25.0.1 from here");
  }

  /** However many runs and names there are. */
  @Test
  void shouldStayBelowAMegabyteWithManyNames() {
    List<HistoryLine> lines = new ArrayList<>();
    for (int name = 0; name < 40; name++) {
      lines.add(line("com.example.a.rather.deep.package.TheTask" + name, name == 0 ? 3_000 : 290));
    }
    String html = html(lines);

    assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MEGABYTE);
    assertThat(html).contains("20 more names or loads", "Drawn are the newest");
  }

  @Test
  void shouldLinkThePagesThatExist() {
    HistoryLine line = line("nightly", 30);
    String id = line.last().id();
    RunHistory history = history(List.of(line));
    String html =
        HistoryReport.html(
            history,
            answer(history),
            run ->
                run.equals(id) ? Optional.of("./a%20b/" + run + "/report.html") : Optional.empty());

    assertThat(html).contains("<a href=\"./a%20b/" + id + "/report.html\">" + id + "</a>");
    assertThat(html.split("<a href", -1)).hasSize(2);
  }

  @Test
  void shouldShowEveryTextAsText() {
    String evil = HostileRun.EVIL;
    List<HistoryRun> runs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      runs.add(
          new HistoryRun(
              evil,
              START.plus(Duration.ofDays(i)),
              Verdict.SUSPECT,
              new HistoryRun.Source(evil + i, evil + i),
              new HistoryRun.Machine(evil + i % 2, evil),
              Map.of("p99", new Spread(5_000L, 4_000L, 6_000L))));
    }
    HistoryLine line =
        new HistoryLine(
            new HistoryLine.Key(evil, evil, evil, evil, evil),
            runs,
            List.of(
                new HistoryChange(10, 8, List.of(new HistoryChange.Shift("p99", 2, 1.8, 2.2)))));

    Html.shouldShowEvilAsText(html(List.of(line)));
  }

  @Test
  void shouldSayThatThereIsNothing() {
    RunHistory history =
        new RunHistory(List.of(), new RunHistory.LeftOut(Map.of("diagnose", 1), 0, 0));

    assertThat(HistoryReport.html(history, answer(history), run -> Optional.empty()))
        .contains("No run has percentiles. Left out: 1 run of diagnose, without percentiles.");
  }

  private HistoryLine line(String name, int length) {
    List<HistoryRun> runs = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      double factor =
          (i >= 80 ? 1.2 : 1)
              * (i >= 230 ? 1.4 : 1)
              * Math.exp(0.02 * random.nextGaussian())
              * 10_000;
      Map<String, Spread> response = new HashMap<>();
      for (String percentile : Percentiles.NAMES) {
        response.put(
            percentile,
            new Spread(
                Math.round(factor),
                Math.round(factor * 0.9),
                Math.round(factor * 1.2),
                Math.round(factor * 0.95),
                Math.round(factor * 1.06)));
        factor *= 2;
      }
      runs.add(
          new HistoryRun(
              "20260101-%06d-abcd".formatted(i),
              START.plus(Duration.ofDays(i)),
              i % 50 == 7 ? Verdict.INVALID : i % 20 == 3 ? Verdict.SUSPECT : Verdict.VALID,
              new HistoryRun.Source(
                  "c0ffee%06d".formatted(i), i < length / 2 ? "21.0.4" : "25.0.1"),
              new HistoryRun.Machine("", i >= 180 && i < 200 ? "Slow CPU" : "Example CPU, 4 CPUs"),
              response));
    }
    List<HistoryChange> changes = new ArrayList<>();
    for (int first : new int[] {80, 230}) {
      if (first < length) {
        changes.add(
            new HistoryChange(
                first, first - 1, List.of(new HistoryChange.Shift("p99", 1.2, 1.15, 1.25))));
      }
    }
    return new HistoryLine(
        new HistoryLine.Key(name, "bench", "com.acme.Hop", "", "10,000/s"), runs, changes);
  }

  private static RunHistory history(List<HistoryLine> lines) {
    return new RunHistory(lines, new RunHistory.LeftOut(Map.of(), 0, 0));
  }

  private static String html(List<HistoryLine> lines) {
    RunHistory history = history(lines);
    return HistoryReport.html(
        history, answer(history), run -> Optional.of("./20260101-030000-abcd/report.html"));
  }

  private static HistoryAnswer answer(RunHistory history) {
    return HistoryAnswer.of(history, new NextCommands(List.of("foliot"), null));
  }
}
