package dev.foliot.linux.perf;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.foliot.linux.LiveThread;
import dev.foliot.linux.Reading;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A word of the test's memory, and threads that access it until closed. */
final class WatchedWord implements AutoCloseable {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  private final Arena arena = Arena.ofShared();
  private final MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
  private final List<LiveThread> threads = new ArrayList<>();
  private volatile boolean ended;

  /** Skips the test, and says why, where this machine or this user has no watchpoints. */
  static void assume() {
    if (PerfProbe.watches(PerfEvent.Access.WRITE) instanceof Reading.Unavailable<Long> none) {
      abort("no watchpoints here: " + none.sentence());
    }
  }

  PerfEvent.Watchpoint event(PerfEvent.Access access) {
    return new PerfEvent.Watchpoint(access, word.address(), Long.BYTES);
  }

  PerfEvent.Watchpoint writes() {
    return event(PerfEvent.Access.WRITE);
  }

  /** Starts a thread that writes, and then waits, again and again; gives its id. */
  int writer(Duration pause) throws Exception {
    return start(pause, () -> WORD.setVolatile(word, 0L, 1L));
  }

  /** Starts a thread that reads, and then waits, again and again; gives its id. */
  int reader(Duration pause) throws Exception {
    return start(
        pause,
        () -> {
          long ignored = (long) WORD.getVolatile(word, 0L);
        });
  }

  private int start(Duration pause, Runnable access) throws Exception {
    LiveThread thread =
        LiveThread.start(
            "foliot-watched",
            self -> {
              while (!ended) {
                access.run();
                if (pause.isPositive()) {
                  LockSupport.parkNanos(pause.toNanos());
                }
              }
            });
    threads.add(thread);
    return (int) thread.tid();
  }

  @Override
  public void close() {
    ended = true;
    threads.forEach(thread -> thread.end().join());
    arena.close();
  }
}
