package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Turn by turn, without its thread. */
class WatchdogTest {
  private static final long TIMEOUT_NS = 2_000_000_000;

  /** Of a quarter of a second. */
  private static final int TURNS = 8;

  private final Stop stop = new Stop();
  private final FakeClock clock = new FakeClock();
  private final MessageRing ring = new MessageRing(1024, 1, 0);

  @Test
  void shouldAskToStopOnceAMessageHasBeenOpenForTheTimeOut() {
    playing(
        id -> id != 500,
        watchdog -> {
          for (int turn = 0; turn < TURNS; turn++) {
            watchdog.turn();
            assertThat(stop.isAsked()).isFalse();
          }
          watchdog.turn();
        });
    assertThat(stop.reason())
        .startsWith("message 500 was not done within 2s")
        .contains("never called done", "--timeout");
  }

  @Test
  void shouldForgetAMessageThatEnds() {
    playing(
        id -> id % 100 != 0,
        watchdog -> {
          for (int turn = 0; turn < TURNS; turn++) {
            watchdog.turn();
          }
        });
    assertThat(stop.isAsked()).isFalse();
  }

  @Test
  void shouldNotAskWhileNothingIsOpen() {
    playing(
        id -> {
          ring.end(id, clock.nanoTime());
          return id != 500;
        },
        watchdog -> {
          for (int turn = 0; turn < 10 * TURNS; turn++) {
            watchdog.turn();
          }
        });
    assertThat(stop.isAsked()).isFalse();
  }

  private interface Work {
    /** Whether the open message leaves nothing to check. */
    boolean at(long id);
  }

  private interface Look {
    void at(Watchdog watchdog);
  }

  private void playing(Work work, Look look) {
    Watchdog[] watchdog = new Watchdog[1];
    Dispatcher dispatcher =
        new Dispatcher() {
          @Override
          public void dispatch(long id) {
            if (!work.at(id)) {
              look.at(watchdog[0]);
            }
            ring.end(id, clock.nanoTime());
          }

          @Override
          public void close() {}
        };
    Wait wait = remainingNs -> clock.sleepUntil(clock.nanoTime() + remainingNs);
    Shared shared = new Shared(ring, clock, wait, dispatcher, stop, 1);
    Schedule schedule = Schedule.constant(Rate.perSecond(1_000)).until(1_000_000_000);
    MessageRecorder recorder = new MessageRecorder(ring, 0, 1_000_000_000, 1_000);
    Producer producer = new Producer(shared, schedule, 0, 0, Long.MAX_VALUE, recorder);
    watchdog[0] = new Watchdog(List.of(producer), stop, TIMEOUT_NS);
    producer.play();
  }
}
