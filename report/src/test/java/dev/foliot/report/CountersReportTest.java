package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.diagnosis.CounterCapture;
import dev.foliot.store.diagnosis.CounterHypothesis;
import dev.foliot.store.diagnosis.CounterQuestion;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.store.diagnosis.CountersRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountersReportTest {
  @Test
  void shouldBeginWithTheLikeliestHypothesisAndHowToConfirmIt() {
    String html = CountersReport.html(record(""));

    Html.shouldAskForNothing(html);
    Html.shouldBeWhole(html);
    assertThat(html)
        .contains("<h1>Likely cause: cache lines shared between cores (confidence 80 %).</h1>")
        .contains("foliot diagnose PID --only sharing")
        .contains("Is fast.csv the slow side? slow.csv does 2 times its instructions");
    assertThat(Html.rowOf(html, "ratios", "cycles per instruction"))
        .contains("2×", ">2.4<", ">1.2<", "<rect class=\"f1\" x=\"50%\"");
    assertThat(Html.rowOf(html, "ratios", "metric 0")).contains("<rect class=\"f0\"");
    assertThat(Html.rows(html, "ratios")).as("the others are below").hasSize(16);
    assertThat(Html.rows(html, "all-ratios")).hasSize(31);
    assertThat(Html.section(html, "result")).contains("event was counted for 60 % of the time");
  }

  @Test
  void shouldSayThatNoPatternMatches() {
    CounterCapture side = new CounterCapture("a.csv", "perf stat -x", null, List.of());
    String html =
        CountersReport.html(
            new CountersRecord(
                CountersRecord.SCHEMA, List.of(), List.of(), null, null, List.of(), side, side));

    assertThat(html)
        .contains("No difference beyond the error of the counts.", "class=\"validity valid\"");
    Html.shouldBeWhole(html);
  }

  @Test
  void shouldShowEveryTextAsText() {
    Html.shouldShowEvilAsText(CountersReport.html(record(HostileRun.EVIL)));
  }

  /** Two captures: 31 metrics, one of them without a ratio. */
  static CountersRecord record(String evil) {
    List<CounterRow> rows = new ArrayList<>();
    rows.add(new CounterRow("snoop hits, modified" + evil, 4_000_000, 0, null, null, null));
    rows.add(new CounterRow("cycles per instruction" + evil, 2.4, 1.2, 2.0, null, null));
    for (int i = 0; i < 29; i++) {
      rows.add(new CounterRow("metric " + i + evil, 50 + i, 100, (50 + i) / 100.0, null, null));
    }
    return new CountersRecord(
        CountersRecord.SCHEMA,
        rows,
        List.of(
            new CounterHypothesis(
                "cache lines shared between cores" + evil,
                0.8,
                "snoop hits in modified lines are there on the slow side alone" + evil,
                "Intel, Performance Analysis Guide" + evil,
                "foliot diagnose PID --only sharing" + evil)),
        null,
        new CounterQuestion(2, null),
        List.of("the processors differ" + evil),
        new CounterCapture(
            "slow.csv" + evil,
            "perf stat -x",
            null,
            List.of("an event was counted for 60 % of the time" + evil)),
        new CounterCapture("fast.csv" + evil, "perf stat -x", null, List.of()));
  }
}
