package dev.foliot.diagnose.time;

import static dev.foliot.diagnose.time.PlacesTest.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.ThreadSample.Exit;
import dev.foliot.hotspot.locks.ThreadSample.State;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.ThreadTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimeTallyTest {
  private static final long MS = 1_000_000;
  private static final List<JavaFrame> ACQUIRE =
      List.of(
          frame("java.util.concurrent.Semaphore", "acquire", -1),
          frame("com.acme.Orders", "find", 41));

  private final TimeTally tally = new TimeTally();

  private static ThreadSample thread(long tid, State state, long sp) {
    Optional<Wait> wait =
        state == State.BLOCKED
            ? Optional.of(new Wait(Wait.Kind.PARK, 7, "java.util.concurrent.Semaphore$Sync", 0))
            : Optional.empty();
    return new ThreadSample(
        tid, tid, "http-exec-" + tid, state, false, false, wait, new Exit(sp, 1, 0));
  }

  private static final Stacks STACKS =
      new Stacks() {
        @Override
        public Optional<Blocked> blocked(ThreadSample thread) {
          return Blocked.of(thread, frames(thread), false);
        }

        @Override
        public List<JavaFrame> frames(ThreadSample thread) {
          return thread.state() == State.BLOCKED ? ACQUIRE : List.of();
        }
      };

  private ThreadTime.Group only() {
    List<ThreadTime.Group> groups = tally.end(0, 0).time().groups();
    assertThat(groups).hasSize(1);
    return groups.getFirst();
  }

  /** Ten samples, 100 ms apart, in which the thread runs or waits. */
  private void sample(boolean moves, double onCpu, double ready, int running) {
    for (int i = 0; i < 10; i++) {
      ThreadSample one =
          thread(1, i < running ? State.RUNNING : State.BLOCKED, moves ? 100 + i : 100);
      tally.add(i * 100L * MS, new LockSample(List.of(one), 0), STACKS);
      long ns = i * 100L * MS;
      tally.scheduled(
          1, ns, new SchedStat((long) (onCpu * ns), (long) (ready * ns), onCpu > 0 ? i : 1));
    }
  }

  @Test
  void shouldTakeTheTimeOnACpuFromTheKernelAndDivideTheRestBySamples() {
    sample(true, 0.3, 0.2, 5);
    ThreadTime.Group group = only();
    assertThat(group.name()).isEqualTo("http-exec-*");
    assertThat(group.share(Doing.RUNNING)).isCloseTo(0.3, within(1e-6));
    assertThat(group.share(Doing.READY)).isCloseTo(0.2, within(1e-6));
    assertThat(group.share(Doing.PERMIT)).isCloseTo(0.5, within(1e-6));
    assertThat(group.shares().values().stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(1, within(1e-6));
    assertThat(tally.end(0, 0).still()).isEmpty();
  }

  /** Two threads of a library's pool, of which the second may be free now and then. */
  private void samplePool(boolean isFreeOnce) {
    List<JavaFrame> task =
        List.of(
            frame("java.util.concurrent.Semaphore", "acquire", -1),
            frame("com.acme.Orders", "find", 41),
            frame("kotlinx.coroutines.scheduling.CoroutineScheduler$Worker", "run", 9));
    List<JavaFrame> free =
        List.of(
            frame("java.util.concurrent.locks.LockSupport", "parkNanos", 1),
            frame("kotlinx.coroutines.scheduling.CoroutineScheduler$Worker", "park", 9));
    for (int i = 0; i < 10; i++) {
      boolean isFree = isFreeOnce && i == 5;
      Stacks stacks =
          new Stacks() {
            @Override
            public Optional<Blocked> blocked(ThreadSample thread) {
              return Blocked.of(thread, frames(thread), false);
            }

            @Override
            public List<JavaFrame> frames(ThreadSample thread) {
              return isFree && thread.tid() == 2 ? free : task;
            }
          };
      tally.add(
          i * 100L * MS,
          new LockSample(
              List.of(thread(1, State.BLOCKED, 100 + i), thread(2, State.BLOCKED, 100 + i)), 0),
          stacks);
    }
  }

  @Test
  void shouldSeeAPoolWithoutAFreeThread() {
    samplePool(false);
    assertThat(tally.end(0, 0).occupied())
        .singleElement()
        .satisfies(pool -> {
          assertThat(pool.threads()).isEqualTo(2);
          assertThat(pool.waiting()).isCloseTo(1, within(1e-6));
          assertThat(pool.place().yours()).isEqualTo("com.acme.Orders.find:41");
        });
  }

  @Test
  void shouldSeeThatAThreadOfAPoolWasFree() {
    samplePool(true);
    assertThat(tally.end(0, 0).occupied()).isEmpty();
  }

  @Test
  void shouldSeeWhichThreadsWereStartedAndStayed() {
    for (int i = 0; i < 3; i++) {
      List<ThreadSample> threads = new ArrayList<>();
      for (int tid = 1; tid <= 1 + 2 * i; tid++) {
        threads.add(thread(tid, State.BLOCKED, 100));
      }
      tally.add(i * 100L * MS, new LockSample(threads, 0), STACKS);
    }
    assertThat(tally.end(0, 0).started().stayed()).containsExactly(Map.entry("http-exec-*", 4));
  }

  @Test
  void shouldSayWhatIsNotKnown() {
    // its state says that it runs, and it has no CPU
    sample(true, 0.01, 0, 10);
    assertThat(only().share(Doing.UNKNOWN)).isCloseTo(0.99, within(1e-6));
  }

  @Test
  void shouldSeeThreadsThatDoNotMove() {
    sample(false, 0, 0, 0);
    assertThat(tally.end(0, 0).still())
        .singleElement()
        .satisfies(still -> {
          assertThat(still.names()).containsExactly("http-exec-1");
          assertThat(still.place().yours()).isEqualTo("com.acme.Orders.find:41");
        });
    assertThat(only().places().getFirst().still()).isEqualTo(1);
  }

  @Test
  void shouldAddUpWhatThreadsDoOnACpu() {
    sample(true, 1, 0, 10);
    for (int i = 0; i < 4; i++) {
      tally.ran(1, List.of(frame("com.acme.Json", i < 3 ? "parse" : "write", 7)));
    }
    assertThat(only().places())
        .extracting(ThreadTime.Place::yours, ThreadTime.Place::share)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("com.acme.Json.parse:7", 0.75),
            org.assertj.core.groups.Tuple.tuple("com.acme.Json.write:7", 0.25));
  }

  @Test
  void shouldGroupThreadsOfAPool() {
    ThreadSample one = thread(1, State.BLOCKED, 1);
    ThreadSample two = thread(2, State.BLOCKED, 1);
    tally.pool(List.of(one, two));
    tally.add(0, new LockSample(List.of(one, two), 0), STACKS);
    assertThat(only().threads()).isEqualTo(2);
  }

  @Test
  void shouldNotTakeAnInnerWaitForAStop() {
    List<JavaFrame> mine = List.of(frame("com.acme.A", "use", 3));
    Stacks inner =
        new Stacks() {
          @Override
          public Optional<Blocked> blocked(ThreadSample thread) {
            return Optional.empty();
          }

          @Override
          public List<JavaFrame> frames(ThreadSample thread) {
            return mine;
          }
        };
    for (int i = 0; i < 10; i++) {
      ThreadSample waits =
          new ThreadSample(
              1, 1, "main", State.BLOCKED, false, false, Optional.empty(), new Exit(1, 1, 1));
      tally.add(i * 100L * MS, new LockSample(List.of(waits), 0), inner);
      tally.scheduled(1, i * 100L * MS, new SchedStat(5, 5, 5));
    }
    assertThat(only().shares()).isEqualTo(Map.of(Doing.LOCK, 1.0));
  }
}
