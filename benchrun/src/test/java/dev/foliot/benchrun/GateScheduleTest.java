package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.BenchConfig;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.GateRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.RunReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GateScheduleTest {
  private static final long SECOND_NS = 1_000_000_000L;

  private final List<ForkRecord> ended = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(7);
  private long nowNs;

  /** Plays until the end. Each fork takes ten seconds. */
  private void play(GateRecord gate, double ratio, Validity validity) {
    GateSchedule schedule = new GateSchedule(gate, BenchConfig.DEFAULT, () -> nowNs);
    ForkSchedule.Turn turn = schedule.next(ended);
    while (turn != null) {
      double noise = Math.exp(0.01 * random.nextGaussian());
      ended.add(
          fork(turn.arm(), Math.round(100_000 * noise * (turn.arm() == 1 ? ratio : 1)), validity));
      nowNs += 10 * SECOND_NS;
      turn = schedule.next(ended);
    }
  }

  private static GateRecord gate(long budgetS, int mostPairs) {
    return new GateRecord(1.05, budgetS * SECOND_NS, mostPairs, List.of("p50", "p99"));
  }

  private ForkRecord fork(int arm, long ns, Validity validity) {
    Percentiles figures =
        new Percentiles(
            "ns",
            1_000_000,
            new Percentiles.Range(ns, ns, (double) ns),
            Percentiles.usual(ns, ns, ns, ns, ns),
            Map.of(),
            Map.of(),
            Map.of());
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(arm, 0, ended.size() + 1, "2026-11-29T00:00:00Z"),
        ForkRecord.Messages.NONE,
        validity,
        new ForkRecord.Times(figures, figures, figures, figures, figures, Map.of()),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(figures, "sleep", List.of()),
            null,
            Map.of(),
            KernelView.none(List.of()),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(0, null));
  }

  @Test
  void shouldStopWhenTheVerdictIsDecided() {
    play(gate(3_600, 500), 1.2, Validity.valid());
    assertThat(ended).hasSizeBetween(16, 24);
  }

  @Test
  void shouldStopWhenNoDifferenceCanHide() {
    play(gate(3_600, 500), 1, Validity.valid());
    assertThat(ended).hasSizeBetween(16, 60);
  }

  @Test
  void shouldBeginNoPairThatWouldEndAfterTheBudget() {
    play(gate(100, 500), 1.2, Validity.valid());
    assertThat(ended).hasSize(10);
  }

  @Test
  void shouldPlayNoMorePairsThanAllowed() {
    play(gate(3_600, 3), 1.2, Validity.valid());
    assertThat(ended).hasSize(6);
  }

  @Test
  void shouldGiveUpWhereNoForkCounts() {
    play(gate(3_600, 500), 1.2, Validity.of(Verdict.INVALID, new RunReason.NoFork()));
    assertThat(ended).hasSize(8);
  }

  @Test
  void shouldPlayOneOfEachInRandomOrder() {
    play(gate(3_600, 100), 1.01, Validity.valid());
    int aFirst = 0;
    for (int i = 0; i < ended.size(); i += 2) {
      assertThat(ended.get(i).place().arm()).isEqualTo(1 - ended.get(i + 1).place().arm());
      aFirst += ended.get(i).place().arm() == 0 ? 1 : 0;
    }
    assertThat(aFirst).isBetween(1, ended.size() / 2 - 1);
  }
}
