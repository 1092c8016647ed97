package dev.foliot.loadrun;

import dev.foliot.bench.SlowMessage;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.store.load.RequestWaits;
import dev.foliot.watch.requests.TracedRequests;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How long the slowest requests of a load were in the server, by its access log. Immutable. */
final class ServerTimes {
  /** A log with milliseconds says up to one too much. */
  private static final long SLACK_NS = 1_000_000;

  private final Knows ids;
  private final Map<String, List<Long>> lengthsNs;
  private final long usualNs;
  private final long errorNs;
  private final boolean isLogged;

  /** Knows the trace ids of requests, as {@link LoadPlan#traceId}. */
  interface Knows {
    @Nullable String id(int phase, long number, int kind);
  }

  private ServerTimes(
      Knows ids, Map<String, List<Long>> lengthsNs, long usualNs, long errorNs, boolean isLogged) {
    this.ids = ids;
    this.lengthsNs = Map.copyOf(lengthsNs);
    this.usualNs = usualNs;
    this.errorNs = errorNs;
    this.isLogged = isLogged;
  }

  /** Of a server without a log: it knows the ids alone. */
  static ServerTimes none(Knows ids) {
    return new ServerTimes(ids, Map.of(), 0, 0, false);
  }

  /** As a log has them. */
  static ServerTimes of(LoadPlan plan, TracedRequests.Found found) {
    return new ServerTimes(
        plan::traceId, found.lengthsNs(), found.usualNs(), found.errorNs(), true);
  }

  /** The trace ids of the slowest requests of all measured phases. */
  static Set<String> traces(LoadPlan plan, LoadResult result) {
    Set<String> all = new HashSet<>();
    for (int phase = 0; phase < result.phases().size(); phase++) {
      if (plan.phases().get(phase).isMeasured()) {
        for (SlowMessage one : result.phases().get(phase).slowest()) {
          String trace = plan.traceId(phase, one.index(), (int) one.threadId());
          if (trace != null) {
            all.add(trace);
          }
        }
      }
    }
    return all;
  }

  /** The trace id of a request; null where it has none. */
  @Nullable String trace(int phase, SlowMessage one) {
    return ids.id(phase, one.index(), (int) one.threadId());
  }

  /**
   * How long a request was in the server; null where the log has it not.
   *
   * <p>A request that was redirected has several lines, one after the other. Lines of a server that
   * called itself lie in each other, and are longer together than the request.
   */
  @Nullable Long ns(int phase, SlowMessage one) {
    String trace = trace(phase, one);
    List<Long> lines = trace == null ? null : lengthsNs.get(trace);
    if (lines == null) {
      return null;
    }
    long serviceNs = one.endNs() - one.startNs();
    long sumNs = lines.stream().mapToLong(Long::longValue).sum();
    long longestNs = lines.stream().mapToLong(Long::longValue).max().orElse(0);
    return Math.min(serviceNs, sumNs <= serviceNs + SLACK_NS ? sumNs : longestNs);
  }

  /** Whether there is a log. */
  boolean isLogged() {
    return isLogged;
  }

  /** All of a phase; null without a log. */
  RequestWaits.@Nullable InServer of(int phase, PhaseResult result) {
    if (!isLogged) {
      return null;
    }
    long found = 0;
    double serviceNs = 0;
    double serverNs = 0;
    for (SlowMessage one : result.slowest()) {
      Long ns = ns(phase, one);
      if (ns != null) {
        found++;
        serviceNs += one.endNs() - one.startNs();
        serverNs += ns;
      }
    }
    double count = Math.max(1, found);
    return new RequestWaits.InServer(
        result.slowest().size(), found, serviceNs / count, serverNs / count, usualNs, errorNs);
  }
}
