package dev.foliot.watch.requests;

import dev.foliot.judgement.explain.Attribution;
import dev.foliot.judgement.explain.RequestWaits;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What threads waited for in the last ten minutes, by flight recordings, and what of it each slow
 * request is charged with. Bounded. One thread.
 *
 * <p>The log has all requests. So a wait is shared by those that began before it, ended after it,
 * and took as long as it did; the rules are those of {@link RequestWaits}. While all threads of a
 * pool wait, the requests behind them wait too.
 */
final class RecordedWaits {
  private static final long WINDOW_NS = 600_000_000_000L;
  private static final int MOST_WAITS = 5_000;
  private static final int MOST_SLOW = 2_000;
  private static final int MOST_OTHERS = 1 << 16;

  /** A request cannot have had a wait that is longer by more than this. */
  private static final long SLACK_NS = 1_000_000;

  private final List<Wait> waits = new ArrayList<>();
  private final List<AccessRequest> slow = new ArrayList<>();
  private long[] startsNs = new long[1_024];
  private long[] endsNs = new long[1_024];
  private int size;

  /** So many of them were there when it was last asked. */
  private int old;

  private int everyNth = 1;
  private long ended;

  /** All requests of the window. */
  private final List<Count> counts = new ArrayList<>();

  private int seen;

  /**
   * What a request waited for in one place.
   *
   * @param kind of the waits
   * @param place in the code; empty if unknown
   * @param ns for how long, beyond what requests usually wait there
   */
  record Waited(StopKind kind, String place, double ns) {}

  /** So many requests ended until a moment, since the one before. */
  private record Count(long untilNs, long requests) {}

  /**
   * A wait.
   *
   * @param others how many requests that are not slow may have had it
   */
  private record Wait(ThreadStop of, double others) {}

  /** A request that has ended and was not slow. */
  void other(AccessRequest request) {
    ended++;
    if (seen++ % everyNth != 0) {
      return;
    }
    if (size == MOST_OTHERS) {
      for (int i = 0; i < size / 2; i++) {
        startsNs[i] = startsNs[2 * i];
        endsNs[i] = endsNs[2 * i];
      }
      size /= 2;
      everyNth *= 2;
    } else if (size == startsNs.length) {
      startsNs = Arrays.copyOf(startsNs, 2 * size);
      endsNs = Arrays.copyOf(endsNs, 2 * size);
    }
    startsNs[size] = request.startNs();
    endsNs[size] = request.endNs();
    size++;
  }

  /**
   * What slow requests of a time are charged with.
   *
   * @param of these, which ended since this was asked last
   * @param stops the waits since then, with times in nanoseconds since 1970
   * @param nowNs likewise
   */
  Map<AccessRequest, List<Waited>> of(List<AccessRequest> of, List<ThreadStop> stops, long nowNs) {
    slow.addAll(of);
    counts.add(new Count(nowNs, ended + of.size()));
    ended = 0;
    long errorNs = of.stream().mapToLong(AccessRequest::errorNs).max().orElse(0);
    Order order = new Order();
    for (ThreadStop one : stops) {
      if (one.threadId() != ThreadStop.ALL) {
        waits.add(with(one, errorNs, order));
      }
    }
    forget(nowNs - WINDOW_NS);
    Map<AccessRequest, List<Waited>> waited =
        of.isEmpty() ? Map.of() : shared(of, order.medianNs());
    forgetOthers();
    return waited;
  }

  /** With the error of the log, and with those around it. */
  private static Wait with(ThreadStop one, long errorNs, Order order) {
    Stop stop = one.stop();
    Stop known =
        new Stop(
            stop.startNs(),
            stop.endNs(),
            stop.lengthNs(),
            Math.max(stop.errorNs(), errorNs),
            stop.kind(),
            stop.detail());
    return new Wait(
        new ThreadStop(one.threadId(), known, one.serving(), one.path()), order.around(known));
  }

  /** Keeps those since it was last asked: servers write their logs late. */
  private void forgetOthers() {
    int from = everyNth == 1 ? old : size;
    System.arraycopy(startsNs, from, startsNs, 0, size - from);
    System.arraycopy(endsNs, from, endsNs, 0, size - from);
    size -= from;
    old = size;
    everyNth = 1;
  }

  private void forget(long beforeNs) {
    waits.removeIf(wait -> wait.of.stop().endNs() < beforeNs);
    counts.removeIf(count -> count.untilNs < beforeNs);
    slow.removeIf(request -> request.endNs() < beforeNs);
    if (waits.size() > MOST_WAITS) {
      waits.sort(
          Comparator.comparing((Wait wait) -> !wait.of.serving())
              .thenComparingLong(wait -> -wait.of.stop().lengthNs()));
      waits.subList(MOST_WAITS, waits.size()).clear();
    }
    if (slow.size() > MOST_SLOW) {
      slow.sort(Comparator.comparingLong(request -> -request.lengthNs()));
      slow.subList(MOST_SLOW, slow.size()).clear();
    }
  }

