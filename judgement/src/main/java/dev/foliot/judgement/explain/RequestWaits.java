package dev.foliot.judgement.explain;

import dev.foliot.judgement.explain.Attribution.Slow;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shares the waits of a server's threads among the slow requests that may have waited with them.
 * Immutable.
 *
 * <p>A thread serves one request at a time; which one is not recorded. It can only be one that was
 * sent before the wait began and answered after it ended. So a wait is shared evenly by all slow
 * requests around it, and by the others that are expected around it.
 *
 * <p>By chance waits lie in slow requests too. So the same waits are shifted in time, around the
 * load [1]: the share that lies in slow requests then is chance. If {@code a} of the waits lie in
 * slow requests and {@code b} would by chance, {@code (a - b) / (1 - b)} of them are there because
 * of the requests; only that part is charged. It counts only where {@code a} is beyond {@code b} by
 * three standard deviations of the shifts, and where two waits have a fifth of the delay of a
 * request: requests of others wait too. Waits whose stacks do not show a request may be of threads
 * that no request waits for. They count only where {@code a} is also at least twice {@code b}, and
 * where in five episodes one thread waited for half of a request's delay. A busy machine makes
 * requests and all waits longer at the same time, so waits in few episodes are no evidence.
 *
 * <p>Where the recording has the trace ids of requests, the request of a wait is known, and none of
 * this is needed.
 *
 * <p>Where an access log has all requests, the others around a wait are counted, not expected. If
 * there are none, a wait whose stack shows a request was one of the slow ones: that needs no test.
 *
 * <p>While all threads of a pool wait, every request waits for one of them, whether it is in a
 * thread or in the queue. So such a time is not shared: each slow request has all of it that lies
 * in its own. These times must lie in slow requests beyond chance too, as another pool of the
 * server may be idle for the load.
 *
 * <p>What every request waits for is part of the usual response time. So the mean wait of a request
 * at a place is not charged.
 *
 * <p>[1] A permutation test: Good, "Permutation, Parametric and Bootstrap Tests of Hypotheses", 3rd
 * edition, 2005. Shifts keep the order and the lengths of the waits.
 */
public final class RequestWaits {
  private static final int SHIFTS = 50;

  /** Multiples of it, modulo 1, are spread evenly, whatever the period of the waits. */
  private static final double GOLDEN = 0.6180339887498949;

  /** Beyond chance by so many standard deviations of the shifts, or it is chance. */
  private static final double DEVIATIONS = 3;

  /** More often than by chance by this factor, or it is no evidence. */
  private static final double CHANCE = 2;

  /** What makes a request slow is at least this part of its delay, if the stack shows requests. */
  private static final double FILLED_SERVING = 0.2;

  /** The same of other threads. */
  private static final double FILLED = 0.5;

  /** A request cannot have had a wait that is longer than it by more. */
  private static final long SLACK_NS = 1_000_000;

  /** Fewer waits of threads that serve requests may be chance. */
  private static final int LEAST_WAITS = 2;

  /** Fewer episodes with waits of other threads may be chance. */
  private static final int LEAST_EPISODES = 5;

  /** A request with so many times the usual response time is slow, whatever the bound. */
  private static final int SLOW = 5;

  /** The share of requests that are slower than the bound, as it is their 99th percentile. */
  private static final double BEYOND = 0.01;

  private static final double HALF = 0.5;

  /** The path of waits whose request is known. */
  private static final int KNOWN = -1;

  /** The path of times in which all threads of a pool waited. */
  private static final int POOLED = -2;

  private final Slow slow;
  private final double requestsPerNs;
  private final @Nullable Others counted;
  private final double requests;
  private final long lengthNs;
  private final SlowestMessage[] bySent;
  private final long longestNs;
  private final long shortestNs;
  private final Map<Long, List<Share>> shares = new HashMap<>();
  private final Map<Place, Double> usualNs = new HashMap<>();

  /** How much of a request's time is given to it as waits that it certainly had. */
  private final Map<Long, Long> givenNs = new HashMap<>();

  /** The episode of each request that was clearly slow, both by number. */
  private final Map<Long, Long> episodes = new HashMap<>();

