package dev.foliot.judgement.explain;

import dev.foliot.judgement.explain.Attribution.Explained;
import dev.foliot.judgement.explain.Attribution.Slow;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Charges the delay of each slow request of a load to what stopped the server or the load
 * generator. Pure.
 *
 * <p>A server serves many requests at a time. So, unlike in {@link Attribution}, a request is
 * charged with the stops of the whole server over its own wait, and with those before it only where
 * it demonstrably queued: a request that was due before it ended just before it, as in a queue [1].
 * From that one it inherits at most the time that both waited.
 *
 * <p>A thread's wait for a CPU delays one request of those in work. Which one is not known, so each
 * request is charged with the mean: the waits in its time, divided by the requests of that time.
 *
 * <p>What single threads waited for is known of a server with a flight recording; {@link
 * RequestWaits} shares it among the requests.
 *
 * <p>The generator's lateness is measured for each request. A stop of the generator counts besides
 * only where an answer came in during it: a request that it merely overlaps lost nothing.
 *
 * <p>Where the server's access log has a request, by its trace id, its time outside the server is
 * known: what of it nothing else covers, and is more than usual, is charged as such. Of that the
 * log's error is taken off, and what is then shorter than the error is not charged.
 *
 * <p>[1] Lindley, "The theory of queues with a single server", 1952: in a queue a request starts
 * when the one before it ends.
 */
final class RequestAttribution {
  /** The distance of two readings, and of two answers that the generator reads together. */
  private static final long SLACK_NS = 1_000_000;

  /** After a stop the generator reads what has come in, for about this part of the stop. */
  private static final int READING_PART = 10;

  /** The longest waits for a CPU stand for all. */
  private static final int MOST_WAITS = 3;

  private final Slow slow;
  private final double requestsPerNs;
  private final long usualOutsideNs;
  private final long errorNs;
  private final RequestWaits threads;
  private final List<Charged> before = new ArrayList<>();
  private List<Stop> stops = List.of();

  /** A part of a request's delay, and where it lies. */
  private record Part(StopKind kind, long startNs, long endNs, long ns) {
    /** How much of it lies before a moment. */
    long beforeNs(long atNs) {
      if (endNs <= atNs) {
        return ns;
      }
      return startNs >= atNs
          ? 0
          : Math.round((double) ns * (double) (atNs - startNs) / (double) (endNs - startNs));
    }
  }

  /** A request with what it is charged with. */
  private static final class Charged {
    private final SlowestMessage message;
    private final long delayNs;
    private final List<Part> parts = new ArrayList<>();
    private final List<Stop> stops = new ArrayList<>();
    private long sumNs;

    Charged(SlowestMessage message, long delayNs) {
      this.message = message;
      this.delayNs = delayNs;
    }

    void add(StopKind kind, long startNs, long endNs, long ns) {
      if (ns > 0) {
        parts.add(new Part(kind, startNs, Math.max(startNs, endNs), ns));
        sumNs += ns;
      }
    }

    void add(Stop stop, long ns) {
      if (ns > 0) {
        add(
            stop.kind(),
            Math.max(stop.startNs(), message.times().intendedNs()),
            Math.min(stop.endNs(), message.times().endNs()),
            ns);
        stops.add(stop);
      }
    }

    long leftNs() {
      return Math.max(0, delayNs - sumNs);
    }

    /** What of the whole server's stops lies before a moment. */
    long beforeNs(long atNs) {
      long ns = 0;
      for (Part part : parts) { // for each request ahead of each request: no stream
        if (StopKind.OF_JVM.contains(part.kind())) {
          ns += part.beforeNs(atNs);
        }
      }
      return ns;
    }

    Map<StopKind, Double> shares() {
      double wholeNs = (double) Math.max(sumNs, delayNs);
      Map<StopKind, Double> shares = new EnumMap<>(StopKind.class);
      parts.forEach(part -> shares.merge(part.kind(), part.ns() / wholeNs, Double::sum));
      return shares;
    }
  }

  /**
   * An access log.
   *
   * @param usualNs the median time of a request in the server; 0 without a log
   * @param errorNs how far its times may be off
   */
  record Log(long usualNs, long errorNs) {
    /** There is none. */
    static final Log NONE = new Log(0, 0);
  }

  private RequestAttribution(Slow slow, double requestsPerS, Log log) {
    this.slow = slow;
    this.usualOutsideNs = Math.max(0, slow.usualServiceNs() - log.usualNs);
    this.errorNs = log.errorNs;
    this.requestsPerNs = requestsPerS / 1e9;
    this.threads = new RequestWaits(slow, requestsPerNs);
  }

