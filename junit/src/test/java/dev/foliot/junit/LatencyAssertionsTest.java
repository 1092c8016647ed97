package dev.foliot.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchFailedException;
import dev.foliot.bench.BenchParam;
import dev.foliot.bench.BenchTask;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyAssertionsTest {
  private static final int COUNT = 100_000;
  private static final long US = 1_000;
  private static final long MS = 1_000_000;

  @Test
  void shouldPassWhatIsBelow() {
    LatencyAssertions.of(Measured.messages(COUNT, 100 * US).build())
        .assertValid()
        .assertBelow(99.9, Duration.ofMillis(1))
        .assertBelowSurely(99.9, Duration.ofMillis(1));
  }

  @Test
  void shouldFailWhatIsAboveWithAllThatItStandsOn() {
    LatencyAssertions slow =
        LatencyAssertions.of(Measured.messages(COUNT, 100 * US).every(500, 5 * MS).build());

    fails(() -> slow.assertBelow(99.9, Duration.ofMillis(2)))
        .withMessageContaining("response p99.9 is 5.00 ms (5.00 ms to 5.00 ms with 95 % confidence")
        .withMessageContaining("100,000 messages, 100 of them beyond it in 100 episodes")
        .withMessageContaining("at or above 2ms");
    fails(() -> slow.assertBelowSurely(99.9, Duration.ofMillis(2)));
  }

  @Test
  void shouldFailAtTheLimitItself() {
    LatencyAssertions one = LatencyAssertions.of(Measured.messages(COUNT, 1_000).build());

    fails(() -> one.assertBelow(50, Duration.ofNanos(1_000)));
    one.assertBelow(50, Duration.ofNanos(1_001));
  }

  /** One message in a thousand is slow: the interval of p99.9 spans fast and slow times. */
  @Test
  void shouldLeaveTheDoubtToTheTaskUnlessToldToBeSure() {
    LatencyAssertions doubtful =
        LatencyAssertions.of(Measured.messages(COUNT, 100 * US).every(1_000, 5 * MS).build());

    doubtful.assertBelow(99.9, Duration.ofMillis(2));
    fails(() -> doubtful.assertBelowSurely(99.9, Duration.ofMillis(2)))
        .withMessageContaining("not all of the interval is below 2ms");
  }

  @Test
  void shouldSkipWhatABusyMachineLeavesUnjudged() {
    LatencyAssertions stalled =
        LatencyAssertions.of(
            Measured.messages(COUNT, 100 * US).stall(50_000, 51_500, 100 * MS).build());
    LatencyAssertions skipping = stalled.orSkip(IllegalStateException::new);

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> skipping.assertBelow(99, Duration.ofSeconds(1)))
        .withMessageContaining("cannot be judged: it was 100.00 ms, with 2 episodes");
    LatencyAssertions late =
        LatencyAssertions.of(Measured.messages(COUNT, 100 * US).late(0, COUNT, MS).build())
            .orSkip(IllegalStateException::new);
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(late::assertValid);
  }

  @Test
  void shouldStillFailWhatIsSlowOrLostWhereItMaySkip() {
    fails(() ->
        LatencyAssertions.of(Measured.messages(COUNT, 5 * MS).build())
            .orSkip(IllegalStateException::new)
            .assertBelow(99, Duration.ofMillis(2)));
    fails(() ->
        LatencyAssertions.of(Measured.messages(COUNT, US).lost(3).build())
            .orSkip(IllegalStateException::new)
            .assertValid());
  }

  @Test
  void shouldNotJudgeOneStallByItsManyMessages() {
    LatencyAssertions stalled =
        LatencyAssertions.of(
            Measured.messages(COUNT, 100 * US).stall(50_000, 51_500, 100 * MS).build());

    fails(() -> stalled.assertBelow(99, Duration.ofSeconds(1)))
        .withMessageContaining("with 2 episodes beyond it, needs 10")
        .withMessageContaining("measure longer or choose a lower percentile");
    stalled.assertBelow(90, Duration.ofMillis(1));
  }

  @Test
  void shouldNotJudgeAPercentileOfFewMessages() {
    LatencyAssertions few = LatencyAssertions.of(Measured.messages(1_000, 100 * US).build());

    fails(() -> few.assertBelow(99.9, Duration.ofSeconds(1)))
        .withMessageContaining("with 1 episode beyond it, needs 10")
        .withMessageContaining("1,000 messages");
    few.assertBelow(99, Duration.ofMillis(1));
  }

  @Test
  void shouldFailEveryAssertionWhereMessagesAreMissing() {
    LatencyAssertions lost =
        LatencyAssertions.of(Measured.messages(COUNT, US).lost(3).refused(2).build());

    for (ThrowingCallable assertion :
        new ThrowingCallable[] {
          lost::assertValid,
          () -> lost.assertBelow(50, Duration.ofSeconds(1)),
          () -> lost.assertBelowSurely(50, Duration.ofSeconds(1))
        }) {
      fails(assertion)
          .withMessageContaining(
              "the measurement is INVALID: 3 of 100,003 messages never completed")
          .withMessageContaining("2 calls of done matched no open message");
    }
  }

  @Test
  void shouldFailWhereTheLoadEndedEarlyOrHadNoTime() {
    fails(() ->
            LatencyAssertions.of(Measured.messages(COUNT, US).failure("boom").build())
                .assertValid())
        .withMessageContaining("boom");
    fails(() ->
            LatencyAssertions.of(Measured.messages(COUNT, US).unstarted(7).build())
                .assertBelow(50, Duration.ofSeconds(1)))
        .withMessageContaining("7 of 100,007 messages started");
  }

  @Test
  void shouldNotBelieveALateHarnessAndNameItWhereATaskFails() {
    LatencyAssertions late =
        LatencyAssertions.of(Measured.messages(COUNT, 100 * US).late(0, 5_000, 90 * US).build());

    fails(late::assertValid).withMessageContaining("the load generator was late: its p99");
    late.assertBelow(99, Duration.ofMillis(1));
    fails(() -> late.assertBelow(99, Duration.ofNanos(50 * US)))
        .withMessageContaining("at or above 50us")
        .withMessageContaining("the load generator was late");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 100, -1, 101, Double.NaN})
  void shouldRefuseAPercentileOutOfRange(double percentile) {
    LatencyAssertions any = LatencyAssertions.of(Measured.messages(COUNT, US).build());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> any.assertBelow(percentile, Duration.ofMillis(1)))
        .withMessageContaining("above 0 and below 100");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void shouldRefuseALimitThatIsNotAboveZero(long ns) {
    LatencyAssertions any = LatencyAssertions.of(Measured.messages(COUNT, US).build());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> any.assertBelowSurely(50, Duration.ofNanos(ns)))
        .withMessageContaining("a limit is above zero");
  }

  @Test
  void shouldMeasureATaskInThisJvm() {
    LatencyAssertions blocking =
        LatencyAssertions.measure(
            new Blocking(),
            BenchConfig.DEFAULT.with(
                Map.of(
                    "rate", "200/s", "warmup", "0s", "duration", "1s", "dispatch", "threads:8")));

    assertThat(blocking.measurement().totals().completed()).isEqualTo(200);
    // each call takes at least 2 ms on any machine
    fails(() -> blocking.assertBelow(50, Duration.ofMillis(1)));
  }

  @Test
  void shouldSetTheParametersOfATask() {
    Blocking slow = new Blocking();

    LatencyAssertions.measure(
        slow,
        BenchConfig.DEFAULT.with(
            Map.of("rate", "100/s", "warmup", "0s", "duration", "50ms", "dispatch", "threads:8")),
        Map.of("millis", "3"));

    assertThat(slow.millis).isEqualTo(3);
  }

  @Test
  void shouldPassOnThatNothingCouldBeMeasured() {
    BenchTask broken =
        new BenchTask() {
          @Override
          public void setUp(Bench bench) {
            throw new IllegalStateException("no connection");
          }

          @Override
          public void send(long id) {}
        };

    assertThatExceptionOfType(BenchFailedException.class)
        .isThrownBy(() -> LatencyAssertions.measure(broken, BenchConfig.DEFAULT))
        .withMessageContaining("no connection");
  }

  private static ThrowableAssertAlternative<AssertionError> fails(ThrowingCallable assertion) {
    return assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion);
  }

  /** Blocks for 2 ms, if no other time is named. */
  private static final class Blocking implements BenchTask {
    @BenchParam("2")
    private int millis;

    private final CountDownLatch never = new CountDownLatch(1);
    private Bench bench;

    @Override
    public void setUp(Bench bench) {
      this.bench = bench;
    }

    @Override
    public void send(long id) throws InterruptedException {
      assertThat(never.await(millis, TimeUnit.MILLISECONDS)).isFalse();
      bench.done(id);
    }
  }
}