  /**
   * What a request has of a wait.
   *
   * @param place where it is
   * @param stop the wait
   * @param part of it, from 0 to 1
   */
  public record Share(Place place, Stop stop, double part) {
    /** How much of it that is, in nanoseconds. */
    public double ns() {
      return part * stop.lengthNs();
    }
  }

  /** Requests that are not among the slow ones. */
  public interface Others {
    /** How many of them may have had a wait. */
    double around(Stop wait);
  }

  /**
   * Waits of one kind in one place of the code.
   *
   * @param kind of the waits
   * @param detail the place, empty if unknown
   * @param serving whether their stacks show requests
   * @param path the callers, as {@link ThreadStop#path}
   */
  public record Place(StopKind kind, String detail, boolean serving, @Nullable Integer path) {
    static Place of(ThreadStop one) {
      return new Place(one.stop().kind(), one.stop().detail(), one.serving(), one.path());
    }
  }

  /**
   * Shares the waits of a load.
   *
   * @param requestsPerNs how many requests the server answered
   */
  RequestWaits(Slow slow, double requestsPerNs) {
    this(slow, requestsPerNs, null);
  }

  /**
   * Shares the waits of a time.
   *
   * @param requestsPerNs how many requests the server answered
   * @param counted the requests that are not among the slow ones; null if they are not known
   */
  public RequestWaits(Slow slow, double requestsPerNs, @Nullable Others counted) {
    this.slow = slow;
    this.requestsPerNs = requestsPerNs;
    this.counted = counted;
    this.bySent = slow.messages().toArray(SlowestMessage[]::new);
    Arrays.sort(bySent, Comparator.comparingLong(one -> one.times().startNs()));
    this.longestNs =
        slow.messages().stream().mapToLong(one -> one.times().serviceNs()).max().orElse(0);
    this.shortestNs =
        slow.messages().stream().mapToLong(one -> one.times().responseNs()).min().orElse(0);
    this.lengthNs = slow.messages().stream().mapToLong(one -> one.times().endNs()).max().orElse(1);
    this.requests = Math.max(1, requestsPerNs * lengthNs);
    long boundNs = Math.min(slow.beyondNs(), SLOW * slow.usualNs());
    List<SlowestMessage> beyond =
        slow.messages().stream().filter(message -> message.times().responseNs() > boundNs).toList();
    for (List<SlowestMessage> episode : Attribution.episodes(beyond)) {
      episode.forEach(message -> episodes.put(message.index(), episode.getFirst().index()));
    }
    Map<Place, List<ThreadStop>> byPlace = new LinkedHashMap<>();
    for (ThreadStop one : outermost(slow.ofThreads())) {
      if (one.request() != null) {
        known(one, one.request());
      } else {
        byPlace.computeIfAbsent(Place.of(one), place -> new ArrayList<>()).add(one);
      }
    }
    byPlace.forEach(this::share);
    slow.ofThreads().stream()
        .filter(one -> one.threadId() == ThreadStop.POOL)
        .map(ThreadStop::stop)
        .collect(
            Collectors.groupingBy(
                stop -> new Place(stop.kind(), stop.detail(), true, POOLED),
                LinkedHashMap::new,
                Collectors.toList()))
        .forEach(this::ofPool);
  }

  /** The waits of threads, without those that are part of another, as the I/O of class loading. */
  private static List<ThreadStop> outermost(List<ThreadStop> waits) {
    return ThreadStop.outermost(
        waits.stream()
            .filter(one -> one.threadId() != ThreadStop.ALL && one.threadId() != ThreadStop.POOL)
            .toList());
  }

  /**
   * What a request has of the waits, in the order of {@link Attribution#ORDER}; parks come last. A
   * thread that handed its work over is parked until another has done it, and what that one waits
   * for is the cause.
   */
  public List<Share> of(SlowestMessage request) {
    return shares.getOrDefault(request.index(), List.of()).stream()
        .sorted(
            Comparator.comparing((Share share) -> share.stop().kind() == StopKind.PARK)
                .thenComparing(share -> !Objects.equals(share.place().path(), POOLED))
                .thenComparing(Share::stop, Attribution.ORDER))
        .toList();
  }