  /**
   * Explains all requests that were slower than the fork's bound.
   *
   * @param requestsPerS how many the server answered per second
   */
  static List<Explained> of(Slow slow, double requestsPerS, Log log) {
    return new RequestAttribution(slow, requestsPerS, log).explained();
  }

  /** The same of a server without an access log. */
  static List<Explained> of(Slow slow, double requestsPerS) {
    return of(slow, requestsPerS, Log.NONE);
  }

  private List<Explained> explained() {
    List<Explained> all = new ArrayList<>();
    List<Stop> ordered =
        Stream.concat(
                slow.stops().stream(),
                slow.ofThreads().stream()
                    .filter(one -> one.threadId() == ThreadStop.ALL)
                    .map(ThreadStop::stop))
            .sorted(Attribution.ORDER)
            .toList();
    int number = 0;
    for (List<SlowestMessage> episode : Attribution.episodes(slow.messages())) {
      before.clear();
      long startNs = episode.getFirst().times().intendedNs();
      stops =
          over(
              ordered,
              startNs,
              episode.stream().mapToLong(one -> one.times().endNs()).max().orElse(startNs));
      for (SlowestMessage message : episode) {
        Charged charged = charged(message);
        before.add(charged);
        if (message.times().responseNs() > slow.beyondNs()) {
          all.add(
              new Explained(
                  slow.fork(),
                  number,
                  message,
                  message.times().responseNs() - slow.beyondNs(),
                  charged.shares(),
                  charged.stops));
        }
      }
      number++;
    }
    return all;
  }

  private Charged charged(SlowestMessage message) {
    Charged charged =
        new Charged(message, Math.max(1, message.times().responseNs() - slow.usualNs()));
    Uncovered uncovered = new Uncovered(message.times().intendedNs(), message.times().endNs());
    List<Stop> over =
        over(stops, message.times().intendedNs(), message.times().endNs()).stream()
            .filter(stop -> stop.errorNs() <= charged.delayNs)
            .toList();
    generator(charged, uncovered, over);
    // a request behind another one inherits these
    charge(charged, uncovered, over, StopKind.OF_JVM);
    ofThreads(charged, uncovered);
    waits(charged, uncovered, over);
    charge(charged, uncovered, over, EnumSet.of(StopKind.STEAL));
    inherit(charged);
    ahead(charged);
    outside(charged);
    return charged;
  }

  private static void charge(
      Charged charged, Uncovered uncovered, List<Stop> over, Set<StopKind> kinds) {
    over.stream()
        .filter(stop -> kinds.contains(stop.kind()))
        .forEach(stop -> charged.add(stop, uncovered.charge(stop)));
  }

  /** The stops that may lie over a time, in the same order. */
  private static List<Stop> over(List<Stop> stops, long fromNs, long toNs) {
    return stops.stream()
        .filter(stop ->
            stop.endNs() + stop.errorNs() + slackNs(stop) > fromNs
                && stop.startNs() - stop.errorNs() < toNs)
        .toList();
  }

  private static long slackNs(Stop stop) {
    return stop.kind() == StopKind.GENERATOR ? SLACK_NS + stop.lengthNs() / READING_PART : 0;
  }

  private static void generator(Charged charged, Uncovered uncovered, List<Stop> over) {
    SlowestMessage message = charged.message;
    long lateNs = message.times().startNs() - message.times().latenessNs();
    for (Stop stop : over) {
      if (stop.kind() != StopKind.GENERATOR || stop.lengthNs() < stop.errorNs()) {
        continue;
      }
      if (stop.endNs() + stop.errorNs() + slackNs(stop) >= message.times().endNs()) {
        charged.add(stop, uncovered.charge(stop));
      } else if (message.times().latenessNs() > 0
          && stop.endNs() + stop.errorNs() > lateNs
          && stop.startNs() - stop.errorNs() < message.times().startNs()) {
        // the stop is known less exactly than the lateness, which is charged below
        charged.stops.add(stop);
      }
    }
    if (message.times().latenessNs() > 0) {
      Stop late =
          new Stop(
              lateNs,
              message.times().startNs(),
              message.times().latenessNs(),
              0,
              StopKind.GENERATOR,
              "sent late");
      charged.add(StopKind.GENERATOR, lateNs, message.times().startNs(), uncovered.charge(late));
    }
  }

