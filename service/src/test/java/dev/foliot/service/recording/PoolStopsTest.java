package dev.foliot.service.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times in which all threads of a pool wait, on made-up waits. */
final class PoolStopsTest {
  private static final long MS = 1_000_000;
  private static final String LEDGER = "acme.Ledger.add:7";

  private final PoolStops pools = new PoolStops();

  private void waits(String thread, int id, long fromMs, long toMs, StopKind kind, String place) {
    pools.seen(thread, id, fromMs * MS, toMs * MS);
    pools.waited(
        thread,
        new ThreadStop(
            id, new Stop(fromMs * MS, toMs * MS, (toMs - fromMs) * MS, 0, kind, place), true, 0));
  }

  /** Threads of a pool that wait for work from the beginning, and then until the end. */
  private void idle(String pool, int threads, long untilMs, long fromMs, long toMs) {
    for (int id = 1; id <= threads; id++) {
      pools.seen(pool + id, id, 0, untilMs * MS);
      pools.seen(pool + id, id, fromMs * MS, toMs * MS);
    }
  }

  private List<String> found() {
    return pools.stops().stream()
        .map(one -> {
          assertThat(one.threadId()).isEqualTo(ThreadStop.POOL);
          assertThat(one.stop().lengthNs()).isEqualTo(one.stop().endNs() - one.stop().startNs());
          return one.stop().startNs() / MS
              + "-"
              + one.stop().endNs() / MS
              + " "
              + one.stop().kind().code()
              + " "
              + one.stop().detail();
        })
        .toList();
  }

  @Test
  void shouldFindTheTimeInWhichAllWait() {
    idle("exec-", 3, 50, 200, 1_000);
    waits("exec-1", 1, 100, 150, StopKind.SLEEP, LEDGER);
    waits("exec-2", 2, 110, 160, StopKind.SLEEP, LEDGER);
    waits("exec-3", 3, 120, 140, StopKind.SLEEP, LEDGER);

    assertThat(found()).containsExactly("120-140 sleep " + LEDGER);
  }

  @Test
  void shouldNotCallAPoolBlockedThatHasAFreeThread() {
    idle("exec-", 3, 50, 200, 1_000);
    waits("exec-1", 1, 100, 150, StopKind.SLEEP, LEDGER);
    waits("exec-2", 2, 100, 150, StopKind.SLEEP, LEDGER);

    assertThat(found()).isEmpty();
  }

  /** The third one holds the lock, and works. */
  @Test
  void shouldTakeTheOneThatDoesNotWaitForTheHolderOfTheLock() {
    idle("exec-", 3, 50, 200, 1_000);
    waits("exec-1", 1, 100, 150, StopKind.MONITOR, LEDGER);
    waits("exec-2", 2, 110, 150, StopKind.MONITOR, LEDGER);

    assertThat(found()).containsExactly("110-150 monitor " + LEDGER);
  }

  @Test
  void shouldAllowForThreadsThatPollSockets() {
    idle("qtp-", 9, 50, 200, 1_000);
    for (int id = 1; id <= 8; id++) {
      waits("qtp-" + id, id, 100, 150, StopKind.SOCKET_IO, LEDGER);
    }

    assertThat(found()).containsExactly("100-150 socket-io " + LEDGER);
  }

  @Test
  void shouldNameThePlaceWhereMostWait() {
    idle("exec-", 3, 50, 200, 1_000);
    waits("exec-1", 1, 100, 150, StopKind.SLEEP, "acme.Bank.call:9");
    waits("exec-2", 2, 100, 150, StopKind.MONITOR, LEDGER);
    waits("exec-3", 3, 100, 130, StopKind.MONITOR, LEDGER);
    waits("exec-3", 3, 130, 150, StopKind.SLEEP, "acme.Bank.call:9");

    assertThat(found())
        .containsExactly("100-130 monitor " + LEDGER, "130-150 sleep acme.Bank.call:9");
  }

  /** Another pool has a number of its own before the thread's. */
  @Test
  void shouldKeepPoolsApart() {
    idle("pool-1-thread-", 1, 50, 200, 1_000);
    pools.seen("pool-2-thread-1", 9, 0, 1_000 * MS);
    waits("pool-1-thread-1", 1, 100, 150, StopKind.SLEEP, LEDGER);

    assertThat(found()).containsExactly("100-150 sleep " + LEDGER);
  }

  @Test
  void shouldNotCountThreadsThatHaveEndedOrBeginLater() {
    idle("exec-", 1, 50, 200, 1_000);
    pools.seen("exec-2", 2, 0, 90 * MS);
    pools.seen("exec-3", 3, 160 * MS, 1_000 * MS);
    waits("exec-1", 1, 100, 150, StopKind.SLEEP, LEDGER);

    assertThat(found()).containsExactly("100-150 sleep " + LEDGER);
  }

  /** A class that is loaded from a file waits for the file; that is one wait. */
  @Test
  void shouldCountAWaitWithinAnotherOnce() {
    idle("exec-", 2, 50, 200, 1_000);
    waits("exec-1", 1, 100, 150, StopKind.CLASS_LOADING, LEDGER);
    waits("exec-1", 1, 110, 120, StopKind.FILE_IO, LEDGER);

    assertThat(found()).isEmpty();
  }

  @Test
  void shouldLeaveOutWhatIsShorterThanAMillisecond() {
    pools.seen("exec-1", 1, 0, 1_000 * MS);
    pools.waited(
        "exec-1",
        new ThreadStop(
            1,
            new Stop(
                0, PoolStops.SHORTEST_NS - 1, PoolStops.SHORTEST_NS - 1, 0, StopKind.SLEEP, ""),
            true,
            0));

    assertThat(found()).isEmpty();
  }
}
