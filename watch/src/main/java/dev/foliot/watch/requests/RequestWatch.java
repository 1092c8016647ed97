package dev.foliot.watch.requests;

import dev.foliot.linux.Reading;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import dev.foliot.store.watch.RequestMinute;
import dev.foliot.store.watch.SlowRequest;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.watch.totals.RequestTotals;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests of a source, and explains the slow ones by the stops of the JVM. Bounded in
 * all that it keeps. One thread.
 *
 * <p>With a source of waits, slow requests are explained when their minute has ended and the waits
 * of that minute are known.
 *
 * <p>A request is slow if it took longer than 99 % of the last ones of its route, and half as long
 * again as the median; or longer than what the user named.
 */
public final class RequestWatch implements AutoCloseable {
  private static final int MOST_ROUTES = 200;
  private static final String OTHER = "other routes";
  private static final int MOST_DELAYED = 5_000;

  /** So often in a second, 32 KiB of a log each. */
  private static final int MOST_READS = 128;

  private static final double LONGER = 1.5;

  /** Servers write their logs some seconds late. */
  private static final long STOPS_NS = 600_000_000_000L;

  private static final int MOST_STOPS = 50_000;

  /** Servers write their logs late, but not later; and no request ends in the future. */
  private static final long LATEST_NS = STOPS_NS;

  private static final long EARLIEST_NS = 5_000_000_000L;
  private static final int MOST_OFF = 10;
  private static final long MINUTE_MS = 60_000;

  /** After it a minute is explained without what its threads waited for. */
  private static final long LATEST_MS = 30_000;

  private final RequestSource source;
  private final long slowNs;
  private final Map<String, RouteTimes> routes = new LinkedHashMap<>();
  private final Deque<Stop> stops = new ArrayDeque<>();
  private final LockWaits locks = new LockWaits();
  private final CpuWaits cpus = new CpuWaits();
  private final RequestTotals totals = new RequestTotals();
  private final @Nullable WaitRecorder recorder;
  private final RecordedWaits waits = new RecordedWaits();

  /** Minutes that ended, until what their threads waited for is known. */
  private final Deque<MinuteTally> held = new ArrayDeque<>();

  private final Deque<RequestMinute> whole = new ArrayDeque<>();
  private @Nullable MinuteTally minute;
  private long minuteMs = -1;
  private String unrecorded = "";
  private int secondsOff;
  private double perS;

  /**
   * Of such requests.
   *
   * @param source is closed at the end
   * @param slowNs a request that takes longer is slow; {@link Long#MAX_VALUE} for by its route only
   * @param waits records what threads wait for; null for not
   */
  public RequestWatch(RequestSource source, long slowNs, @Nullable WaitSource waits) {
    this.source = source;
    this.slowNs = slowNs;
    this.recorder = waits == null ? null : new WaitRecorder(waits);
  }

  /** Begins to record what the threads of a process wait for, if that was asked for. */
  public void begin(long pid) {
    if (recorder != null) {
      recorder.begin(pid);
    }
  }

