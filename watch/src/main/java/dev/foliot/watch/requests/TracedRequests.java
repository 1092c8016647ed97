package dev.foliot.watch.requests;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long requests were in a server, by its access log and their trace ids. One thread.
 *
 * <p>The log is read once the requests have ended, so that nothing is read beside them. Servers
 * write it late: Tomcat every ten seconds. So what is missing is waited for.
 */
public final class TracedRequests implements AutoCloseable {
  /** Longer than the buffer of any server's log. */
  static final long PATIENCE_NS = 12_000_000_000L;

  private static final long POLL_MS = 100;

  /** A trace id of the W3C, alone or in a {@code traceparent}. */
  private static final Pattern TRACE = Pattern.compile("(?:[0-9a-f]{2}-)?([0-9a-f]{32})(?:-.*)?");

  private final RequestSource source;
  private final LongSupplier clock;
  private final Map<String, List<Long>> lengthsNs = new HashMap<>();
  private final Lengths all = new Lengths();
  private long resolutionNs = Long.MAX_VALUE;
  private Optional<String> problem = Optional.empty();
  private long untraced;

  /**
   * What the log says.
   *
   * @param lengthsNs how long each line of a trace took, by the trace id; traces that were looked
   *     for
   * @param usualNs the median of all lines with a trace id; 0 without any
   * @param errorNs how far a length may be off from another one, by the last digit of the log, and
   *     by that of the median
   * @param problem why some were not found; empty if all were
   */
  public record Found(
      Map<String, List<Long>> lengthsNs, long usualNs, long errorNs, Optional<String> problem) {
    /** Keeps a copy. */
    public Found {
      lengthsNs = Map.copyOf(lengthsNs);
    }
  }

  /** Reads a source from now on; it is closed at the end. */
  public TracedRequests(RequestSource source) {
    this(source, System::nanoTime);
  }

  TracedRequests(RequestSource source, LongSupplier clock) {
    this.source = source;
    this.clock = clock;
  }

  /**
   * Finds requests that have ended. Waits for those that are not written yet, up to twelve seconds.
   * Call it once.
   *
   * @param traces their trace ids, 32 digits each
   */
  public Found find(Set<String> traces) throws InterruptedException {
    long untilNs = clock.getAsLong() + PATIENCE_NS;
    read(traces);
    while (lengthsNs.size() < traces.size()
        && problem.isEmpty()
        && !isWithoutTraces()
        && clock.getAsLong() < untilNs) {
      Thread.sleep(POLL_MS);
      read(traces);
    }
    long usualNs = all.count() == 0 ? 0 : all.sums().p50Ns();
    return new Found(
        lengthsNs,
        usualNs,
        all.count() == 0 ? 0 : resolutionNs + usualNs / Lengths.PART,
        lengthsNs.size() == traces.size() ? Optional.empty() : Optional.of(why(traces)));
  }

  /** Its lines are read, and have no trace ids. */
  private boolean isWithoutTraces() {
    return untraced > 0 && all.count() == 0;
  }

  private void read(Set<String> traces) {
    do {
      source.take().forEach(request -> add(request, traces));
      problem = problem.or(source::problem);
    } while (source.hasMore());
  }

  private void add(AccessRequest request, Set<String> traces) {
    String given = request.trace();
    Matcher trace = TRACE.matcher(given == null ? "" : given.toLowerCase(Locale.ROOT));
    if (!trace.matches()) {
      untraced++;
      return;
    }
    all.add(request);
    // decimals that are zero may be left out: the line with most of them tells
    resolutionNs = Math.min(resolutionNs, request.resolutionNs());
    if (traces.contains(trace.group(1))) {
      lengthsNs.computeIfAbsent(trace.group(1), id -> new ArrayList<>()).add(request.lengthNs());
    }
  }

  private String why(Set<String> traces) {
    if (problem.isPresent()) {
      return problem.get();
    }
    if (isWithoutTraces()) {
      return "the lines of "
          + source
          + " have no trace ids: log the header traceparent, as %{traceparent}i,"
          + " $http_traceparent or a field trace_id";
    }
    if (!source.isRead()) {
      return source + " has no new lines: see whether the server writes this file";
    }
    return source
        + " has "
        + lengthsNs.size()
        + " of the "
        + traces.size()
        + " slowest requests: the server writes the others later, or not at all";
  }

  @Override
  public void close() {
    source.close();
  }
}
