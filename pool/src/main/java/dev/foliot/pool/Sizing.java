package dev.foliot.pool;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The current size, its limits, and its history. Thread-safe; reading the size is cheap. */
final class Sizing {
  private static final int KEPT = 32;

  private final Deque<Resize> resizes = new ArrayDeque<>();
  private final List<Resize> unheard = new ArrayList<>();
  private volatile int size;
  private int minimum;
  private volatile int maximum;

  Sizing(int minimum, int maximum, int start) {
    checkLimits(minimum, maximum);
    this.minimum = minimum;
    this.maximum = maximum;
    this.size = Math.max(minimum, Math.min(maximum, start));
  }

  /**
   * @throws IllegalArgumentException if the range is empty
   */
  static void checkLimits(int minimum, int maximum) {
    if (minimum < 1) {
      throw new IllegalArgumentException("the minimum of a pool is 1 or more, not " + minimum);
    }
    if (maximum < minimum) {
      throw new IllegalArgumentException(
          "the maximum of a pool is at least its minimum of " + minimum + ", not " + maximum);
    }
  }

  int size() {
    return size;
  }

  synchronized int minimum() {
    return minimum;
  }

  int maximum() {
    return maximum;
  }

  /** Changes only the minimum. */
  synchronized void minimum(int least) {
    limits(least, maximum);
  }

  /** Changes only the maximum. */
  synchronized void maximum(int greatest) {
    limits(minimum, greatest);
  }

  /** Changes the limits, and moves the size into them. */
  synchronized void limits(int least, int greatest) {
    checkLimits(least, greatest);
    minimum = least;
    maximum = greatest;
    resize(size, "the limits are now " + least + " to " + greatest);
  }

  /** Changes the size to the nearest allowed value. */
  synchronized void resize(int wanted, String reason) {
    int to = Math.max(minimum, Math.min(maximum, wanted));
    if (to == size) {
      return;
    }
    Resize resize = new Resize(Instant.now(), size, to, reason);
    size = to;
    if (resizes.size() == KEPT) {
      resizes.removeFirst();
    }
    resizes.addLast(resize);
    unheard.add(resize);
  }

  /** The last changes, newest last. */
  synchronized List<Resize> resizes() {
    return List.copyOf(resizes);
  }

  /** The changes since the last call. */
  synchronized List<Resize> takeUnheard() {
    List<Resize> taken = List.copyOf(unheard);
    unheard.clear();
    return taken;
  }
}
