package dev.foliot.diagnose.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.ThreadSample.Exit;
import dev.foliot.hotspot.locks.ThreadSample.State;
import dev.foliot.hotspot.locks.Wait;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KnownStacksTest {
  private static final List<JavaFrame> SLEEP =
      List.of(new JavaFrame("java.lang.Thread", "sleep", 0, 1, "Thread.java"));

  private final KnownStacks known = new KnownStacks();

  private static ThreadSample thread(long id, long sp, String awaited) {
    return new ThreadSample(
        id,
        id,
        "worker",
        State.BLOCKED,
        false,
        false,
        awaited.isEmpty() ? Optional.empty() : Optional.of(new Wait(Wait.Kind.PARK, 7, awaited, 0)),
        new Exit(sp, 1, 2));
  }

  @Test
  void shouldAnswerTheStackOfTheSamePoint() {
    assertThat(known.keep(thread(1, 100, ""), SLEEP)).isEqualTo(SLEEP);
    assertThat(known.of(thread(1, 100, ""))).isEqualTo(SLEEP);
  }

  @Test
  void shouldNotTakeAnotherPointOrThreadForTheSame() {
    known.keep(thread(1, 100, ""), SLEEP);
    assertThat(known.of(thread(1, 200, ""))).isEmpty();
    assertThat(known.of(thread(2, 100, ""))).isEmpty();
    assertThat(known.of(thread(1, 100, "java.util.concurrent.Semaphore$FairSync"))).isEmpty();
  }
}
