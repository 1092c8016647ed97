package dev.foliot.diagnose.time;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.ThreadSample.State;
import dev.foliot.hotspot.locks.Wait;
import java.util.List;
import java.util.Optional;

/**
 * What a thread is blocked in, and where. Immutable.
 *
 * @param in the kind of the wait
 * @param place the program's method that waits, such as {@code com.acme.Ledger.add:41}; empty if
 *     unknown
 */
public record Blocked(In in, String place) {
  private static final int MOST_TOP = 8;
  private static final String UNSAFE = "jdk.internal.misc.Unsafe";

  /** The kinds of waits. */
  public enum In {
    MONITOR("a monitor"),
    LOCK("a lock"),
    OWN_TASK("a task in the queue of their own pool"),
    UNBEGUN_TASK("a task that has not begun"),
    FUTURE("the result of a task"),
    OBJECT_WAIT("Object.wait"),
    CONDITION("a condition or a queue"),
    SYNCHRONIZER("a latch, a semaphore or another synchronizer"),
    SLEEP("a sleep"),
    SOCKET("a socket"),
    FILE("a file"),
    PARK("a park");

    private final String words;

    In(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }

  /**
   * What a thread is blocked in; empty if it runs, has no work, stands in a safepoint, or that is
   * not known.
   *
   * @param frames its stack, innermost first; may be empty
   */
  public static Optional<Blocked> of(
      ThreadSample thread, List<JavaFrame> frames, boolean forUnbegunTask) {
    if (thread.state() == State.RUNNING) {
      return Optional.empty();
    }
    Optional<In> in =
        thread.state() == State.NATIVE
            ? inNative(frames)
            : thread
                .awaited()
                .map(wait -> inVm(wait, forUnbegunTask))
                .orElseGet(() -> withoutBlocker(frames));
    return in.map(kind -> new Blocked(kind, Places.yours(frames)));
  }

  private static Optional<In> inVm(Wait wait, boolean forUnbegunTask) {
    return switch (wait.kind()) {
      case MONITOR -> Optional.of(In.MONITOR);
      case LOCK -> Optional.of(In.LOCK);
      case OBJECT_WAIT -> Optional.of(In.OBJECT_WAIT);
      case PARK ->
          forUnbegunTask
              ? Optional.of(In.UNBEGUN_TASK)
              : wait.isForLock() ? Optional.of(In.LOCK) : parked(wait.className());
    };
  }

  /** A worker without work is parked for its pool. */
  private static Optional<In> parked(String className) {
    if (className.endsWith(".ForkJoinPool")) {
      return Optional.empty();
    }
    if (className.endsWith(".FutureTask")
        || className.contains(".CompletableFuture")
        || className.contains("ForkJoinTask")) {
      return Optional.of(In.FUTURE);
    }
    if (className.endsWith("ConditionObject") || className.contains("Queue")) {
      return Optional.of(In.CONDITION);
    }
    return Optional.of(className.endsWith("Sync") ? In.SYNCHRONIZER : In.PARK);
  }

  /** Threads in a safepoint are blocked too, anywhere in Java code. */
  private static Optional<In> withoutBlocker(List<JavaFrame> frames) {
    if (frames.isEmpty()) {
      return Optional.empty();
    }
    JavaFrame top = frames.getFirst();
    if (top.className().equals("java.lang.Thread") && top.method().startsWith("sleep")) {
      return Optional.of(In.SLEEP);
    }
    return top.className().equals(UNSAFE) && top.method().equals("park")
        ? Optional.of(In.PARK)
        : Optional.empty();
  }

  private static Optional<In> inNative(List<JavaFrame> frames) {
    for (JavaFrame frame : frames.subList(0, Math.min(MOST_TOP, frames.size()))) {
      String type = frame.className();
      if (type.startsWith("sun.nio.ch.EPoll") || type.equals("sun.nio.ch.SelectorImpl")) {
        // an event loop without events
        return Optional.empty();
      }
      if (type.equals("sun.nio.ch.NioSocketImpl")
          || type.startsWith("sun.nio.ch.SocketChannelImpl")
          || type.startsWith("sun.nio.ch.ServerSocketChannelImpl")
          || type.startsWith("sun.nio.ch.DatagramChannelImpl")
          || type.equals("sun.nio.ch.SocketDispatcher")
          || type.startsWith("java.net.Socket")
          || type.startsWith("java.net.Inet")) {
        return Optional.of(In.SOCKET);
      }
      if (type.startsWith("java.io.File")
          || type.equals("java.io.RandomAccessFile")
          || type.startsWith("sun.nio.ch.FileChannelImpl")
          || type.startsWith("sun.nio.fs.")) {
        return Optional.of(In.FILE);
      }
    }
    return Optional.empty();
  }
}
