package dev.foliot.study.plan;

import dev.foliot.load.RequestTemplate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests to the arms.
 *
 * @param requests their kinds, 1 to 100
 * @param timeoutNs the time limit of a request, 1 ms to 10 min
 * @param keepAlive whether connections are reused
 * @param remote the system that the services call; null for none
 */
public record StudyTarget(
    List<RequestTemplate> requests,
    long timeoutNs,
    boolean keepAlive,
    @Nullable RemotePlan remote) {
  /** Accounts below and above this are separate: no transfer has the same account twice. */
  private static final String LOW = "${random:1-400}";

  private static final String HIGH = "${random:401-800}";

  /** The default time limit of a request. */
  public static final long USUAL_TIMEOUT_NS = 60_000_000_000L;

  /** Keeps a copy. */
  public StudyTarget {
    requests = List.copyOf(requests);
  }

  /** The built-in bank, which calls the remote system. */
  public static StudyTarget bank() {
    return new StudyTarget(bankRequests(), USUAL_TIMEOUT_NS, true, RemotePlan.CONSTANT);
  }

  /** The built-in {@code ping}, which calls no other system. */
  public static StudyTarget ping() {
    return new StudyTarget(pingRequests(), USUAL_TIMEOUT_NS, true, null);
  }

  /** The requests to {@code ping}, which has a fixed amount of work. */
  private static List<RequestTemplate> pingRequests() {
    return List.of(new RequestTemplate("GET", "/ping", Map.of(), null, 1, List.of()));
  }

  /** The requests to the bank: mostly look-ups, some statements, some transfers. */
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
