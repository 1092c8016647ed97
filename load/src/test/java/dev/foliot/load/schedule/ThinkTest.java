package dev.foliot.load.schedule;

import static dev.foliot.load.schedule.VirtualPlay.MS;
import static dev.foliot.load.schedule.VirtualPlay.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.Think;
import dev.foliot.load.Traffic;
import dev.foliot.text.FoliotException;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.assertj.core.api.Assertions;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Clients of a closed loop that think. */
final class ThinkTest {
  private static final int CLIENTS = 100;
  private static final LoadPhase OPEN =
      new LoadPhase(
          "open", new Traffic.Open(Rate.parse("100/s"), Arrivals.parse("poisson")), 60 * SECOND);

  private static LoadPhase closed(Think think) {
    return new LoadPhase("closed", new Traffic.Closed(CLIENTS, think), 60 * SECOND);
  }

  /** One worker with exponential service times of half a millisecond. */
  private static VirtualWire.Target worker() {
    SplittableRandom random = new SplittableRandom(3);
    long[] freeNs = {0};
    return (phase, number, sentNs) -> {
      freeNs[0] =
          Math.max(freeNs[0], sentNs) + Math.round(-Math.log(1 - random.nextDouble()) * MS / 2);
      return VirtualWire.Answer.ok(freeNs[0]);
    };
  }

  private static PhaseFigures play(LoadPhase phase) {
    return VirtualPlay.play(VirtualPlay.plan(CLIENTS, SECOND, phase), worker()).getFirst();
  }

  private static double p90(PhaseFigures figures) {
    return figures.durations(Kind.RESPONSE).percentileNs(90);
  }

  @Test
  void shouldMeasureWhatAnOpenPopulationOfTheSameRateMeasures() {
    PhaseFigures open = play(OPEN);
    PhaseFigures closed = play(closed(new Think(SECOND, false)));

    assertThat(closed.counts().achievedPerS()).isCloseTo(100, Percentage.withPercentage(3));
    assertThat(p90(closed)).isCloseTo(p90(open), Percentage.withPercentage(10));
    // from the first second on
    assertThat(closed.series().getFirst().counts().sent()).isBetween(75L, 125L);
  }

  @Test
  void shouldPartClientsOfConstantThinkTimesByTheirStarts() {
    PhaseFigures closed = play(closed(new Think(SECOND, true)));

    // one each 10 ms: they wait for nobody
    assertThat(p90(closed)).isLessThan(2 * MS);
    assertThat(closed.counts().achievedPerS()).isCloseTo(100, Percentage.withPercentage(1));
  }

  @Test
  void shouldThinkForTheMeanOnAverage() {
    SplittableRandom random = new SplittableRandom(1);
    Think think = Think.parse("10ms");

    double meanNs = 0;
    for (int i = 0; i < 100_000; i++) {
      meanNs += think.nextNs(random) / 100_000.0;
    }

    assertThat(meanNs).isCloseTo(10 * MS, Percentage.withPercentage(1));
    assertThat(Think.parse("constant:10ms").nextNs(random)).isEqualTo(10 * MS);
  }

  @Test
  void shouldReadWhatItWrites() {
    for (Think think :
        new Think[] {
          Think.NONE,
          new Think(MS, false),
          new Think(90 * SECOND, true),
          Think.parse("uniform:5ms..20ms")
        }) {
      assertThat(Think.parse(think.toString())).isEqualTo(think);
    }
    assertThat(new Traffic.Closed(50, Think.parse("10ms")))
        .hasToString(
            "closed loop, 50 clients, thinking 10ms on average (exponential), starts staggered");
    assertThat(new Traffic.Closed(1, Think.parse("constant:10ms")))
        .hasToString("closed loop, 1 client, thinking 10ms each time, starts staggered");
    assertThat(new Traffic.Closed(2, 0)).hasToString("closed loop, 2 clients");
    assertThat(new Traffic.Closed(2, Think.parse("uniform:5ms..20ms"), SECOND))
        .hasToString(
            "closed loop, 2 clients, arriving over 1s, thinking 5ms to 20ms, starts staggered");
    assertThat(Think.parse("10ms", Think.Spread.CONSTANT)).isEqualTo(new Think(10 * MS, true));
    assertThat(Think.parse("exponential:10ms", Think.Spread.CONSTANT))
        .isEqualTo(new Think(10 * MS, false));
    assertThat(Think.parse("uniform:5ms..5ms")).isEqualTo(new Think(5 * MS, true));
  }

  @Test
  void shouldThinkForAnyLengthBetweenTwo() {
    SplittableRandom random = new SplittableRandom(1);
    Think think = Think.parse("uniform:10ms..30ms");

    LongSummaryStatistics pauses =
        LongStream.generate(() -> think.nextNs(random)).limit(100_000).summaryStatistics();

    assertThat(think.meanNs()).isEqualTo(20 * MS);
    assertThat(pauses.getAverage()).isCloseTo(20 * MS, Percentage.withPercentage(1));
    assertThat(pauses.getMin()).isBetween(10 * MS, 10 * MS + MS / 10);
    assertThat(pauses.getMax()).isBetween(30 * MS - MS / 10, 30 * MS);
  }

  /** Clients that were there before send at their rate from the beginning. */
  @Test
  void shouldBeInTheMiddleOfUniformPausesAtTheBeginning() {
    PhaseFigures closed = play(closed(Think.parse("uniform:500ms..1500ms")));

    assertThat(closed.counts().achievedPerS()).isCloseTo(100, Percentage.withPercentage(3));
    assertThat(closed.series().getFirst().counts().sent()).isBetween(75L, 125L);
  }

  @Test
  void shouldLetClientsComeOneAfterTheOther() {
    LoadPhase phase =
        new LoadPhase(
            "ramp", new Traffic.Closed(CLIENTS, new Think(SECOND, true), 10 * SECOND), 20 * SECOND);
    PhaseFigures figures = play(phase);

    // ten more clients each second, each with one request a second, then a hundred
    List<Long> sent = figures.series().stream().map(one -> one.counts().sent()).limit(20).toList();
    for (int second = 0; second < 20; second++) {
      assertThat(sent.get(second))
          .as("second %d", second)
          .isBetween(Math.min(100, second * 10L + 10) - 2, Math.min(100, second * 10L + 10) + 2);
    }
  }

  @Test
  void shouldRefuseARampLongerThanItsPhase() {
    LoadPhase phase = new LoadPhase("ramp", new Traffic.Closed(1, Think.NONE, 2 * SECOND), SECOND);

    Assertions.assertThatThrownBy(() -> VirtualPlay.plan(1, SECOND, phase))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("give a shorter ramp, or a longer phase");
    Assertions.assertThatThrownBy(() -> new Traffic.Closed(1, Think.NONE, -1))
        .isInstanceOf(FoliotException.class);
  }

  @Test
  void shouldRefuseWhatIsNoThinkTime() {
    for (String wrong : List.of("uniform:10ms", "uniform:20ms..10ms", "10ms..20ms")) {
      Assertions.assertThatThrownBy(() -> Think.parse(wrong))
          .isInstanceOf(BadOptionException.class)
          .hasMessageContaining("write 10ms or uniform:5ms..20ms");
    }
    Assertions.assertThatThrownBy(() -> Think.parse("often:1s"))
        .isInstanceOf(BadOptionException.class);
    Assertions.assertThatThrownBy(() -> Think.parse("2h")).isInstanceOf(FoliotException.class);
  }
}
