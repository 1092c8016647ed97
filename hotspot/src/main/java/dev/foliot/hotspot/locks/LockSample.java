package dev.foliot.hotspot.locks;

import java.util.List;

/**
 * The threads of a JVM at about one moment. Immutable.
 *
 * @param threads those with consistent data
 * @param unasked how many others exist
 */
public record LockSample(List<ThreadSample> threads, int unasked) {
  /** Keeps a copy. */
  public LockSample {
    threads = List.copyOf(threads);
  }
}
