package dev.foliot.store.load;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of the slowest requests of a phase.
 *
 * @param request what its kind is called in the plan
 * @param number of the request, or of its user, in the phase
 * @param dueMs from the start of the phase
 * @param responseNs from the due time to the end
 * @param serviceNs from the sending to the end
 * @param traceId its W3C trace id; null where requests have none
 * @param serverNs how long it was in the server, by its access log; null where that is not known
 */
public record SlowRequest(
    String request,
    long number,
    double dueMs,
    long responseNs,
    long serviceNs,
    @Nullable String traceId,
    @Nullable Long serverNs) {
  /** How many are kept of a phase. */
  public static final int KEPT = 20;

  /** Checks that nothing is missing. */
  public SlowRequest {
    Objects.requireNonNull(request, "request");
  }
}
