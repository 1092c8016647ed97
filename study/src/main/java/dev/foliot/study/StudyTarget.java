package dev.foliot.study;

import dev.foliot.load.RequestTemplate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of the arms.
 *
 * @param requests their kinds, 1 to 100
 * @param timeoutNs how long a request may take, 1 ms to 10 min
 * @param keepAlive whether connections are used again
 * @param remote what the services call in turn; null for nothing
 */
public record StudyTarget(
    List<RequestTemplate> requests,
    long timeoutNs,
    boolean keepAlive,
    @Nullable RemotePlan remote) {
  /** How long a request may take where nothing else is asked for. */
  public static final long USUAL_TIMEOUT_NS = 60_000_000_000L;

  /** Keeps a copy. */
  public StudyTarget {
    requests = List.copyOf(requests);
  }

  /** The built-in bank, which calls the remote system. */
  public static StudyTarget bank() {
    return new StudyTarget(StudyLoads.bank(), USUAL_TIMEOUT_NS, true, RemotePlan.CONSTANT);
  }

  /** The built-in {@code ping}, which calls nobody. */
  static StudyTarget ping() {
    return new StudyTarget(StudyLoads.ping(), USUAL_TIMEOUT_NS, true, null);
  }
}
