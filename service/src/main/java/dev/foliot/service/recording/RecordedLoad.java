package dev.foliot.service.recording;

import dev.foliot.linux.proc.TcpPorts;
import java.util.Set;

/** The measured load of a recorded process. Immutable. */
public sealed interface RecordedLoad {
  /** Its start, in {@link System#nanoTime}'s terms. */
  long startNs();

  /** Its length up to its last end, in nanoseconds. */
  long lengthNs();

  /**
   * The load of a bench's fork.
   *
   * @param startNs its start, in {@link System#nanoTime}'s terms
   * @param lengthNs up to its last end
   * @param threads that served slow messages, by the JVM's numbers: only their stops are kept
   */
  record OfFork(long startNs, long lengthNs, Set<Long> threads) implements RecordedLoad {
    /** Keeps a copy. */
    public OfFork {
      threads = Set.copyOf(threads);
    }
  }

  /**
   * The load of a server. Which thread serves which request is unknown.
   *
   * @param startNs its start, in {@link System#nanoTime}'s terms
   * @param lengthNs up to its last answer
   * @param ports of the server during the load
   */
  record OfServer(long startNs, long lengthNs, TcpPorts ports) implements RecordedLoad {}
}