  private Map<AccessRequest, List<Waited>> shared(List<AccessRequest> of, long usualNs) {
    long zeroNs =
        slow.stream().mapToLong(AccessRequest::startNs).min().orElse(of.getFirst().startNs());
    IdentityHashMap<Stop, Double> others = new IdentityHashMap<>();
    List<ThreadStop> relative = new ArrayList<>();
    for (Wait wait : waits) {
      Stop stop = wait.of.stop();
      if (stop.startNs() >= zeroNs) {
        Stop moved =
            new Stop(
                stop.startNs() - zeroNs,
                stop.endNs() - zeroNs,
                stop.lengthNs(),
                stop.errorNs(),
                stop.kind(),
                stop.detail());
        others.put(moved, wait.others);
        relative.add(new ThreadStop(wait.of.threadId(), moved, wait.of.serving(), wait.of.path()));
      }
    }
    IdentityHashMap<AccessRequest, SlowestMessage> messages = new IdentityHashMap<>();
    List<SlowestMessage> all = new ArrayList<>();
    for (AccessRequest request : slow) {
      SlowestMessage message = message(all.size(), request, zeroNs);
      messages.put(request, message);
      all.add(message);
    }
    double lengthNs = all.stream().mapToLong(one -> one.times().endNs()).max().orElse(1);
    RequestWaits shares =
        new RequestWaits(
            new Attribution.Slow(1, all, List.of(), relative, usualNs, usualNs, 0),
            counts.stream().mapToLong(Count::requests).sum() / lengthNs,
            stop -> others.getOrDefault(stop, 0.0));
    Map<AccessRequest, List<Waited>> found = new HashMap<>();
    for (AccessRequest request : of) {
      SlowestMessage message = messages.get(request);
      if (message != null) {
        found.put(request, waited(shares, shares.of(message)));
      }
    }
    return found;
  }

  private static List<Waited> waited(RequestWaits all, List<RequestWaits.Share> shares) {
    Map<RequestWaits.Place, Double> byPlace = new LinkedHashMap<>();
    shares.forEach(share -> byPlace.merge(share.place(), share.ns(), Double::sum));
    List<Waited> waited = new ArrayList<>();
    byPlace.forEach((place, ns) -> {
      double beyondNs = ns - all.usualNs(place);
      if (beyondNs > 0) {
        waited.add(new Waited(place.kind(), place.detail(), beyondNs));
      }
    });
    return waited;
  }

  private static SlowestMessage message(int index, AccessRequest request, long zeroNs) {
    long startNs = request.startNs() - zeroNs;
    return new SlowestMessage(
        index,
        new SlowestMessage.Times(
            startNs,
            startNs,
            startNs + request.lengthNs(),
            request.lengthNs(),
            request.lengthNs(),
            0,
            0),
        0,
        "",
        Map.of());
  }

  /** The requests that were not slow, by their start. */
  private final class Order {
    private final int[] byStart = new int[size];
    private final long longestNs;

    Order() {
      Integer[] all = new Integer[size];
      long longest = 0;
      for (int i = 0; i < size; i++) {
        all[i] = i;
        longest = Math.max(longest, endsNs[i] - startsNs[i]);
      }
      Arrays.sort(all, Comparator.comparingLong(i -> startsNs[i]));
      for (int i = 0; i < size; i++) {
        byStart[i] = all[i];
      }
      longestNs = longest;
    }

    /** How many may have had a wait. */
    double around(Stop wait) {
      long fromNs = wait.startNs() + wait.errorNs();
      long toNs = wait.endNs() - wait.errorNs();
      int count = 0;
      for (int i = firstAfter(fromNs) - 1; i >= 0; i--) {
        long startNs = startsNs[byStart[i]];
        long endNs = endsNs[byStart[i]];
        if (startNs < toNs - longestNs) {
          break;
        }
        if (endNs >= toNs && endNs - startNs + SLACK_NS >= wait.lengthNs()) {
          count++;
        }
      }
      return (double) count * everyNth;
    }

    /** Their median length; 0 without any. */
    long medianNs() {
      long[] lengths = new long[size];
      for (int i = 0; i < size; i++) {
        lengths[i] = endsNs[i] - startsNs[i];
      }
      Arrays.sort(lengths);
      return size == 0 ? 0 : lengths[size / 2];
    }

    private int firstAfter(long ns) {
      int low = 0;
      int high = byStart.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (startsNs[byStart[middle]] <= ns) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }
}