  /** How long a request waits in a place on average. */
  public long usualNs(Place place) {
    return Math.round(usualNs.getOrDefault(place, 0.0));
  }

  /**
   * A wait of a request that is known by its trace id: nothing is shared, and nothing is chance.
   */
  private void known(ThreadStop one, long request) {
    Place place = new Place(one.stop().kind(), one.stop().detail(), true, KNOWN);
    if (request != ThreadStop.ANOTHER) {
      shares
          .computeIfAbsent(request, index -> new ArrayList<>())
          .add(new Share(place, one.stop(), 1));
    }
    usualNs.merge(place, one.stop().lengthNs() / requests, Double::sum);
  }

  private void share(Place place, List<ThreadStop> ofThreads) {
    List<Stop> waits = ofThreads.stream().map(ThreadStop::stop).toList();
    boolean isCertain = waits.stream().allMatch(stop -> isCertain(place, stop));
    double beyond = isCertain ? 0 : beyondChance(waits, place.serving() ? 1 : CHANCE);
    double tested = beyond == 0 || !isEnough(place, ofThreads) ? 0 : beyond;
    double sumNs = 0;
    for (Stop stop :
        waits.stream().sorted(Comparator.comparingLong(Stop::lengthNs).reversed()).toList()) {
      List<SlowestMessage> around = around(stop, stop.startNs());
      if (isCertain(place, stop)) {
        sumNs += give(new Share(place, stop, 1), around);
      } else if (tested > 0) {
        Share share = new Share(place, stop, tested / (around.size() + others(stop)));
        around.forEach(request -> add(request, share));
        sumNs += tested * stop.lengthNs();
      }
    }
    usualNs.put(place, sumNs / requests);
  }

  /** Gives the times in which a pool waited in a place to all requests that they lie over. */
  private void ofPool(Place place, List<Stop> stops) {
    if (beyondChance(stops, 1) == 0) {
      return;
    }
    Map<SlowestMessage, List<Stop>> over = new LinkedHashMap<>();
    int filled = 0;
    for (Stop stop : stops) {
      boolean isFilled = false;
      for (SlowestMessage request : bySent) {
        long ns = stop.within(request.times().intendedNs(), request.times().endNs());
        if (ns > 0) {
          over.computeIfAbsent(request, key -> new ArrayList<>()).add(stop);
          isFilled |= ns >= FILLED_SERVING * (request.times().responseNs() - slow.usualNs());
        }
      }
      filled += isFilled ? 1 : 0;
    }
    if (filled < LEAST_WAITS) {
      return;
    }
    over.forEach((request, all) -> all.forEach(stop -> add(request, new Share(place, stop, 1))));
    double sumNs = stops.stream().mapToLong(Stop::lengthNs).sum();
    usualNs.put(place, sumNs / lengthNs * slow.usualNs());
  }

  private void add(SlowestMessage request, Share share) {
    shares.computeIfAbsent(request.index(), index -> new ArrayList<>()).add(share);
  }

  /**
   * Gives a wait that one of these requests had to the one that fits it most closely, and that has
   * not waited for all of its time.
   *
   * @return how much was given
   */
  private long give(Share share, List<SlowestMessage> around) {
    long ns = share.stop().lengthNs();
    Optional<SlowestMessage> closest =
        around.stream()
            .filter(one ->
                givenNs.getOrDefault(one.index(), 0L) + ns <= one.times().responseNs() + SLACK_NS)
            .min(Comparator.comparingLong(one -> one.times().responseNs()));
    closest.ifPresent(one -> {
      givenNs.merge(one.index(), ns, Long::sum);
      add(one, share);
    });
    return closest.isPresent() ? ns : 0;
  }

  /** Whether one of the slow requests had this wait. */
  private boolean isCertain(Place place, Stop stop) {
    return counted != null && place.serving() && counted.around(stop) == 0;
  }

