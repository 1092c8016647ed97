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
import java.util.SplittableRandom;
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
        new Think[] {Think.NONE, new Think(MS, false), new Think(90 * SECOND, true)}) {
      assertThat(Think.parse(think.toString())).isEqualTo(think);
    }
    assertThat(new Traffic.Closed(50, Think.parse("10ms")))
        .hasToString(
            "closed loop, 50 clients, thinking 10ms on average (exponential), starts staggered");
    assertThat(new Traffic.Closed(1, Think.parse("constant:10ms")))
        .hasToString("closed loop, 1 client, thinking 10ms each time, starts staggered");
    assertThat(new Traffic.Closed(2, 0)).hasToString("closed loop, 2 clients");
  }

  @Test
  void shouldRefuseWhatIsNoThinkTime() {
    Assertions.assertThatThrownBy(() -> Think.parse("often:1s"))
        .isInstanceOf(BadOptionException.class);
    Assertions.assertThatThrownBy(() -> Think.parse("2h")).isInstanceOf(FoliotException.class);
  }
}
