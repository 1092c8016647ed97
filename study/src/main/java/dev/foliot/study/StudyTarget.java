package dev.foliot.study;

import dev.foliot.load.RequestTemplate;
import java.util.List;
import java.util.Map;
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
  /** Accounts below and above this are apart, so that no transfer is from one to itself. */
  private static final String LOW = "${random:1-400}";

  private static final String HIGH = "${random:401-800}";

  /** How long a request may take where nothing else is asked for. */
  public static final long USUAL_TIMEOUT_NS = 60_000_000_000L;

  /** Keeps a copy. */
  public StudyTarget {
    requests = List.copyOf(requests);
  }

  /** The built-in bank, which calls the remote system. */
  public static StudyTarget bank() {
    return new StudyTarget(bankRequests(), USUAL_TIMEOUT_NS, true, RemotePlan.CONSTANT);
  }

  /** The built-in {@code ping}, which calls nobody. */
  static StudyTarget ping() {
    return new StudyTarget(pingRequests(), USUAL_TIMEOUT_NS, true, null);
  }

  /** What is asked of {@code ping}, which knows how long it works. */
  private static List<RequestTemplate> pingRequests() {
    return List.of(new RequestTemplate("GET", "/ping", Map.of(), null, 1, List.of()));
  }

  /** What is asked of the bank: mostly look-ups, some statements, some transfers. */
  private static List<RequestTemplate> bankRequests() {
    return List.of(
        new RequestTemplate("GET", "/accounts/${random:1-1000}", Map.of(), null, 7, List.of()),
        new RequestTemplate(
            "GET", "/accounts/${random:1-1000}/statement", Map.of(), null, 1, List.of()),
        new RequestTemplate(
            "POST",
            "/transfers",
            Map.of("Content-Type", "application/json"),
            "{\"from\":"
                + LOW
                + ",\"to\":"
                + HIGH
                + ",\"amount\":\"0.01\",\"currency\":\"EUR\",\"reference\":\"rent\"}",
            2,
            List.of()));
  }
}