  /**
   * The part of those waits of a place in slow requests that is not chance, from 0 to 1.
   *
   * @param atLeast how often they lie in slow requests, as a multiple of chance
   */
  private double beyondChance(List<Stop> waits, double atLeast) {
    double inside = inside(waits, 0);
    double byChance = 0;
    double squares = 0;
    for (int i = 1; i <= SHIFTS; i++) {
      double shifted = inside(waits, Math.round(i * GOLDEN % 1 * lengthNs));
      byChance += shifted / SHIFTS;
      squares += shifted * shifted / SHIFTS;
    }
    double deviation = Math.sqrt(Math.max(0, squares - byChance * byChance));
    return inside > byChance + DEVIATIONS * deviation && inside >= atLeast * byChance
        ? (inside - byChance) / (1 - byChance) / inside
        : 0;
  }

  /** Whether the waits of single threads made up enough of enough requests. */
  private boolean isEnough(Place place, List<ThreadStop> waits) {
    Map<SlowestMessage, Map<Long, Long>> waitedNs = new HashMap<>();
    for (ThreadStop one : waits) {
      around(one.stop(), one.stop().startNs()).stream()
          .filter(request -> episodes.containsKey(request.index()))
          .forEach(request ->
              waitedNs
                  .computeIfAbsent(request, key -> new HashMap<>())
                  .merge(one.threadId(), one.stop().lengthNs(), Long::sum));
    }
    double filled = place.serving() ? FILLED_SERVING : FILLED;
    Map<Long, Set<Long>> threads = new HashMap<>();
    waitedNs.forEach((request, byThread) ->
        byThread.forEach((thread, ns) -> {
          if (ns >= filled * (request.times().responseNs() - slow.usualNs())) {
            threads
                .computeIfAbsent(episodes.get(request.index()), key -> new HashSet<>())
                .add(thread);
          }
        }));
    return place.serving()
        ? threads.values().stream().mapToInt(Set::size).sum() >= LEAST_WAITS
        : threads.size() >= LEAST_EPISODES;
  }

  /** The share of waits that lies in slow requests, were they so much later. */
  private double inside(List<Stop> waits, long shiftNs) {
    double insideNs = 0;
    double allNs = 0;
    for (Stop stop : waits) {
      allNs += stop.lengthNs();
      if (!around(stop, Math.floorMod(stop.startNs() + shiftNs, lengthNs)).isEmpty()) {
        insideNs += stop.lengthNs();
      }
    }
    return insideNs / Math.max(1, allNs);
  }

  /**
   * How many requests are around a wait that are not among the slow ones: counted, or expected. How
   * many last longer than it is known at the median and at the bound, and taken to fall evenly in
   * between.
   */
  private double others(Stop stop) {
    if (counted != null) {
      return counted.around(stop);
    }
    long waitNs = stop.lengthNs();
    if (waitNs >= shortestNs) {
      return 0;
    }
    if (waitNs <= slow.usualNs()) {
      return requestsPerNs * slow.usualNs();
    }
    double way = (double) (waitNs - slow.usualNs()) / Math.max(1, slow.beyondNs() - slow.usualNs());
    double longer = Math.max(BEYOND, HALF - (HALF - BEYOND) * way);
    return requestsPerNs * waitNs * Math.max(0, longer - bySent.length / requests);
  }

  /** The slow requests around a wait, if it began at such a time. */
  private List<SlowestMessage> around(Stop stop, long startNs) {
    long fromNs = startNs + stop.errorNs();
    long toNs = startNs + stop.lengthNs() - stop.errorNs();
    List<SlowestMessage> around = new ArrayList<>();
    for (int i = firstSentAt(fromNs - longestNs); i < bySent.length; i++) {
      SlowestMessage request = bySent[i];
      if (request.times().startNs() > fromNs) {
        break;
      }
      if (request.times().endNs() >= toNs
          && request.times().responseNs() + SLACK_NS >= stop.lengthNs()) {
        around.add(request);
      }
    }
    return around;
  }

  /** The index of the first request that was sent at a time or later. */
  private int firstSentAt(long atNs) {
    int low = 0;
    int high = bySent.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (bySent[middle].times().startNs() < atNs) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
