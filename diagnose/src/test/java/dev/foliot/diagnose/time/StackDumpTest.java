package dev.foliot.diagnose.time;

import static dev.foliot.diagnose.time.PlacesTest.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.time.StackDump.Stacked;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.ThreadSample.Exit;
import dev.foliot.hotspot.locks.ThreadSample.State;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.Doing;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StackDumpTest {
  private static final List<JavaFrame> ACQUIRE =
      List.of(
          frame("java.util.concurrent.Semaphore", "acquire", -1),
          frame("com.acme.Orders", "find", 41));

  private static Stacked thread(int tid, State state, List<JavaFrame> frames) {
    Optional<Wait> wait =
        state == State.BLOCKED
            ? Optional.of(new Wait(Wait.Kind.PARK, 7, "java.util.concurrent.Semaphore$Sync", 0))
            : Optional.empty();
    return new Stacked(
        new ThreadSample(tid, tid, "http-" + tid, state, false, false, wait, new Exit(1, 1, 1)),
        frames);
  }

  @Test
  void shouldPutEqualStacksTogether() {
    assertThat(
            StackDump.grouped(
                List.of(
                    thread(1, State.BLOCKED, ACQUIRE),
                    thread(2, State.RUNNING, List.of(frame("com.acme.Json", "parse", 7))),
                    thread(3, State.BLOCKED, ACQUIRE))))
        .satisfiesExactly(
            waiting -> {
              assertThat(waiting.names()).containsExactly("http-1", "http-3");
              assertThat(waiting.doing()).isEqualTo(Doing.PERMIT);
              assertThat(waiting.awaited()).isEqualTo("java.util.concurrent.Semaphore$Sync");
              assertThat(waiting.frames()).isEqualTo(ACQUIRE);
            },
            running -> assertThat(running.doing()).isEqualTo(Doing.RUNNING));
  }

  @Test
  void shouldLeaveOutThreadsThatHaveNoStackAndSayWhereOneIsUnread() {
    assertThat(
            StackDump.grouped(
                List.of(thread(1, State.NATIVE, List.of()), thread(2, State.RUNNING, List.of()))))
        .singleElement()
        .satisfies(group -> assertThat(group.names()).containsExactly("http-2"));
  }

  @Test
  void shouldSayWhyAProcessCannotBeRead() {
    assertThat(StackDump.of(Path.of("/"), 1L << 40)).isInstanceOf(Reading.Unavailable.class);
  }

  private static void waitsForALatch(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** It reads this JVM, whose two threads may not wait yet when they are read. */
  @Test
  void shouldReadTheStacksOfALiveJvm() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    List<Thread> threads =
        Stream.of("one", "two")
            .map(name -> Thread.ofPlatform().name(name).start(() -> waitsForALatch(end)))
            .toList();
    try {
      while (!threads.stream().allMatch(one -> one.getState() == Thread.State.WAITING)) {
        Thread.onSpinWait();
      }
      StackDump dump =
          StackDump.of(Path.of("/"), ProcessHandle.current().pid()).toOptional().orElseThrow();
      assertThat(dump.groups())
          .anySatisfy(group -> {
            assertThat(group.names()).containsExactlyInAnyOrder("one", "two");
            assertThat(group.doing()).isEqualTo(Doing.RESULT);
            assertThat(group.frames()).anyMatch(frame -> frame.method().equals("waitsForALatch"));
          });
    } finally {
      end.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }
}
