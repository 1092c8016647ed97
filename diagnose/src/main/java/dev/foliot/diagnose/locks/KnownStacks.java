package dev.foliot.diagnose.locks;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stacks that were read, by the thread and the point at which it left Java. For one thread.
 *
 * <p>A stack is read a moment after the thread's state, and cannot be read if the thread has moved
 * on meanwhile. Short waits would then be left out more often than long ones, and their share of
 * the time be too small. A thread that left Java at the same point before was most likely in the
 * same wait.
 */
final class KnownStacks {
  private static final int MOST = 20_000;

  private final Map<Point, List<JavaFrame>> known = new HashMap<>();

  private record Point(long thread, ThreadSample.Exit exit, String awaited) {
    static Point of(ThreadSample thread) {
      return new Point(
          thread.id(),
          thread.exit(),
          thread.awaited().map(wait -> wait.kind() + wait.className()).orElse(""));
    }
  }

  /** Keeps a stack, and answers it. */
  List<JavaFrame> keep(ThreadSample thread, List<JavaFrame> frames) {
    if (known.size() < MOST) {
      known.put(Point.of(thread), frames);
    }
    return frames;
  }

  /** The stack at the same point before; empty if there was none. */
  List<JavaFrame> of(ThreadSample thread) {
    return known.getOrDefault(Point.of(thread), List.of());
  }
}
