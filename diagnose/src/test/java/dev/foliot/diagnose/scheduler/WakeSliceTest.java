package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.linux.Reading;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WakeSliceTest {
  private static String reason(Reading<?> reading) {
    return reading instanceof Reading.Unavailable<?> none ? none.reason() : "";
  }

  @Test
  void shouldEndAtOnceWhenWhoWaitsIsInterrupted() {
    CountDownLatch interrupted = new CountDownLatch(1);
    WakeSlice slice =
        new WakeSlice(() -> {
          try {
            new CountDownLatch(1).await();
            throw new IllegalStateException("nobody counts it down");
          } finally {
            interrupted.countDown();
          }
        });
    Thread.currentThread().interrupt();

    assertThat(reason(slice.await())).isEqualTo("it was interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(interrupted.getCount()).isZero();
  }

  private static Reading<Traced<ThreadFamily>> stubborn(CountDownLatch end) {
    boolean done = false;
    while (!done) {
      try {
        end.await();
        done = true;
      } catch (InterruptedException e) {
        done = false;
      }
    }
    return Reading.of(new Traced<>(Map.of(), Optional.empty()));
  }

  /** For example a read from a file system that does not answer. */
  @Test
  void shouldNotWaitForWorkThatTakesNoInterrupt() {
    CountDownLatch end = new CountDownLatch(1);
    WakeSlice slice = new WakeSlice(() -> stubborn(end));
    Thread.currentThread().interrupt();
    try {
      assertThat(reason(slice.await())).isEqualTo("it was interrupted");
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      end.countDown();
    }
  }

  @Test
  void shouldNotWaitForStubbornWorkThatIsEndedEarly() {
    CountDownLatch end = new CountDownLatch(1);
    WakeSlice slice = new WakeSlice(() -> stubborn(end));
    slice.interrupt();
    try {
      assertThat(reason(slice.await())).isEqualTo("it was interrupted");
      assertThat(Thread.interrupted()).isFalse();
    } finally {
      end.countDown();
    }
  }

  @Test
  void shouldTellWhatFailed() {
    WakeSlice slice =
        new WakeSlice(() -> {
          throw new IllegalStateException("broken");
        });
    assertThat(reason(slice.await())).contains("failed: ", "broken");
  }
}
