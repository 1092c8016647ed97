package dev.foliot.store.watch;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.explain.StopKind;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A slow request of an access log, and what lay over it.
 *
 * @param startMs its start, in milliseconds since 1970
 * @param lengthNs how long it took
 * @param errorNs how far start and length may be off, by the resolution of the log
 * @param route method and path, without what differs from request to request
 * @param status the status of the answer; 0 if the log has none
 * @param beyondNs what it took beyond the usual time of its route
 * @param causes what explains it
 * @param trace the id of its trace; null if the log has none
 */
public record SlowRequest(
    long startMs,
    long lengthNs,
    long errorNs,
    String route,
    int status,
    long beyondNs,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<StopKind, Cause> causes,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String trace) {
  /**
   * A cause of its delay.
   *
   * @param share of the delay, from 0 to 1
   * @param place where in the code most of it was, as in {@code acme.Ledger.book:7}; empty if
   *     unknown
   */
  public record Cause(double share, @JsonInclude(JsonInclude.Include.NON_EMPTY) String place) {
    /** Checks that nothing is missing. */
    public Cause {
      Objects.requireNonNull(place, "place");
    }

    /** Of several requests together: the place of the greater share. */
    public Cause plus(Cause other) {
      return new Cause(
          share + other.share,
          place.isEmpty() || (!other.place.isEmpty() && other.share > share) ? other.place : place);
    }
  }

  /** Keeps a copy and checks the numbers. */
  public SlowRequest {
    Objects.requireNonNull(route, "route");
    causes = Map.copyOf(causes);
    if (lengthNs < 0 || errorNs < 0) {
      throw new IllegalArgumentException("a request of " + lengthNs + " ns");
    }
  }

  /** The share that nothing explains, from 0 to 1. */
  public double unexplained() {
    return Math.clamp(1 - causes.values().stream().mapToDouble(Cause::share).sum(), 0.0, 1.0);
  }
}
