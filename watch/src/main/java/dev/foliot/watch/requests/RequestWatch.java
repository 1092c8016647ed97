package dev.foliot.watch.requests;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.RequestMinute;
import dev.foliot.store.watch.SlowRequest;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import dev.foliot.watch.totals.RequestTotals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Follows an access log: counts its requests, and explains the slow ones by the stops of the JVM.
 * Bounded in all that it keeps. One thread.
 *
 * <p>A request is slow if it took longer than 99 % of the last ones of its route, and half as long
 * again as the median; or longer than what the user named.
 */
public final class RequestWatch implements AutoCloseable {
  private static final int MOST_ROUTES = 200;
  private static final String OTHER = "other routes";
  private static final int MOST_SLOW = 50;
  private static final int MOST_FIRST = 5;
  private static final int MOST_UNREAD = 100;
  private static final int ROWS_PER_DECADE = 10;
  private static final int SERVER_ERROR = 500;
  private static final double LONGER = 1.5;

  /** Servers write their logs some seconds late. */
  private static final long STOPS_NS = 600_000_000_000L;

  private static final int MOST_STOPS = 50_000;
  private static final long MINUTE_MS = 60_000;

  private final Path file;
  private final LogFollower follower;
  private final long slowNs;
  private final Map<String, RouteTimes> routes = new LinkedHashMap<>();
  private final Map<String, List<AccessRequest>> ofMinute = new LinkedHashMap<>();
  private final Map<Integer, Long> times = new TreeMap<>();
  private final List<SlowRequest> slow = new ArrayList<>();
  private final Deque<Stop> stops = new ArrayDeque<>();
  private final LockWaits locks = new LockWaits();
  private final List<String> first = new ArrayList<>();
  private final RequestTotals totals = new RequestTotals();
  private @Nullable AccessFormat format;
  private long minuteMs = -1;
  private int unread;
  private double perS;

  /**
   * Begins at the end of the file.
   *
   * @param format null to find it in the lines
   * @param slowNs a request that takes longer is slow; {@link Long#MAX_VALUE} for by its route only
   * @throws FoliotException if the file cannot be read
   */
  public RequestWatch(Path file, @Nullable AccessFormat format, long slowNs) {
    this.file = file;
    this.format = format;
    this.slowNs = slowNs;
    try {
      follower = new LogFollower(file);
    } catch (IOException e) {
      throw FoliotException.environment(
          "--requests: " + file + " cannot be read (" + Shown.text(e.getMessage()) + ")");
    }
  }

  /** Remembers a stop, with times in nanoseconds since 1970. */
  public void stop(Stop stop) {
    stops.addLast(stop);
    if (stops.size() > MOST_STOPS) {
      stops.removeFirst();
    }
  }

  /**
   * Remembers how many threads waited for a lock in a second.
   *
   * @param endS its end, in seconds since 1970
   */
  public void blocked(long endS, long threads) {
    locks.add(endS, threads);
  }

  /**
   * Reads what was appended.
   *
   * @param nowMs in milliseconds since 1970
   * @param values gets what the requests of this second say
   * @return what was wrong; empty if nothing
   */
  public Optional<String> second(long nowMs, Map<WatchColumn, Long> values) {
    while (!stops.isEmpty() && nowMs * 1_000_000 - stops.getFirst().endNs() > STOPS_NS) {
      stops.removeFirst();
    }
    Optional<String> problem = Optional.empty();
    List<AccessRequest> all = new ArrayList<>();
    try {
      for (String line : follower.lines()) {
        problem = problem.or(() -> take(line, all));
      }
    } catch (IOException e) {
      problem = Optional.of(file + " cannot be read: " + e.getMessage());
    }
    if (format != null) {
      count(all, values);
    }
    perS += 0.1 * (all.size() - perS);
    all.forEach(this::add);
    return problem;
  }

  private Optional<String> take(String line, List<AccessRequest> all) {
    AccessFormat known = format;
    if (known == null) {
      first.add(line);
      Optional<AccessFormat> found = AccessFormat.of(first);
      format = found.orElse(null);
      found.ifPresent(one -> first.forEach(before -> one.parse(before).ifPresent(all::add)));
      if (found.isEmpty() && first.size() == MOST_FIRST) {
        return Optional.of(
            "the format of "
                + file
                + " is not known by its lines, as '"
                + Shown.text(first.getFirst(), 120)
                + "': name it with --requests-format, as in 'tomcat %h %l %u %t \"%r\" %s %b %D'");
      }
      if (first.size() > MOST_FIRST) {
        first.removeFirst();
      }
      return Optional.empty();
    }
    Optional<AccessRequest> request = known.parse(line);
    request.ifPresent(all::add);
    if (request.isPresent()) {
      unread = 0;
    } else if (++unread == MOST_UNREAD) {
      return Optional.of(
          MOST_UNREAD
              + " lines in a row of "
              + file
              + " are not of the format "
              + known.label()
              + ", as '"
              + Shown.text(line, 120)
              + "'");
    }
    return Optional.empty();
  }

