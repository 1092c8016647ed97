package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ThreadState;
import dev.foliot.linux.reason.ProcessReason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Simulated threads. */
class SleepCheckTest {
  private final Map<Long, ThreadState> states = new HashMap<>();
  private final Map<Long, Long> onCpu = new HashMap<>();
  private int asked;

  private final SleepCheck check =
      new SleepCheck(
          new PoolThreads() {
            @Override
            public Reading<ThreadState> stateOf(long tid) {
              asked++;
              return tid < 0
                  ? Reading.unavailable(new ProcessReason.NoProcess())
                  : Reading.of(states.getOrDefault(tid, ThreadState.ASLEEP));
            }

            @Override
            public Reading<Long> onCpuNs(long tid) {
              return Reading.of(onCpu.getOrDefault(tid, 5L));
            }
          });

  /** An executor, which identifies its idle threads. */
  private static PoolSample idle(List<Long> tids) {
    return new PoolSample(
        9,
        9 - 1,
        9,
        true,
        tids,
        new PoolSample.Tasks(Map.of(0, 1L), 1, 1),
        new PoolSample.Stops(0, 0));
  }

  /** A ForkJoinPool, which does not identify its idle threads. */
  private static PoolSample someIdle(int total) {
    return new PoolSample(
        4,
        1,
        total,
        true,
        List.of(),
        new PoolSample.Tasks(Map.of(0, 1L), 1, 1),
        new PoolSample.Stops(0, 0));
  }

  @Test
  void shouldAskAllWhoIdleWithinALookWhereTheyAreFew() {
    assertThat(check.asleepAt(idle(List.of(1L, 2L)), 70)).hasValue(70);
    states.put(2L, ThreadState.RUNNABLE);
    assertThat(check.asleepAt(idle(List.of(1L, 2L)), 80)).isEmpty();
    states.clear();
    assertThat(check.asleepAt(idle(List.of(1L, 2L)), 90)).hasValue(90);
  }

  /** The woken one may be the last of many. */
  @Test
  void shouldConfirmNothingBeforeAllOfManyWereAsked() {
    List<Long> many = LongStream.rangeClosed(1, 3L * SleepCheck.MOST_ASKED).boxed().toList();
    assertThat(check.asleepAt(idle(many), 10)).isEmpty();
    assertThat(asked).isEqualTo(SleepCheck.MOST_ASKED);
    assertThat(check.asleepAt(idle(many), 20)).isEmpty();
    assertThat(check.asleepAt(idle(many), 30)).as("when the first were asked").hasValue(10);

    states.put(3L * SleepCheck.MOST_ASKED, ThreadState.RUNNABLE);
    assertThat(check.asleepAt(idle(many), 40)).isEmpty();
    assertThat(check.asleepAt(idle(many), 50)).isEmpty();
    assertThat(check.asleepAt(idle(many), 60)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = ThreadState.class,
      names = {"RUNNABLE", "BLOCKED", "STOPPED", "ENDED"})
  void shouldNotTakeWhatIsNoSleepForOne(ThreadState state) {
    states.put(2L, state);
    assertThat(check.asleepAt(idle(List.of(1L, 2L)), 10)).isEmpty();
  }

  @Test
  void shouldNotTakeAWorkerThatItCannotAskForOneThatSleeps() {
    assertThat(check.asleepAt(idle(List.of(1L, -2L)), 10)).isEmpty();
  }

  @Test
  void shouldTellAThreadThatRunsFromOneThatWaitsForACpu() {
    check.members(List.of(1L, 2L));
    states.put(2L, ThreadState.RUNNABLE);
    check.begin();
    assertThat(check.asleepAt(someIdle(2), 10)).as("it is not known yet").isEmpty();
    assertThat(check.asleepAt(someIdle(2), 20)).as("it has not run since").isEmpty();
    onCpu.put(2L, 6L);
    assertThat(check.asleepAt(someIdle(2), 30)).hasValue(30);
    check.begin();
    assertThat(check.asleepAt(someIdle(2), 40)).as("other work, and asked anew").isEmpty();
  }

  @Test
  void shouldWantToKnowAllThreadsOfAPool() {
    check.members(List.of(1L, -2L));
    assertThat(check.asleepAt(someIdle(1), 10)).as("the other has ended").hasValue(10);
    assertThat(check.isShort()).isFalse();
    assertThat(check.asleepAt(someIdle(2), 20)).isEmpty();
    assertThat(check.isShort()).isTrue();
    check.members(List.of(1L, 3L));
    assertThat(check.isShort()).isFalse();
    assertThat(check.asleepAt(someIdle(2), 30)).hasValue(30);
  }
}
