package dev.foliot.store.load;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of a phase waited for.
 *
 * @param warmUpCancelled requests of the warm-up that were still waiting at its end, and were not
 *     sent
 * @param silences the times without any answer, in their order; at most ten, the longest
 * @param slow where the time of the slowest requests went; null without requests
 * @param inServer how long they were in the server, by its access log; null without one
 */
public record RequestWaits(
    long warmUpCancelled,
    List<Silence> silences,
    @Nullable SlowParts slow,
    @Nullable InServer inServer) {
  /** Nothing is known. */
  public static final RequestWaits NONE = new RequestWaits(0, List.of(), null);

  /** Without an access log. */
  public RequestWaits(long warmUpCancelled, List<Silence> silences, @Nullable SlowParts slow) {
    this(warmUpCancelled, silences, slow, null);
  }

  /** Keeps a copy. */
  public RequestWaits {
    silences = List.copyOf(silences);
  }

  /**
   * A time in which requests waited and none was answered, although twenty answers or more would
   * have come at the phase's mean rate.
   *
   * @param startMs from the start of the phase
   * @param endMs likewise, of the first answer after it
   * @param waited the requests that waited in it
   */
  public record Silence(double startMs, double endMs, long waited) {
    /** Its length. */
    public double lengthMs() {
      return endMs - startMs;
    }
  }

  /**
   * Where the time of the slowest requests went: the slowest hundredth, at most 1,000 of them.
   *
   * @param requests their number
   * @param meanNs the mean of each part, in nanoseconds, by its name; they add up to the response
   *     time
   */
  public record SlowParts(long requests, Map<String, Double> meanNs) {
    /** The load generator was late. */
    public static final String LATENESS = "lateness";

    /** All connections were busy. */
    public static final String WAIT = "wait";

    /** Between the other parts of the service time. */
    public static final String OTHER = "other";

    /** Keeps a copy. */
    public SlowParts {
      meanNs = Collections.unmodifiableMap(new LinkedHashMap<>(meanNs));
    }

    /** A part's share of the response time, from 0 to 1. */
    public double share(String part) {
      double all = meanNs.values().stream().mapToDouble(Double::doubleValue).sum();
      return all <= 0 ? 0 : meanNs.getOrDefault(part, 0.0) / all;
    }
  }

  /**
   * How long the slowest requests were in the server, by its access log.
   *
   * @param requests how many were looked for, at most 1,000
   * @param found how many of them the log has, by their trace ids
   * @param serviceNs their mean time from the sending to the end; of those that were found
   * @param serverNs their mean time in the server
   * @param usualNs the median time in the server of all requests of the log
   * @param errorNs how far the log's times may be off; null in runs of earlier versions
   */
  public record InServer(
      long requests,
      long found,
      double serviceNs,
      double serverNs,
      long usualNs,
      @Nullable Long errorNs) {
    /** The share of their time that was outside the server, from 0 to 1. */
    public double outside() {
      return serviceNs <= 0 ? 0 : Math.max(0, 1 - serverNs / serviceNs);
    }
  }

  /** The same with what an access log says; null for nothing. */
  public RequestWaits with(@Nullable InServer log) {
    return new RequestWaits(warmUpCancelled, silences, slow, log);
  }

  /** The requests that waited in silences. */
  public long waitedInSilence() {
    return silences.stream().mapToLong(Silence::waited).sum();
  }
}
