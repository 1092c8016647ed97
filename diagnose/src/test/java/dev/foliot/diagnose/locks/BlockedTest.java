package dev.foliot.diagnose.locks;

import static dev.foliot.diagnose.locks.MadeThreads.blocked;
import static dev.foliot.diagnose.locks.MadeThreads.entering;
import static dev.foliot.diagnose.locks.MadeThreads.frame;
import static dev.foliot.diagnose.locks.MadeThreads.inNative;
import static dev.foliot.diagnose.locks.MadeThreads.locking;
import static dev.foliot.diagnose.locks.MadeThreads.parked;
import static dev.foliot.diagnose.locks.MadeThreads.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.time.Blocked;
import dev.foliot.diagnose.time.Blocked.In;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockedTest {
  private static final JavaFrame OWN = frame("acme.Ledger", "add", 41);

  private static Optional<In> in(ThreadSample thread, JavaFrame... frames) {
    return Blocked.of(thread, List.of(frames), false).map(Blocked::in);
  }

  @Test
  void shouldKnowWhatAThreadWaitsFor() {
    assertThat(in(entering(1, 2))).contains(In.MONITOR);
    assertThat(in(locking(1, 2))).contains(In.LOCK);
    assertThat(in(blocked(1), frame("java.lang.Thread", "sleep0", -1), OWN)).contains(In.SLEEP);
    assertThat(in(blocked(1), frame("jdk.internal.misc.Unsafe", "park", -1))).contains(In.PARK);
    assertThat(Blocked.of(parked(1, "java.util.concurrent.FutureTask"), List.of(), true))
        .map(Blocked::in)
        .contains(In.UNBEGUN_TASK);
  }

  @ParameterizedTest
  @CsvSource({
    "java.util.concurrent.FutureTask, FUTURE",
    "java.util.concurrent.CompletableFuture$Signaller, FUTURE",
    "java.util.concurrent.CountDownLatch$Sync, SYNCHRONIZER",
    "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject, CONDITION",
    "java.util.concurrent.SynchronousQueue$TransferStack, CONDITION",
    "java.util.concurrent.locks.StampedLock, LOCK",
    "java.util.concurrent.locks.ReentrantReadWriteLock$NonfairSync, LOCK",
    "acme.Gate, PARK",
  })
  void shouldKnowWhyAThreadIsParked(String className, In in) {
    assertThat(in(parked(1, className), OWN)).contains(in);
  }

  @Test
  void shouldNotTakeAThreadForBlockedThatRunsOrHasNoWork() {
    assertThat(in(running(1), OWN)).isEmpty();
    assertThat(in(parked(1, "java.util.concurrent.ForkJoinPool"), OWN)).isEmpty();
    assertThat(in(blocked(1), OWN)).as("in a safepoint").isEmpty();
    assertThat(in(blocked(1))).as("without a stack").isEmpty();
    assertThat(in(inNative(1), OWN)).as("in some native method").isEmpty();
    assertThat(in(inNative(1), frame("sun.nio.ch.EPoll", "wait", -1), OWN)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "sun.nio.ch.NioSocketImpl, SOCKET",
    "sun.nio.ch.SocketChannelImpl, SOCKET",
    "java.io.FileInputStream, FILE",
  })
  void shouldKnowWhichInputAThreadWaitsFor(String className, In in) {
    assertThat(
            in(inNative(1), frame("sun.nio.ch.Net", "poll", -1), frame(className, "any", 9), OWN))
        .contains(in);
  }

  @Test
  void shouldNameTheFirstMethodOfTheProgram() {
    assertThat(JavaFrame.place(List.of(frame("java.lang.Thread", "sleep", 3), OWN)))
        .isEqualTo("acme.Ledger.add:41");
    assertThat(JavaFrame.place(List.of(frame("acme.Ledger", "add", -1))))
        .isEqualTo("acme.Ledger.add");
    assertThat(JavaFrame.place(List.of(frame("jdk.internal.misc.Unsafe", "park", -1)))).isEmpty();
  }
}
