package dev.foliot.load.schedule;

import static dev.foliot.load.schedule.VirtualPlay.MS;
import static dev.foliot.load.schedule.VirtualPlay.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Traffic;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Loads of a number of requests. */
final class RequestLimitTest {
  private final AtomicLong lastNs = new AtomicLong();

  private VirtualWire.Answer answer(int phase, long number, long sentNs) {
    lastNs.set(sentNs + 10 * MS);
    return VirtualWire.Answer.ok(sentNs + 10 * MS);
  }

  private PhaseFigures play(Traffic traffic, long requests) {
    LoadPlan plan =
        VirtualPlay.plan(10, SECOND, new LoadPhase("measured", traffic, 3_600 * SECOND, requests));
    return VirtualPlay.play(plan, this::answer).getFirst();
  }

  @Test
  void shouldEndWithTheLastRequestOfAnOpenLoop() {
    PhaseFigures figures =
        play(new Traffic.Open(Rate.parse("100/s"), Arrivals.parse("constant")), 1_000);

    assertThat(figures.counts().ok()).isEqualTo(1_000);
    assertThat(figures.counts().unsent()).isZero();
    assertThat(lastNs.get() - VirtualPlay.START_NS).isEqualTo(9_990 * MS + 10 * MS);
  }

  @Test
  void shouldEndWithTheLastRequestOfAClosedLoop() {
    PhaseFigures figures = play(new Traffic.Closed(10, 0), 1_003);

    assertThat(figures.counts().ok()).isEqualTo(1_003);
    // ten at a time, each 10 ms
    assertThat(lastNs.get() - VirtualPlay.START_NS).isEqualTo(1_010 * MS);
  }
}