  /** Its part of what threads of the server waited for, beyond what every request waits. */
  private void ofThreads(Charged charged, Uncovered uncovered) {
    Map<RequestWaits.Place, Long> usualNs = new HashMap<>();
    for (RequestWaits.Share share : threads.of(charged.message)) {
      Stop stop = share.stop();
      if (stop.errorNs() <= charged.delayNs) {
        RequestWaits.Place place = share.place();
        long ns = uncovered.charge(stop.part(share.part()));
        long leftNs = usualNs.computeIfAbsent(place, threads::usualNs);
        usualNs.put(place, Math.max(0, leftNs - ns));
        charged.add(stop, Math.max(0, ns - leftNs));
      }
    }
  }

  /** The mean wait for a CPU of the requests of that time, and no more than one thread's. */
  private void waits(Charged charged, Uncovered uncovered, List<Stop> over) {
    SlowestMessage message = charged.message;
    double sumNs = 0;
    long anyNs = 0;
    List<Stop> waits = new ArrayList<>();
    for (Stop stop : over) {
      long overlapNs =
          Math.min(stop.endNs(), message.times().endNs())
              - Math.max(stop.startNs(), message.times().intendedNs());
      if (stop.kind() == StopKind.RUN_QUEUE && overlapNs > 0) {
        sumNs += overlapNs;
        anyNs += uncovered.charge(stop);
        waits.add(stop);
      }
    }
    double requests = Math.max(1, requestsPerNs * message.times().responseNs());
    long ns = Math.min(Math.round(sumNs / requests), anyNs);
    if (ns > 0) {
      charged.add(StopKind.RUN_QUEUE, message.times().intendedNs(), message.times().endNs(), ns);
      waits.stream()
          .sorted(Comparator.comparingLong(Stop::lengthNs).reversed())
          .limit(MOST_WAITS)
          .forEach(charged.stops::add);
    }
  }

  /** From the request ahead in the queue it inherits what stopped that one before. */
  private void inherit(Charged charged) {
    SlowestMessage message = charged.message;
    long dueNs = message.times().intendedNs();
    Charged ahead = null;
    long mostNs = 0;
    for (Charged other : before) {
      long endNs = other.message.times().endNs();
      if (endNs > dueNs
          && endNs <= message.times().endNs()
          && message.times().endNs() - endNs <= slow.usualNs() + SLACK_NS) {
        long ns = Math.min(other.beforeNs(dueNs), endNs - dueNs);
        if (ns > mostNs) {
          mostNs = ns;
          ahead = other;
        }
      }
    }
    if (ahead == null) {
      return;
    }
    double part = (double) Math.min(mostNs, charged.leftNs()) / (double) ahead.beforeNs(dueNs);
    for (Part one : List.copyOf(ahead.parts)) {
      if (StopKind.OF_JVM.contains(one.kind())) {
        charged.add(
            one.kind(),
            one.startNs(),
            Math.min(one.endNs(), dueNs),
            Math.round(part * one.beforeNs(dueNs)));
      }
    }
    Set<StopKind> kinds = EnumSet.noneOf(StopKind.class);
    charged.parts.forEach(one -> kinds.add(one.kind()));
    ahead.stops.stream()
        .filter(stop -> StopKind.OF_JVM.contains(stop.kind()) && kinds.contains(stop.kind()))
        .filter(stop -> stop.startNs() < dueNs && !charged.stops.contains(stop))
        .forEach(charged.stops::add);
  }

  /** It waited for a connection while requests ahead took long by themselves. */
  private void ahead(Charged charged) {
    SlowestMessage message = charged.message;
    long aheadNs = 0;
    for (Charged other : before) {
      long endNs = other.message.times().endNs();
      if (endNs > message.times().intendedNs() && endNs <= message.times().startNs()) {
        aheadNs += Math.min(other.leftNs(), Math.max(0, serviceBeyondNs(other.message)));
      }
    }
    charged.add(
        StopKind.SLOW_MESSAGE,
        message.times().intendedNs(),
        message.times().startNs(),
        Math.min(Math.min(aheadNs, message.times().backlogNs()), charged.leftNs()));
  }

  /** Its time outside the server, where the log of that one has it. */
  private void outside(Charged charged) {
    SlowestMessage message = charged.message;
    Long inServerNs = message.probesNs().get(SlowestMessage.IN_SERVER);
    if (inServerNs == null) {
      return;
    }
    long ns =
        Math.min(
            message.times().serviceNs() - inServerNs - usualOutsideNs - errorNs, charged.leftNs());
    if (ns >= errorNs) {
      charged.add(StopKind.OUTSIDE_SERVER, message.times().startNs(), message.times().endNs(), ns);
    }
  }

  private long serviceBeyondNs(SlowestMessage message) {
    return message.times().serviceNs() - slow.usualServiceNs();
  }
}
