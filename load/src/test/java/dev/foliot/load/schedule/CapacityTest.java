package dev.foliot.load.schedule;

import static dev.foliot.load.schedule.VirtualPlay.MS;
import static dev.foliot.load.schedule.VirtualPlay.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Traffic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The throughput of servers that are asked for ten times as much, beside what they did. */
final class CapacityTest {
  private static final Percentage TWO_PERCENT = Percentage.withPercentage(2);
  private static final int WORKERS = 5;
  private static final long SERVICE_NS = 50 * MS;
  private static final double TRUE_PER_S = 100;

  /** Five workers with one queue. It counts what it answers. */
  private static final class Workers implements VirtualWire.Target {
    private final long[] freeNs = new long[WORKERS];
    private final List<Long> endsNs = new ArrayList<>();
    private final DoubleUnaryOperator factorOfWaiting;
    private final SplittableRandom random = new SplittableRandom(1);
    private final boolean isRandom;

    Workers(boolean isRandom, DoubleUnaryOperator factorOfWaiting) {
      this.isRandom = isRandom;
      this.factorOfWaiting = factorOfWaiting;
    }

    @Override
    public VirtualWire.Answer answer(int phase, long number, long sentNs) {
      int first = 0;
      for (int i = 1; i < WORKERS; i++) {
        first = freeNs[i] < freeNs[first] ? i : first;
      }
      long waiting = endsNs.stream().filter(endNs -> endNs > sentNs).count();
      double serviceNs = SERVICE_NS * factorOfWaiting.applyAsDouble((double) waiting);
      if (isRandom) {
        serviceNs *= -Math.log(1 - random.nextDouble());
      }
      freeNs[first] = Math.max(freeNs[first], sentNs) + Math.round(serviceNs);
      endsNs.add(freeNs[first]);
      return VirtualWire.Answer.ok(freeNs[first]);
    }

    /** Its answers per second in a part of the load. */
    double perS(long fromNs, long untilNs) {
      return endsNs.stream()
              .filter(endNs ->
                  endNs > VirtualPlay.START_NS + fromNs && endNs <= VirtualPlay.START_NS + untilNs)
              .count()
          * 1e9
          / (untilNs - fromNs);
    }
  }

  private static LoadPhase asked(String name, String arrivals, long durationNs) {
    return new LoadPhase(
        name, new Traffic.Open(Rate.parse("1k/s"), Arrivals.parse(arrivals)), durationNs);
  }

  private static LoadPlan plan(String arrivals, long warmUpS, long timeoutS) {
    List<LoadPhase> phases = new ArrayList<>();
    if (warmUpS > 0) {
      phases.add(asked(LoadPhase.WARM_UP, arrivals, warmUpS * SECOND));
    }
    phases.add(asked("measured", arrivals, 10 * SECOND));
    return VirtualPlay.plan(100, timeoutS * SECOND, phases.toArray(LoadPhase[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "constant, 3, 10",
    "constant, 0, 10",
    "constant, 3, 2",
    "constant, 0, 2",
    "poisson, 3, 10",
    "poisson, 0, 10",
    "poisson, 3, 2",
    "poisson, 10, 60"
  })
  void shouldTellTheTrueLimitOfAServer(String arrivals, long warmUpS, long timeoutS) {
    for (boolean isRandom : List.of(false, true)) {
      Workers server = new Workers(isRandom, waiting -> 1);

      PhaseFigures figures = VirtualPlay.play(plan(arrivals, warmUpS, timeoutS), server).getLast();

      double truth = server.perS(warmUpS * SECOND, (warmUpS + 10) * SECOND);
      assertThat(figures.counts().achievedPerS()).isCloseTo(truth, TWO_PERCENT);
      if (!isRandom) {
        assertThat(figures.counts().achievedPerS()).isCloseTo(TRUE_PER_S, TWO_PERCENT);
      }
      assertThat(figures.measurement().totals().achievedPerSecond()).isCloseTo(truth, TWO_PERCENT);
    }
  }

  @ParameterizedTest
  @CsvSource({"constant, 3, 10", "constant, 0, 10", "poisson, 3, 60", "poisson, 0, 60"})
  void shouldTellWhatIsLeftOfAServerThatCollapses(String arrivals, long warmUpS, long timeoutS) {
    // with all connections waiting, each answer takes three times as long
    Workers server = new Workers(false, waiting -> 1 + waiting / 50);

    PhaseFigures figures = VirtualPlay.play(plan(arrivals, warmUpS, timeoutS), server).getLast();

    double truth = server.perS(warmUpS * SECOND, (warmUpS + 10) * SECOND);
    assertThat(truth).isLessThan(50);
    assertThat(figures.counts().achievedPerS()).isCloseTo(truth, TWO_PERCENT);
  }

  @Test
  void shouldCancelTheBacklogOfTheWarmUpAndNoOther() {
    List<PhaseFigures> figures =
        VirtualPlay.play(
            VirtualPlay.plan(
                100,
                60 * SECOND,
                asked(LoadPhase.WARM_UP, "constant", 2 * SECOND),
                asked("rush", "constant", 2 * SECOND),
                asked("after", "constant", SECOND)),
            new Workers(false, waiting -> 1));

    // 195 answers until the end of the warm-up, and 100 in flight
    assertThat(figures.get(0).counts().unsent()).isEqualTo(1_705);
    assertThat(figures.get(1).counts().unsent()).isZero();
    assertThat(figures.get(1).counts().sent()).isEqualTo(2_000);
    assertThat(Arrays.asList(1, 2))
        .allSatisfy(phase ->
            assertThat(figures.get(phase).counts().achievedPerS())
                .isCloseTo(TRUE_PER_S, TWO_PERCENT));
  }

  @Test
  void shouldNotCallAServerTooSlowThatOnlyTakesLong() {
    LoadPhase phase =
        new LoadPhase(
            "measured",
            new Traffic.Open(Rate.parse("100/s"), Arrivals.parse("poisson")),
            10 * SECOND);

    // 3 s each, with connections enough: nothing waits
    PhaseFigures figures =
        VirtualPlay.play(
                VirtualPlay.plan(1_000, 60 * SECOND, phase),
                (number, of, sentNs) -> VirtualWire.Answer.ok(sentNs + 3 * SECOND))
            .getFirst();

    assertThat(figures.measurement().totals().time().spanNs()).isEqualTo(10 * SECOND);
  }
}
