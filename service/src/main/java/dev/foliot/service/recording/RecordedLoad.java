package dev.foliot.service.recording;

import dev.foliot.linux.proc.TcpPorts;
import java.util.Map;
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
   * The load of a server. Which thread serves which request is unknown, unless the recording has
   * trace ids.
   *
   * @param startNs its start, in {@link System#nanoTime}'s terms
   * @param lengthNs up to its last answer
   * @param ports of the server during the load
   * @param slow the slow requests by their trace ids; empty where they have none
   */
  record OfServer(long startNs, long lengthNs, TcpPorts ports, Map<String, Long> slow)
      implements RecordedLoad {
    /** Keeps a copy. */
    public OfServer {
      slow = Map.copyOf(slow);
    }

    /** Of requests without trace ids. */
    OfServer(long startNs, long lengthNs, TcpPorts ports) {
      this(startNs, lengthNs, ports, Map.of());
    }
  }
}
