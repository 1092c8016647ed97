package dev.foliot.cli.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.RateKnee;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.run.Sweep;
import dev.foliot.stats.Knee;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Spread;
import dev.foliot.store.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SweepTableTest {
  private static final Sweep.Point SLOW = point(1_000, 2, 0, 999, 200_000);
  private static final Sweep.Point FAST = point(4_000, 2, 1, 3_990, 350_000);
  private static final Sweep.Point TOO_FAST =
      new Sweep.Point(load(8_000), 2, 2, Verdict.VALID, 4_980.4, Map.of());

  @Test
  void shouldShowLatencyAgainstRateWithTheKnee() {
    Sweep sweep = new Sweep(List.of(SLOW, FAST, TOO_FAST), knee(1, Knee.End.SATURATED));

    assertThat(print(sweep))
        .isEqualTo(
            """

            end to end against rate: median (least to greatest) over 2 forks
            us                  achieved                  50%                  90%                  99%                99.9%               99.99%                worst
            1,000/s                999/s                200.0                200.0                200.0                    -                    -                400.0  VALID, the knee
                                             (180.0 to 220.0)     (180.0 to 220.0)     (180.0 to 220.0)
            4,000/s              3,990/s                350.0                350.0                350.0                    -                    -                700.0  VALID, SATURATED in 1 of 2
                                             (315.0 to 385.0)     (315.0 to 385.0)     (315.0 to 385.0)
            8,000/s              4,980/s                    -                    -                    -                    -                    -                    -  SATURATED
            """
                + answer(sweep));
  }

  @Test
  void shouldEndWithTheAnswerOfTheSweep() {
    Sweep.Point died = new Sweep.Point(load(500), 2, 0, Verdict.INVALID, 0, Map.of());
    for (Sweep sweep :
        List.of(
            new Sweep(List.of(SLOW, FAST), knee(2, Knee.End.NO_MORE_RATES)),
            new Sweep(List.of(TOO_FAST), knee(0, Knee.End.SATURATED)),
            new Sweep(List.of(died, SLOW), knee(0, Knee.End.UNKNOWN)))) {
      assertThat(print(sweep)).endsWith(answer(sweep)).doesNotContain("the knee\n");
    }
  }

  private static String answer(Sweep sweep) {
    return "knee: " + BenchAnswer.knee(sweep, "").sentence() + "\n";
  }

  private static RateKnee knee(int ratesBefore, Knee.End end) {
    return new RateKnee("p99", new Knee(ratesBefore, end));
  }

  private static String print(Sweep sweep) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new SweepTable(new PrintStream(bytes, true, StandardCharsets.UTF_8), sweep, Percentiles.NAMES)
        .print("");
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  private static Sweep.Point point(
      double rate, int forks, int saturated, double achieved, long medianNs) {
    Spread spread = new Spread(medianNs, medianNs * 9 / 10, medianNs * 11 / 10);
    Spread none = new Spread(null, null, null);
    Map<String, Spread> response = new LinkedHashMap<>();
    List.of("p50", "p90", "p99").forEach(name -> response.put(name, spread));
    List.of("p99_9", "p99_99").forEach(name -> response.put(name, none));
    response.put("max", new Spread(2 * medianNs, 2 * medianNs, 2 * medianNs));
    return new Sweep.Point(load(rate), forks, saturated, Verdict.VALID, achieved, response);
  }

  private static LoadRecord load(double rate) {
    return new LoadRecord(
        new LoadRecord.Schedule(rate, rate + "/s", "constant", 1),
        0,
        1,
        new LoadRecord.Work("inline", 1, "auto", 1),
        null,
        null);
  }
}
