package dev.foliot.service.recording;

import java.util.Set;

/**
 * The measured load of a recorded fork.
 *
 * @param startNs its start, in {@link System#nanoTime}'s terms
 * @param lengthNs up to its last end
 * @param threads that served slow messages, by the JVM's numbers: only their stops are kept
 */
public record RecordedLoad(long startNs, long lengthNs, Set<Long> threads) {
  /** Keeps a copy. */
  public RecordedLoad {
    threads = Set.copyOf(threads);
  }
}
