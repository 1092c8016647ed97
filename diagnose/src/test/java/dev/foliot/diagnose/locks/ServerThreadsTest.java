package dev.foliot.diagnose.locks;

import static dev.foliot.diagnose.locks.MadeThreads.frame;
import static dev.foliot.diagnose.locks.MadeThreads.parked;
import static dev.foliot.diagnose.locks.MadeThreads.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.pool.PoolSampler;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerThreadsTest {
  private static final JavaFrame PARK = frame("jdk.internal.misc.Unsafe", "park", -1);
  private static final JavaFrame RUN =
      frame("org.eclipse.jetty.util.thread.QueuedThreadPool$Runner", "run", 1139);
  private static final JavaFrame SELECTING =
      frame("org.eclipse.jetty.io.ManagedSelector$SelectorProducer", "select", 546);
  private static final List<JavaFrame> JOB = List.of(PARK, frame("acme.Orders", "get", 7), RUN);

  private final ServerThreads threads = new ServerThreads();

  @ParameterizedTest
  @CsvSource({
    "util.thread.QueuedThreadPool$Runner, idleJobPoll",
    "util.thread.ReservedThreadExecutor$ReservedThread, reservedWait",
    "util.thread.ReservedThreadExecutor$ReservedThread, waitForTask",
    "io.ManagedSelector$SelectorProducer, select",
    "server.AbstractConnector$Acceptor, run"
  })
  void shouldKnowThreadsWithoutAJob(String type, String method) {
    for (String bundled : List.of("org.eclipse.jetty.", "acme.bundled.jetty.")) {
      assertThat(ServerThreads.isFree(List.of(PARK, frame(bundled + type, method, 9), RUN)))
          .isTrue();
    }
  }

  /** A reserved thread that was given a task, and a selector that runs one itself. */
  @Test
  void shouldKnowThreadsWithAJob() {
    assertThat(ServerThreads.isFree(JOB)).isFalse();
    List<JavaFrame> reserved = new ArrayList<>(JOB);
    reserved.add(
        2, frame("org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread", "run", 9));
    assertThat(ServerThreads.isFree(reserved)).isFalse();
    List<JavaFrame> selector = new ArrayList<>(JOB);
    selector.add(2, frame("org.eclipse.jetty.io.ManagedSelector$SelectorProducer", "produce", 9));
    assertThat(ServerThreads.isFree(selector)).isFalse();
    assertThat(ServerThreads.isFree(List.of())).as("unknown").isFalse();
    JavaFrame idle = frame("org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode", "park", 9);
    assertThat(ServerThreads.isFree(List.of(PARK, idle))).as("of JBoss").isTrue();
  }

  @Test
  void shouldCountAJobWhenItsThreadIsFreeAgain() {
    assertThat(threads.worker(parked(1, "acme.Gate"), true))
        .isEqualTo(new PoolSampler.Worker(false, 0));
    assertThat(threads.worker(parked(1, "acme.Gate"), false))
        .isEqualTo(new PoolSampler.Worker(true, 0));
    assertThat(threads.worker(running(1), false)).isEqualTo(new PoolSampler.Worker(true, 0));
    assertThat(threads.worker(parked(1, "acme.Gate"), true))
        .isEqualTo(new PoolSampler.Worker(false, 1));
    assertThat(threads.worker(parked(2, "acme.Gate"), false))
        .as("of its own")
        .isEqualTo(new PoolSampler.Worker(true, 0));
  }

  /** A loop that takes from a queue, and a selector, which is never blocked in a job. */
  @Test
  void shouldNotCountAJobThatDoesNotEnd() {
    threads.worker(parked(1, "acme.Gate"), true);
    for (int i = 0; i < 10; i++) {
      assertThat(threads.worker(parked(1, "acme.Gate"), false).completed()).isZero();
      threads.worker(running(1), false);
      threads.worker(running(2), false);
      boolean isFree = ServerThreads.isFree(List.of(PARK, SELECTING, RUN));
      assertThat(threads.worker(parked(2, ""), isFree).completed()).isZero();
    }
  }
}
