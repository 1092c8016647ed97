package dev.foliot.diagnose.locks;

import static dev.foliot.diagnose.locks.MadeThreads.blocked;
import static dev.foliot.diagnose.locks.MadeThreads.frame;
import static dev.foliot.diagnose.locks.MadeThreads.inNative;
import static dev.foliot.diagnose.locks.MadeThreads.parked;
import static dev.foliot.diagnose.locks.MadeThreads.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.locks.LockObservations.BlockedLoops;
import dev.foliot.diagnose.locks.LockTarget.PoolNow;
import dev.foliot.diagnose.time.Blocked;
import dev.foliot.diagnose.time.Blocked.In;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.pool.PoolSampler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventLoopsTest {
  private static final String FUTURE = "java.util.concurrent.CompletableFuture$Signaller";
  private static final List<JavaFrame> LOOP =
      List.of(
          frame("io.netty.channel.nio.NioEventLoop", "run", 562),
          frame("java.lang.Thread", "run", 1583));
  private static final JavaFrame HANDLER = frame("acme.Api", "handle", 41);
  private static final JavaFrame PARK = frame("jdk.internal.misc.Unsafe", "park", -1);

  private final EventLoops loops = new EventLoops();
  private final Map<Long, List<JavaFrame>> frames = new HashMap<>();

  private final LockTally.Stacks stacks =
      new LockTally.Stacks() {
        @Override
        public Optional<Blocked> blocked(ThreadSample thread) {
          return Blocked.of(thread, frames(thread), false);
        }

        @Override
        public boolean isForOwnTask(PoolNow pool, ThreadSample worker) {
          return false;
        }

        @Override
        public Map<Long, PoolSampler.Worker> workers(PoolNow pool) {
          return Map.of();
        }

        @Override
        public String place(ThreadSample thread) {
          return JavaFrame.place(frames(thread));
        }

        @Override
        public List<JavaFrame> frames(ThreadSample thread) {
          return thread.state() == ThreadSample.State.RUNNING
              ? List.of()
              : frames.getOrDefault(thread.tid(), List.of());
        }
      };

  private void stack(long tid, List<JavaFrame> outer, JavaFrame... inner) {
    List<JavaFrame> all = new ArrayList<>(List.of(inner));
    all.addAll(outer);
    frames.put(tid, all);
  }

  private void sample(int times, ThreadSample... threads) {
    for (int i = 0; i < times; i++) {
      loops.add(MadeThreads.sample(threads), stacks);
    }
  }

  private void select(long tid) {
    stack(tid, LOOP, frame("sun.nio.ch.EPoll", "wait", -1));
  }

  @Test
  void shouldCountWhatTheMostBlockedOneIsBlockedIn() {
    select(1);
    select(2);
    sample(3, inNative(1), inNative(2));
    stack(1, LOOP, PARK, HANDLER);
    sample(6, parked(1, FUTURE), inNative(2));
    sample(1, running(1), running(2));

    assertThat(loops.end())
        .contains(
            new BlockedLoops(
                2, 1, "worker-1", 10, 6, Map.of(In.FUTURE, 6), Map.of("acme.Api.handle:41", 6)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shaded.io.netty.channel.epoll.EpollEventLoop",
        "io.netty.channel.SingleThreadIoEventLoop",
        "org.xnio.nio.WorkerThread",
        "sun.net.httpserver.ServerImpl$Dispatcher"
      })
  void shouldKnowTheLoopsOfLibraries(String className) {
    stack(1, List.of(frame(className, "run", 1)), PARK, HANDLER);
    sample(5, parked(1, FUTURE));

    assertThat(loops.end().orElseThrow().share()).isEqualTo(1);
  }

  /** Frameworks that call handlers may be deep. */
  @Test
  void shouldRememberALoopWhoseStackIsTooDeep() {
    select(1);
    sample(1, inNative(1));
    stack(1, List.of(frame("acme.Filter", "next", 3)), PARK, HANDLER);
    sample(9, parked(1, FUTURE));

    assertThat(loops.end().orElseThrow().blocked()).isEqualTo(9);
  }

  @Test
  void shouldNotTakeOtherThreadsForLoops() {
    stack(1, List.of(frame("acme.Worker", "run", 1), frame("java.lang.Thread", "run", 2)), PARK);
    sample(5, parked(1, FUTURE));

    assertThat(loops.end()).isEmpty();
  }

  @Test
  void shouldNotCountReadsOfItsOwnConnectionsNorThePageCache() {
    stack(1, LOOP, frame("sun.nio.ch.SocketDispatcher", "read0", -1), HANDLER);
    sample(5, inNative(1));
    stack(1, LOOP, frame("java.io.FileOutputStream", "writeBytes", -1), HANDLER);
    sample(5, inNative(1));

    assertThat(loops.end().orElseThrow().share()).isZero();
  }

  @Test
  void shouldCountOtherSocketsDisksAndSleeps() {
    stack(
        1, LOOP, frame("sun.nio.ch.Net", "poll", -1), frame("sun.nio.ch.NioSocketImpl", "park", 2));
    sample(1, inNative(1));
    stack(1, LOOP, frame("sun.nio.ch.FileChannelImpl", "force", 3), HANDLER);
    sample(1, inNative(1));
    stack(1, LOOP, frame("java.io.FileDescriptor", "sync0", -1), HANDLER);
    sample(1, inNative(1));
    stack(1, LOOP, frame("java.lang.Thread", "sleep0", -1), HANDLER);
    sample(1, blocked(1));

    assertThat(loops.end().orElseThrow().blockedIn())
        .containsOnly(Map.entry(In.SOCKET, 1), Map.entry(In.FILE, 2), Map.entry(In.SLEEP, 1));
  }
}
