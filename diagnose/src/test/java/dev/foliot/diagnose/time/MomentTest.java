package dev.foliot.diagnose.time;

import static dev.foliot.diagnose.time.PlacesTest.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.ThreadSample.Exit;
import dev.foliot.hotspot.locks.ThreadSample.State;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.store.diagnosis.Doing;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MomentTest {
  private static final JavaFrame MINE = frame("com.acme.Orders", "find", 41);

  private static Doing parked(String awaited, JavaFrame... stack) {
    return doing(
        State.BLOCKED, Optional.of(new Wait(Wait.Kind.PARK, 7, awaited, 0)), List.of(stack));
  }

  private static Doing doing(State state, Optional<Wait> wait, List<JavaFrame> stack) {
    ThreadSample thread =
        new ThreadSample(1, 1, "http-exec-1", state, false, false, wait, new Exit(1, 1, 1));
    return Moment.of(thread, stack, Blocked.of(thread, stack, false)).doing();
  }

  @ParameterizedTest
  @CsvSource({
    "java.util.concurrent.Semaphore, acquire",
    "com.zaxxer.hikari.HikariDataSource, getConnection",
    "org.apache.http.impl.conn.PoolingHttpClientConnectionManager, leaseConnection",
    "com.acme.Pool, borrow",
  })
  void shouldKnowAWaitForSomethingScarceByTheNameOfItsMethod(String type, String method) {
    assertThat(parked("com.acme.Sync", frame(type, method, 1), MINE)).isEqualTo(Doing.PERMIT);
  }

  @ParameterizedTest
  @CsvSource({
    "java.util.concurrent.ThreadPoolExecutor, getTask",
    "java.util.concurrent.LinkedBlockingQueue, take",
    "java.util.concurrent.SynchronousQueue, poll",
  })
  void shouldCallAThreadThatTakesWorkIdle(String type, String method) {
    String condition = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject";
    assertThat(parked(condition, frame(type, method, 1), MINE)).isEqualTo(Doing.IDLE);
  }

  /** Jetty's reserved threads wait at a semaphore for a task. */
  @Test
  void shouldCallTheLoopOfAPoolIdleWhateverItWaitsAt() {
    String permits = "java.util.concurrent.Semaphore$NonfairSync";
    JavaFrame acquire = frame("java.util.concurrent.Semaphore", "tryAcquire", -1);
    assertThat(parked(permits, acquire, frame("com.acme.Worker", "waitForTask", 1), MINE))
        .isEqualTo(Doing.IDLE);
    assertThat(parked(permits, acquire, frame("com.acme.Orders", "getTasks", 1), MINE))
        .isEqualTo(Doing.PERMIT);
  }

  /** Up to JDK 20 those that take go through the same method. */
  @Test
  void shouldTellWhoTakesFromWhoPutsIntoASynchronousQueue() {
    String sync = "java.util.concurrent.SynchronousQueue$TransferStack";
    JavaFrame transfer = frame(sync, "transfer", -1);
    String queue = "java.util.concurrent.SynchronousQueue";
    assertThat(parked(sync, transfer, frame(queue, "poll", -1), MINE)).isEqualTo(Doing.IDLE);
    assertThat(parked(sync, transfer, frame(queue, "put", -1), MINE)).isEqualTo(Doing.PERMIT);
  }

  @Test
  void shouldTellLocksResultsAndSleep() {
    assertThat(parked("java.util.concurrent.locks.ReentrantLock$NonfairSync", MINE))
        .isEqualTo(Doing.LOCK);
    assertThat(parked("java.util.concurrent.FutureTask", MINE)).isEqualTo(Doing.RESULT);
    assertThat(
            doing(
                State.BLOCKED,
                Optional.empty(),
                List.of(frame("java.lang.Thread", "sleep", -1), MINE)))
        .isEqualTo(Doing.SLEEPING);
  }

  @Test
  void shouldCallAWaitForTheInitialisationOfAClassALock() {
    assertThat(
            doing(
                State.BLOCKED,
                Optional.of(new Wait(Wait.Kind.OBJECT_WAIT, 7, "[I", 0)),
                List.of(MINE)))
        .isEqualTo(Doing.LOCK);
    assertThat(doing(State.BLOCKED, Optional.empty(), List.of(MINE))).isEqualTo(Doing.STOPPED);
  }

  @Test
  void shouldNotGuessWhatNativeCodeDoes() {
    assertThat(doing(State.NATIVE, Optional.empty(), List.of(MINE))).isEqualTo(Doing.UNKNOWN);
    assertThat(doing(State.RUNNING, Optional.empty(), List.of())).isEqualTo(Doing.RUNNING);
  }
}