  /**
   * Waits until this has begun.
   *
   * @return why it has not; empty if it has, or was not asked for
   */
  public Optional<Reason> awaitBegin() throws InterruptedException {
    return recorder == null ? Optional.empty() : recorder.await();
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
   * Remembers for how long threads waited for a CPU in a second.
   *
   * @param endS its end, in seconds since 1970
   * @param ns of all threads, added up, in nanoseconds
   */
  public void waitedForCpu(long endS, long ns) {
    cpus.add(endS, ns);
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
    Optional<String> problem = recorded(nowMs);
    Lengths lengths = new Lengths();
    AccessRequest last = null;
    for (int reads = 0; reads == 0 || (reads < MOST_READS && source.hasMore()); reads++) {
      for (AccessRequest request : source.take()) {
        lengths.add(request);
        add(request, nowMs);
        last = request;
      }
    }
    AccessRequest latest = last;
    problem = problem.or(source::problem).or(() -> clock(latest, nowMs));
    if (source.isRead()) {
      lengths.into(values);
    }
    perS += 0.1 * (lengths.count() - perS);
    MinuteTally now = minute;
    if (recorder == null && now != null) {
      explain(now, Map.of());
    }
    return problem;
  }

  /** That the clock of the log is another one, or its time zone. */
  private Optional<String> clock(@Nullable AccessRequest last, long nowMs) {
    if (last == null) {
      return Optional.empty();
    }
    long offNs = nowMs * 1_000_000 - last.endNs();
    if (offNs < LATEST_NS && offNs > -EARLIEST_NS - last.errorNs()) {
      secondsOff = 0;
      return Optional.empty();
    }
    return ++secondsOff != MOST_OFF
        ? Optional.empty()
        : Optional.of(
            "the moments in "
                + source
                + " are "
                + Numbers.duration((double) Math.abs(offNs))
                + (offNs > 0 ? " before" : " after")
                + " this machine's clock, so nothing that was seen lies over its requests: write"
                + " the time zone into the log, or start the watch with the server's TZ");
  }

  /** Explains the minutes that ended, if what threads waited for until then is known. */
  private Optional<String> recorded(long nowMs) {
    WaitRecorder from = recorder;
    if (from == null) {
      return Optional.empty();
    }
    Optional<Reading<RecordedStops>> turned = from.poll();
    if (turned.isPresent()) {
      explain(turned.get().toOptional().map(RecordedStops::stops).orElse(List.of()), nowMs);
      return news(turned.get());
    }
    if (!held.isEmpty() && nowMs - held.getFirst().epochMs() > MINUTE_MS + LATEST_MS) {
      explain(List.of(), nowMs);
    }
    return Optional.empty();
  }

  /** That the recording fails, or works again, once. */
  private Optional<String> news(Reading<RecordedStops> turned) {
    String now = turned instanceof Reading.Unavailable<RecordedStops> none ? none.sentence() : "";
    String before = unrecorded;
    unrecorded = now;
    if (now.equals(before)) {
      return Optional.empty();
    }
    return Optional.of(
        now.isEmpty()
            ? "what threads wait for is recorded again"
            : "slow requests are explained without a flight recording: " + now);
  }

  private void explain(List<ThreadStop> stops, long nowMs) {
    List<AccessRequest> asked = new ArrayList<>();
    held.forEach(one -> one.delayed().forEach(late -> asked.add(late.request())));
    Map<AccessRequest, List<RecordedWaits.Waited>> found =
        waits.of(asked, stops, nowMs * 1_000_000);
    for (MinuteTally ended : held) {
      explain(ended, found);
      whole.addLast(ended.minute());
    }
    held.clear();
  }

  private void explain(MinuteTally of, Map<AccessRequest, List<RecordedWaits.Waited>> found) {
    for (MinuteTally.Delayed one : of.delayed()) {
      of.add(explained(one, found.getOrDefault(one.request(), List.of())));
    }
    of.delayed().clear();
  }

  private void add(AccessRequest request, long nowMs) {
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
    if (request.endNs() - nowMs * 1_000_000 <= EARLIEST_NS + request.errorNs()) {
      cpus.add(request);
    }
    MinuteTally tally = tally(nowMs);
    tally.add(request, route);
    if (isSlow) {
      MinuteTally.Delayed one =
          new MinuteTally.Delayed(request, route, usualNs, locks.ns(request, perS * usualNs / 1e9));
      if (tally.delayed().size() == MOST_DELAYED) {
        tally.add(explained(one, List.of()));
      } else {
        tally.add(one);
      }
    } else if (recorder != null) {
      waits.other(request);
    }
  }

  private SlowRequest explained(MinuteTally.Delayed one, List<RecordedWaits.Waited> recorded) {
    AccessRequest request = one.request();
    Map<StopKind, SlowRequest.Cause> causes =
        RequestCauses.of(
            request,
            one.delayNs(),
            List.copyOf(stops),
            cpus.ns(request, one.usualNs()),
            one.lockNs(),
            recorded);
    totals.slow(one.delayNs(), causes);
    return new SlowRequest(
        request.startNs() / 1_000_000,
        request.lengthNs(),
        request.errorNs(),
        one.route(),
        request.status(),
        one.delayNs(),
        causes,
        request.trace());
  }

  private MinuteTally tally(long nowMs) {
    MinuteTally now = minute;
    if (now == null) {
      now = new MinuteTally(minuteMs < 0 ? nowMs / MINUTE_MS * MINUTE_MS : minuteMs);
      minute = now;
    }
    return now;
  }

  /**
   * A minute that ended before now, and that is explained; empty while there is none. Each is given
   * once.
   */
  public Optional<RequestMinute> minute(long nowMs) {
    long now = nowMs / MINUTE_MS * MINUTE_MS;
    if (minuteMs < 0) {
      minuteMs = now;
    }
    if (now != minuteMs) {
      close(nowMs);
      minuteMs = now;
    }
    return Optional.ofNullable(whole.pollFirst());
  }

  private void close(long nowMs) {
    MinuteTally ended = minute;
    minute = null;
    if (ended != null) {
      held.addLast(ended);
    }
    WaitRecorder from = recorder;
    if (from == null) {
      explain(List.of(), nowMs);
    } else {
      from.turn();
    }
  }

  /**
   * Ends the recording of a process that is no longer watched, and explains what is left.
   *
   * @return the minutes that were not given yet
   */
  public List<RequestMinute> end(long nowMs) {
    MinuteTally ended = minute;
    minute = null;
    if (ended != null) {
      held.addLast(ended);
    }
    explain(recorder == null ? List.of() : recorder.end(), nowMs);
    List<RequestMinute> left = List.copyOf(whole);
    whole.clear();
    return left;
  }

  /** All requests since the watch began. */
  public RequestTotals totals() {
    return totals;
  }

  @Override
  public void close() {
    source.close();
    if (recorder != null) {
      recorder.close();
    }
  }
}
