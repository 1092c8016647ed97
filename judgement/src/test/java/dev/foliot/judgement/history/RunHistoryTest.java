package dev.foliot.judgement.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.answer.HistoryAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.MadeRun;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Spread;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunHistoryTest {
  private static final Instant START = Instant.parse("2026-01-01T03:00:00Z");
  private static final int PLANTED = 3;

  @TempDir private Path store;
  private final SplittableRandom random = new SplittableRandom(20261130);

  /** 300 runs, one a day: three changes are planted, and the machine is another one for a while. */
  @Test
  void shouldFindPlantedChangesWithTheRightRun() {
    List<String> first = new ArrayList<>();
    for (int day = 0; day < 300; day++) {
      MadeRun run = run(day).from("c0ffee%06d".formatted(day), day < 150 ? "21.0.4" : "25.0.1");
      boolean elsewhere = day >= 180 && day < 200;
      run.on("ci-1", elsewhere ? "Slow CPU @ 1.60GHz" : "Example CPU @ 2.80GHz");
      run.times(elsewhere ? 1.6 : 1);
      run.times(day >= 80 ? 1.15 : 1);
      run.times("p99", day >= 230 ? 1.3 : 1);
      run.times("p99_9", day >= 230 ? 1.3 : 1);
      run.times(day >= 270 ? 0.8 : 1);
      String id = noisy(run, 0.02).write(store).id();
      if (day == 80 || day == 230 || day == 270) {
        first.add(id);
      }
    }
    RunHistory history = history();

    assertThat(history.lines()).hasSize(1);
    HistoryLine line = history.lines().getFirst();
    assertThat(line.key().name()).isEqualTo("com.acme.Hop");
    assertThat(line.key().part()).isEqualTo("10,000/s");
    assertThat(line.gaps()).containsExactly(180, 200);
    assertThat(line.changes())
        .extracting(change -> line.runs().get(change.first()).id())
        .containsExactlyElementsOf(first);
    assertThat(line.changes()).hasSize(PLANTED);
    HistoryChange slower = line.changes().get(1);
    assertThat(slower.isWorse()).isTrue();
    assertThat(slower.shifts())
        .extracting(HistoryChange.Shift::percentile)
        .containsExactlyInAnyOrder("p99", "p99_9");
    assertThat(slower.clearest().ratio()).isBetween(1.25, 1.35);
    assertThat(line.changes().get(0).shifts()).hasSize(Percentiles.NAMES.size());
    assertThat(line.changes().get(2).isWorse()).isFalse();

    HistoryAnswer answer = HistoryAnswer.of(history, new NextCommands(List.of("foliot"), null));
    assertThat(answer.kind()).isEqualTo(HistoryAnswer.Kind.CHANGED);
    assertThat(answer.sentence())
        .contains(first.getLast(), "commit c0ffee000270", "of 28 Sep 2026")
        .startsWith("3 lasting changes in 300 runs of 1 name; the latest: p");
    assertThat(answer.figures()).allMatch(one -> answer.sentence().contains(one.shown()));
    assertThat(answer.next().command())
        .containsExactly("foliot", "compare", line.runs().get(269).id(), line.runs().get(270).id());
  }

  /** A faster machine is no change, neither once nor in turns. */
  @Test
  void shouldClaimNoChangeAcrossMachines() {
    for (int day = 0; day < 60; day++) {
      boolean other = day >= 30 || day % 3 == 0;
      noisy(run(day).on(other ? "ci-2" : "ci-1", "CPU").times(other ? 2 : 1), 0.02).write(store);
    }

    assertThat(history().lines().getFirst().changes()).isEmpty();
  }

  /** Two machines in turns: the change is the first bad run of the one that shows it. */
  @Test
  void shouldFindAChangeAmongMachinesInTurns() {
    for (int day = 0; day < 80; day++) {
      boolean other = day % 2 == 0;
      noisy(
              run(day)
                  .on(other ? "ci-2" : "ci-1", "CPU")
                  .times(other ? 2 : 1)
                  .times(day >= 41 ? 1.3 : 1),
              0.02)
          .write(store);
    }
    HistoryLine line = history().lines().getFirst();

    assertThat(line.changes()).extracting(HistoryChange::first).containsExactly(41, 42);
    assertThat(line.changes())
        .allSatisfy(change ->
            assertThat(line.runs().get(change.before()).machine())
                .isEqualTo(line.runs().get(change.first()).machine()));
  }

  /** The name of a container or of a hosted runner never comes back, and says nothing. */
  @Test
  void shouldNotTakeNamesThatNeverComeBackForMachines() {
    for (int day = 0; day < 40; day++) {
      noisy(run(day).on("runner-" + day, "CPU").times(day >= 20 ? 1.3 : 1), 0.02).write(store);
    }
    HistoryLine line = history().lines().getFirst();

    assertThat(line.gaps()).isEmpty();
    assertThat(line.last().machine().text()).isEqualTo("CPU, 4 CPUs");
    assertThat(line.changes()).extracting(HistoryChange::first).containsExactly(20);
  }

  @Test
  void shouldPassOverInvalidRuns() {
    for (int day = 0; day < 40; day++) {
      boolean invalid = day >= 25 && day < 32;
      noisy(
              run(day)
                  .with(invalid ? Verdict.INVALID : Verdict.VALID)
                  .times(invalid ? 9 : 1)
                  .times(day >= 36 ? 1.01 : 1),
              0.02)
          .write(store);
    }

    assertThat(history().lines().getFirst().changes()).isEmpty();
  }

  @Test
  void shouldKeepNamesApartAndSayWhatHasNoPercentiles() throws IOException {
    run(0).write(store);
    run(1).named("nightly").write(store);
    run(2).named("nightly").write(store);
    run(3).of("diagnose", "process 7").write(store);
    run(4).of("diagnose", "process 8").write(store);
    run(5).unfinished().write(store);
    Files.writeString(run(6).write(store).path().resolve("run.json"), "{");
    RunHistory history = history();

    assertThat(history.lines())
        .extracting(line -> line.key().name())
        .containsExactly("nightly", "com.acme.Hop");
    assertThat(history.runs()).isEqualTo(3);
    HistoryAnswer answer = HistoryAnswer.of(history, new NextCommands(List.of("foliot"), null));
    assertThat(answer.kind()).isEqualTo(HistoryAnswer.Kind.TOO_FEW_RUNS);
    assertThat(answer.sentence())
        .isEqualTo(
            "Too few runs to find a change in 3 runs of 2 names: it takes 15 of a name on one"
                + " machine. Left out: 2 runs of diagnose, without percentiles; 1 unfinished; 1"
                + " unreadable.");
    List<StoredRun> named = RunHistory.named(Store.open(store).runs(), "nightly");
    assertThat(RunHistory.of(named).runs()).isEqualTo(2);
    assertThat(
            HistoryAnswer.of(RunHistory.of(List.of()), new NextCommands(List.of("foliot"), null)))
        .extracting(HistoryAnswer::kind)
        .isEqualTo(HistoryAnswer.Kind.NO_RUNS);
  }

  /** All percentiles together: at most one flat history in twenty has a change. */
  @Test
  @Tag("once")
  void shouldInventNoneInFlatHistoriesBeyondFivePercent() {
    long seed = random.nextLong();
    SplittableRandom noise = new SplittableRandom(seed);
    int invented = 0;
    for (int i = 0; i < 1_000; i++) {
      int length = 15 + noise.nextInt(285);
      double common = 0.02 + 0.1 * noise.nextDouble();
      double own = 0.02 + 0.2 * noise.nextDouble();
      List<HistoryRun> runs = new ArrayList<>();
      for (int run = 0; run < length; run++) {
        // percentiles of a run depend on each other, and one run in forty is wild
        double shared = common * noise.nextGaussian() + (noise.nextInt(40) == 0 ? 1 : 0);
        Map<String, Spread> response = new HashMap<>();
        long ns = 10_000;
        for (String name : Percentiles.NAMES) {
          long median = Math.round(ns * Math.exp(shared + own * noise.nextGaussian()));
          response.put(name, new Spread(median, median, median));
          ns *= 2;
        }
        runs.add(
            new HistoryRun(
                Integer.toString(run),
                START.plus(Duration.ofDays(run)),
                Verdict.VALID,
                new HistoryRun.Source("", "25"),
                new HistoryRun.Machine("", "CPU"),
                response));
      }
      invented += ChangeSearch.of(runs).isEmpty() ? 0 : 1;
    }
    System.out.println(invented + " of 1,000 flat histories have a change, seed " + seed);
    assertThat(invented).as("seed %d", seed).isLessThanOrEqualTo(50);
  }

  private RunHistory history() {
    return RunHistory.of(Store.open(store).runs());
  }

  private static MadeRun run(int day) {
    return new MadeRun(START.plus(Duration.ofDays(day)));
  }

  private MadeRun noisy(MadeRun run, double noise) {
    run.times(Math.exp(noise * random.nextGaussian()));
    Percentiles.NAMES.forEach(name -> run.times(name, Math.exp(noise / 2 * random.nextGaussian())));
    return run;
  }
}
