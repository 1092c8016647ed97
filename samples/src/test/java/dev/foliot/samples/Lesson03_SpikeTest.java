package dev.foliot.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class Lesson03_SpikeTest {
  private static final long QUARTER_OF_A_SPIKE_NS = 250_000;
  private static final long SPIKE_NS = 1_000_000;

  /**
   * 40 messages are delayed by a spike in 2,000. Noise makes messages slower, never faster; and in
   * a loop that computes all the time it hits far fewer than one message in a hundred.
   */
  @Test
  void shouldShowInTheOpenLoopWhatTheClosedOneHides() throws InterruptedException {
    Shortened run = Shortened.run(new Lesson03_Spike(), Map.of()).withProbes("closed loop");

    Durations closedLoop = run.probe("closed loop");
    assertThat(run.of(Kind.RESPONSE).percentileNs(99)).isGreaterThan(QUARTER_OF_A_SPIKE_NS);
    assertThat(closedLoop.percentileNs(99)).isLessThan(QUARTER_OF_A_SPIKE_NS);
    assertThat(run.of(Kind.SERVICE).percentileNs(50)).isLessThan(QUARTER_OF_A_SPIKE_NS);
  }

  @Test
  void shouldHaveTheSameSpikesInBothLoops() throws InterruptedException {
    Shortened run = Shortened.run(new Lesson03_Spike(), Map.of("rate", "20k/s"));

    // five spikes in 10,000 messages; the loops differ in how many messages wait behind them
    assertThat(run.messages()).isEqualTo(10_000);
    assertThat(run.of(Kind.SERVICE).percentileNs(99.96)).isGreaterThanOrEqualTo(SPIKE_NS);
    assertThat(run.probe("closed loop").percentileNs(99.96)).isGreaterThanOrEqualTo(SPIKE_NS);
  }

  @Test
  void shouldLeaveTheClosedLoopAloneWhenThereIsNoWarmUp() throws InterruptedException {
    Shortened.run(new Lesson03_Spike(), Map.of("warmup", "0s")).withProbes("closed loop");
  }
}
