package dev.foliot.diagnose.locks;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.ThreadSample.Exit;
import dev.foliot.hotspot.locks.ThreadSample.State;
import dev.foliot.hotspot.locks.Wait;
import java.util.List;
import java.util.Optional;

/** Made-up threads. */
final class MadeThreads {
  static final String LOCK = "java.util.concurrent.locks.ReentrantLock$NonfairSync";

  private MadeThreads() {}

  static ThreadSample running(long tid) {
    return thread(tid, State.RUNNING, Optional.empty());
  }

  static ThreadSample blocked(long tid) {
    return thread(tid, State.BLOCKED, Optional.empty());
  }

  static ThreadSample inNative(long tid) {
    return thread(tid, State.NATIVE, Optional.empty());
  }

  static ThreadSample entering(long tid, long owner) {
    return waiting(tid, new Wait(Wait.Kind.MONITOR, 100 + owner, "acme.Account", owner));
  }

  static ThreadSample locking(long tid, long owner) {
    return waiting(tid, new Wait(Wait.Kind.LOCK, 200 + owner, LOCK, owner));
  }

  static ThreadSample parked(long tid, String className) {
    return waiting(tid, new Wait(Wait.Kind.PARK, 300, className, 0));
  }

  static ThreadSample waiting(long tid, Wait wait) {
    return thread(tid, State.BLOCKED, Optional.of(wait));
  }

  private static ThreadSample thread(long tid, State state, Optional<Wait> wait) {
    return new ThreadSample(
        tid, tid, "worker-" + tid, state, false, false, wait, new Exit(0x1000 * tid, 1, 0));
  }

  /** The same thread as a carrier with a virtual thread. */
  static ThreadSample mounted(ThreadSample thread) {
    return new ThreadSample(
        thread.id(),
        thread.tid(),
        thread.name(),
        thread.state(),
        true,
        true,
        thread.awaited(),
        thread.exit());
  }

  static ThreadSample named(ThreadSample thread, String name) {
    return new ThreadSample(
        thread.id(),
        thread.tid(),
        name,
        thread.state(),
        thread.isCarrier(),
        thread.isMounted(),
        thread.awaited(),
        thread.exit());
  }

  static LockSample sample(ThreadSample... threads) {
    return new LockSample(List.of(threads), 0);
  }

  static JavaFrame frame(String className, String method, int line) {
    return new JavaFrame(className, method, 0, line, "Any.java");
  }
}
