package dev.foliot.checks.peers.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TablesTest {
  private static final Case RAMP = new Cases(Length.FULL).named("ramp");

  @Test
  void shouldPrintTheMedianAndTheRangeOfEachFigure() {
    Results results = new Results(RAMP, 3);
    results.add(0, Body.CACHED, done(Figure.THROUGHPUT, 1490, Figure.SECONDS, 1.0625));
    results.add(1, Body.CACHED, done(Figure.THROUGHPUT, 1500, Figure.SECONDS, 1.0625));
    results.add(2, Body.CACHED, done(Figure.THROUGHPUT, 12345));

    assertThat(Tables.figures(results))
        .containsExactly(
            "",
            "| ramp: 300 callers, 200 ms blocked, all at once | seconds | tasks/s |",
            "|---|---|---|",
            "| cached | 1.06 | 1,500 (1,490 to 12,345) |");
  }

  @Test
  void shouldNameOnceWhyFiguresAreMissing() {
    Results results = new Results(RAMP, 3);
    results.add(0, Body.CACHED, new Outcome.Failed("died | of\n hunger"));
    results.add(1, Body.CACHED, new Outcome.Failed("died | of\n hunger"));
    results.add(
        2, Body.FIXED, new Outcome.Done(new HarnessResult(List.of(Map.of()), List.of("late"))));

    assertThat(Tables.figures(results)).contains("| cached |", "| fixed, best size |");
    assertThat(results.notes())
        .containsExactly("fixed, best size, ramp: late", "cached, ramp: died \\| of hunger");
  }

  @Test
  void shouldSayOfEachBarWhetherItIsMet() {
    Results results = new Results(RAMP, 6);
    for (int round = 0; round < 6; round++) {
      results.add(round, Body.FIXED, done(Figure.THROUGHPUT, 1500));
      results.add(
          round,
          Body.PLATFORM,
          done(Figure.THROUGHPUT, 1490 - round, Figure.SECONDS, 1.5, Figure.THREADS, 331));
      results.add(round, Body.VIRTUAL, done(Figure.THROUGHPUT, 1200));
    }

    assertThat(Tables.bars(List.of(results)))
        .contains(
            "| ramp | AdaptivePool.platform() | 0.992 (0.990 to 0.993) | met |",
            "| ramp | AdaptivePool.virtual() | 0.800 (0.800 to 0.800) | MISSED |",
            "| ramp | AdaptivePool.platform() | seconds at most 2 | 1.50 | met |",
            "| ramp | AdaptivePool.platform() | threads at most 330 | 331 | MISSED |",
            // it never reached full throughput
            "| ramp | AdaptivePool.virtual() | seconds at most 2 | - | MISSED |");
  }

  @Test
  void shouldSayOfOneThatNeverRanThatItDidNot() {
    Results results = new Results(RAMP, 6);
    results.add(0, Body.PLATFORM, new Outcome.Failed("not built yet"));

    assertThat(Tables.bars(List.of(results)))
        .filteredOn(line -> line.contains("platform()"))
        .hasSize(3)
        .allMatch(line -> line.endsWith("| - | not run |"));
    assertThat(Tables.behind(List.of(results))).last().asString().endsWith("| - |");
  }

  @Test
  void shouldSayWhereOursAreBehindAndByHowMuch() {
    Results results = new Results(RAMP, 1);
    results.add(0, Body.PLATFORM, done(Figure.THROUGHPUT, 970, Figure.RSS_MB, 80));
    results.add(0, Body.CACHED, done(Figure.THROUGHPUT, 1000, Figure.RSS_MB, 120));
    results.add(0, Body.VIRTUAL_THREADS, done(Figure.THROUGHPUT, 960, Figure.RSS_MB, 64));
    // it does almost nothing, and so needs almost nothing
    results.add(0, Body.FORK_JOIN, done(Figure.THROUGHPUT, 10, Figure.RSS_MB, 40));

    assertThat(new Standing(results, 0).behind(Body.PLATFORM))
        .containsExactly(
            "tasks/s 970 against 1,000 of cached (-3.0 %)",
            "RSS, MB 80 against 64 of virtual threads (+25.0 %)");
  }

  @Test
  void shouldSayHowManyTimesMoreWhereItIsMuchMore() {
    Results results = new Results(RAMP, 1);
    results.add(0, Body.VIRTUAL, done(Figure.THROUGHPUT, 1001, Figure.CPU_US, 3.9));
    results.add(0, Body.CACHED, done(Figure.THROUGHPUT, 1000, Figure.CPU_US, 1.3));

    assertThat(new Standing(results, 0).behind(Body.VIRTUAL))
        .containsExactly("CPU us/task 3.90 against 1.30 of cached (3 times)");
  }

  @Test
  void shouldBeBehindNobodyWhereOursAreTheBest() {
    Results results = new Results(RAMP, 1);
    results.add(0, Body.PLATFORM, done(Figure.THROUGHPUT, 1001));
    results.add(0, Body.CACHED, done(Figure.THROUGHPUT, 1000));

    assertThat(new Standing(results, 0).behind(Body.PLATFORM)).isEmpty();
    assertThat(Tables.behind(List.of(results))).last().asString().endsWith("| nothing |");
  }

  @Test
  void shouldNotCallItBehindWhatIsHalfAPercent() {
    Results results = new Results(RAMP, 1);
    results.add(0, Body.PLATFORM, done(Figure.THROUGHPUT, 996, Figure.CPU_US, 1.004));
    results.add(0, Body.CACHED, done(Figure.THROUGHPUT, 1000, Figure.CPU_US, 1));

    assertThat(new Standing(results, 0).behind(Body.PLATFORM)).isEmpty();
  }

  @Test
  void shouldSayHowOftenTheMachineWasNotQuiet() {
    Results results = new Results(RAMP, 3);
    results.add(0, Body.CACHED, done(Figure.OTHERS, 4.9, Figure.BURN, 1.02));
    results.add(1, Body.CACHED, done(Figure.OTHERS, 40, Figure.BURN, 1.2));
    results.add(2, Body.CACHED, new Outcome.Failed("dead"));

    assertThat(Disturbance.words(List.of(results)))
        .containsExactly(
            "others had more than 5 % of the machine's CPUs in 1 of 2 measurements (at most 40 %)",
            "CPU work took more than 1.1 times its time in 1 of 2 (at most 1.20 times)");
    assertThat(Tables.figures(results)).contains("| cached |");
  }

  @Test
  void shouldPrintThreeDigitsThatCount() {
    assertThat(Cell.figure(0.0123)).isEqualTo("0.012");
    assertThat(Cell.figure(1.234)).isEqualTo("1.23");
    assertThat(Cell.figure(12.34)).isEqualTo("12.3");
    assertThat(Cell.figure(12_345.6)).isEqualTo("12,346");
    assertThat(Cell.of(Double.NaN)).isEqualTo("-");
    assertThat(Cell.of(3, Double.NaN, 1)).isEqualTo("2 (1 to 3)");
  }

  private static Outcome done(Object... figures) {
    Map<Figure, Double> all = new EnumMap<>(Figure.class);
    for (int i = 0; i < figures.length; i += 2) {
      all.put((Figure) figures[i], ((Number) figures[i + 1]).doubleValue());
    }
    return new Outcome.Done(new HarnessResult(List.of(all), List.of()));
  }
}
