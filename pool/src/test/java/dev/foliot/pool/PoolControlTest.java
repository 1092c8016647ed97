package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Decision.State;
import dev.foliot.pool.control.Observation;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolControlTest {
  @TempDir private Path folder;

  /** What the script decides next. */
  private final AtomicReference<Decision> script = new AtomicReference<>(decision(2, State.TRYING));

  private final AtomicInteger looks = new AtomicInteger();

  private static Decision decision(int size, State state) {
    return new Decision(size, state, "as the test says", 1_000_000);
  }

  private Decision follow(Observation seen) {
    looks.incrementAndGet();
    return script.get();
  }

  private void decide(int size, State state) {
    script.set(decision(size, state));
    int seen = looks.get();
    Until.holds(() -> looks.get() >= seen + 3);
  }

  @Test
  void shouldTellOfAHangOnce() throws Exception {
    List<Hang> heard = new CopyOnWriteArrayList<>();
    Path file = folder.resolve("hang.jfr");
    Semaphore gate = new Semaphore(0);
    try (Recording recording = new Recording();
        AdaptivePool pool =
            AdaptivePool.builder()
                .maximum(2)
                .decides(this::follow)
                .listener(
                    new PoolListener() {
                      @Override
                      public void hung(Hang hang) {
                        heard.add(hang);
                      }
                    })
                .platform()) {
      recording.start();
      for (int i = 0; i < 5; i++) {
        pool.execute(gate::acquireUninterruptibly);
      }
      Until.holds(() -> pool.snapshot().tasks().active() == 2);
      decide(2, State.TRYING);
      assertThat(heard).isEmpty();
      decide(2, State.HUNG);
      assertThat(heard).hasSize(1);
      assertThat(heard.get(0).running()).isEqualTo(2);
      assertThat(heard.get(0).queued()).isEqualTo(3);
      decide(2, State.HOLDING);
      decide(2, State.HUNG);
      assertThat(heard).hasSize(2);
      gate.release(5);
      recording.stop();
      recording.dump(file);
    }
    assertThat(RecordingFile.readAllEvents(file))
        .filteredOn(event -> event.getEventType().getName().equals("foliot.PoolHang"))
        .hasSize(2);
  }

  @Test
  void shouldTellARecordingOfEachResize() throws Exception {
    Path file = folder.resolve("resizes.jfr");
    try (Recording recording = new Recording();
        AdaptivePool pool =
            AdaptivePool.builder()
                .name("recorded")
                .minimum(2)
                .maximum(9)
                .decides(this::follow)
                .platform()) {
      recording.start();
      pool.limits(2, 2);
      pool.limits(2, 9);
      pool.submit(() -> {}).get();
      decide(7, State.TRYING);
      decide(3, State.TRYING);
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> resizes =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("foliot.PoolResize"))
            .filter(event -> event.getInt("to") != 2) // with more than two CPUs
            .toList();
    assertThat(resizes).allMatch(event -> event.getString("pool").equals("recorded"));
    assertThat(resizes).extracting(event -> event.getInt("from")).containsExactly(2, 7);
    assertThat(resizes).extracting(event -> event.getInt("to")).containsExactly(7, 3);
    assertThat(resizes)
        .extracting(event -> event.getString("reason"))
        .containsOnly("as the test says");
  }

  /** Otherwise a listener that counts resizes would miss the last one. */
  @Test
  void shouldTellOfAResizeThoughThePoolEndsAtOnce() {
    for (int i = 0; i < 100; i++) {
      List<Resize> heard = new CopyOnWriteArrayList<>();
      AdaptivePool pool =
          AdaptivePool.builder()
              .maximum(2)
              .listener(
                  new PoolListener() {
                    @Override
                    public void resized(Resize resize) {
                      heard.add(resize);
                    }
                  })
              .platform();
      pool.limits(5, 5);
      pool.close();
      Until.holds(() -> heard.size() == 1);
    }
  }

  @Test
  void shouldKeepNoResizesThatNobodyHearsOf() {
    PlatformPool pool = (PlatformPool) AdaptivePool.platform();
    pool.close();
    for (int size = 1; size < 10; size++) {
      pool.limits(size, size);
    }
    assertThat(pool.sizing.takeUnheard()).isEmpty();
  }

  /** Two alternating failures must not be reported at each look, ten times a second. */
  @Test
  void shouldGoOnWithoutAControllerOrACpuMeterThatWorks() throws Exception {
    AtomicInteger failures = new AtomicInteger();
    List<String> handed = new CopyOnWriteArrayList<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
      if (thread.getName().equals("faulty-control")) {
        handed.add(e.getMessage());
      }
    });
    Semaphore gate = new Semaphore(0);
    try (AdaptivePool pool =
        AdaptivePool.builder()
            .name("faulty")
            .cpu(nowNs -> {
              throw new IllegalStateException("no reading");
            })
            .decides(seen -> {
              failures.incrementAndGet();
              throw new IllegalStateException("no decision");
            })
            .platform()) {
      pool.execute(gate::acquireUninterruptibly);
      try {
        Until.holds(() -> failures.get() >= 3 && pool.snapshot().state().contains("no decision"));
      } finally {
        gate.release(); // or the pool would never end
      }
      for (int i = 0; i < 100; i++) {
        int number = i;
        assertThat(pool.submit(() -> number).get()).isEqualTo(i);
      }
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertThat(handed).containsExactly("no reading", "no decision");
  }

  @Test
  void shouldFollowTheControllerBothWaysAndLeaveRunningTasksAlone() {
    Semaphore gate = new Semaphore(0);
    AtomicInteger interrupted = new AtomicInteger();
    AdaptivePool pool = AdaptivePool.builder().decides(this::follow).platform();
    for (int i = 0; i < 20; i++) {
      pool.execute(() -> {
        try {
          gate.acquire();
        } catch (InterruptedException e) {
          interrupted.incrementAndGet();
        }
      });
    }
    decide(8, State.TRYING);
    Until.holds(() -> pool.snapshot().tasks().active() == 8);
    decide(3, State.TRYING);
    assertThat(pool.snapshot().tasks().active()).isEqualTo(8);
    gate.release(6);
    Until.holds(
        () -> pool.snapshot().tasks().completed() == 6 && pool.snapshot().tasks().active() == 3);
    assertThat(pool.snapshot().threads()).isEqualTo(3);
    decide(5, State.TRYING);
    Until.holds(() -> pool.snapshot().tasks().active() == 5);
    gate.release(20);
    pool.close();
    assertThat(interrupted).hasValue(0);
    assertThat(pool.snapshot().tasks().completed()).isEqualTo(20);
  }
}