  private static void count(List<AccessRequest> all, Map<WatchColumn, Long> values) {
    values.put(WatchColumn.REQUESTS, (long) all.size());
    values.put(
        WatchColumn.ERRORS, all.stream().filter(one -> one.status() >= SERVER_ERROR).count());
    if (!all.isEmpty()) {
      long[] sorted = all.stream().mapToLong(AccessRequest::lengthNs).sorted().toArray();
      values.put(WatchColumn.P50_NS, quantile(sorted, 0.5));
      values.put(WatchColumn.P99_NS, quantile(sorted, 0.99));
      values.put(WatchColumn.MAX_NS, sorted[sorted.length - 1]);
    }
  }

  private static long quantile(long[] sorted, double p) {
    return sorted[(int) Math.min(sorted.length - 1, Math.floor(p * sorted.length))];
  }

  private void add(AccessRequest request) {
    String route =
        routes.containsKey(request.route()) || routes.size() < MOST_ROUTES
            ? request.route()
            : OTHER;
    RouteTimes known = routes.computeIfAbsent(route, any -> new RouteTimes());
    long usualNs = known.usualNs();
    boolean isSlow =
        request.lengthNs() >= slowNs
            || (request.lengthNs() > known.slowNs() && request.lengthNs() > LONGER * usualNs);
    known.add(request.lengthNs());
    totals.add(request.lengthNs(), request.status());
    ofMinute.computeIfAbsent(route, any -> new ArrayList<>()).add(request);
    int row =
        (int) Math.floor(ROWS_PER_DECADE * Math.log10((double) Math.max(1, request.lengthNs())));
    times.merge(row, 1L, Long::sum);
    if (isSlow) {
      long delayNs = Math.max(1, request.lengthNs() - usualNs);
      Map<StopKind, Double> causes =
          RequestCauses.of(
              request, delayNs, List.copyOf(stops), perS, locks.ns(request, perS * usualNs / 1e9));
      totals.slow(delayNs, causes);
      slow.add(
          new SlowRequest(
              request.startNs() / 1_000_000,
              request.lengthNs(),
              request.errorNs(),
              route,
              request.status(),
              delayNs,
              causes,
              request.trace()));
      if (slow.size() > 2 * MOST_SLOW) {
        slow.sort(Comparator.comparingLong(SlowRequest::lengthNs).reversed());
        slow.subList(MOST_SLOW, slow.size()).clear();
      }
    }
  }

  /** The minute that ended before now; empty while it lasts, and without requests. */
  public Optional<RequestMinute> minute(long nowMs) {
    long now = nowMs / MINUTE_MS * MINUTE_MS;
    if (minuteMs < 0) {
      minuteMs = now;
    }
    if (now == minuteMs) {
      return Optional.empty();
    }
    Optional<RequestMinute> ended = ended();
    minuteMs = now;
    return ended;
  }

  /** What is known of the minute that has not ended; empty without requests. */
  public Optional<RequestMinute> ended() {
    if (ofMinute.isEmpty()) {
      return Optional.empty();
    }
    Map<String, RequestMinute.Route> sums = new LinkedHashMap<>();
    ofMinute.forEach((route, all) -> {
      long[] sorted = all.stream().mapToLong(AccessRequest::lengthNs).sorted().toArray();
      sums.put(
          route,
          new RequestMinute.Route(
              all.size(),
              all.stream().filter(one -> one.status() >= SERVER_ERROR).count(),
              quantile(sorted, 0.5),
              quantile(sorted, 0.99),
              Arrays.stream(sorted).max().orElse(0)));
    });
    slow.sort(Comparator.comparingLong(SlowRequest::lengthNs).reversed());
    RequestMinute minute =
        new RequestMinute(minuteMs, sums, times, slow.subList(0, Math.min(MOST_SLOW, slow.size())));
    ofMinute.clear();
    times.clear();
    slow.clear();
    return Optional.of(minute);
  }

  /** All requests since the watch began. */
  public RequestTotals totals() {
    return totals;
  }

  @Override
  public void close() {
    follower.close();
  }
}
