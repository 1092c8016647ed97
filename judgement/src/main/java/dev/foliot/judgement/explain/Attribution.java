package dev.foliot.judgement.explain;

import dev.foliot.store.SlowestMessage;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Charges the delay of each of a fork's slow messages to the stops that lie over its wait. Pure.
 * For messages that are served one after the other; {@link RequestAttribution} is for others.
 *
 * <p>Slow messages whose waits overlap are one episode. A message waits for what happened in its
 * episode before its own end: a stop at the head of a queue is charged by all that queue behind it.
 * Where stops overlap, the first kind in the order of {@link StopKind} has the common part. An
 * earlier message that took long by itself is charged by those behind it. What is left is
 * unexplained. A stop whose place is known less exactly than the delay is long is not charged.
 *
 * <p>A stop of one thread is charged by the messages of this thread, and counts only if it began
 * while one of them was served: the thread had work. Messages of other threads that waited for such
 * a message are charged with the slow message.
 */
public final class Attribution {
  static final Comparator<Stop> ORDER =
      Comparator.comparing(Stop::kind).thenComparing(Stop::lengthNs, Comparator.reverseOrder());

  private final Slow slow;

  private Attribution(Slow slow) {
    this.slow = slow;
  }

  /**
   * What is known of a fork.
   *
   * @param fork its number
   * @param messages its slowest messages
   * @param stops what stopped its process
   * @param ofThreads what stopped single threads
   * @param usualNs its median response time
   * @param usualServiceNs its median service time
   * @param beyondNs delay counts from this response time on
   */
  public record Slow(
      int fork,
      List<SlowestMessage> messages,
      List<Stop> stops,
      List<ThreadStop> ofThreads,
      long usualNs,
      long usualServiceNs,
      long beyondNs) {
    /** Keeps copies. */
    public Slow {
      messages = List.copyOf(messages);
      stops = List.copyOf(stops);
      ofThreads = List.copyOf(ofThreads);
    }
  }

  /**
   * A message that is explained as far as it can be.
   *
   * @param fork the number of its fork
   * @param episode the number of its episode in the fork
   * @param message the message
   * @param beyondNs how much slower it was than the fork's bound
   * @param shares how much of its delay comes from what, each from 0 to 1
   * @param stops the stops among these
   */
  public record Explained(
      int fork,
      int episode,
      SlowestMessage message,
      long beyondNs,
      Map<StopKind, Double> shares,
      List<Stop> stops) {
    /** Keeps a copy. */
    public Explained {
      stops = List.copyOf(stops);
    }

    /** The share of its delay that nothing covers, from 0 to 1. */
    public double unexplained() {
      return Math.max(0, 1 - shares.values().stream().mapToDouble(Double::doubleValue).sum());
    }
  }

  /** Explains all messages that were slower than the fork's bound. */
  public static List<Explained> of(Slow slow) {
    return new Attribution(slow).explained();
  }

  private List<Explained> explained() {
    List<Explained> all = new ArrayList<>();
    int number = 0;
    for (List<SlowestMessage> episode : episodes(slow.messages())) {
      List<ThreadStop> stops = stops(episode);
      Map<Long, Own> own = own(episode, stops);
      for (SlowestMessage message : episode) {
        if (message.times().responseNs() > slow.beyondNs()) {
          all.add(explained(number, episode, message, stops, own));
        }
      }
      number++;
    }
    return all;
  }

  /** What may have delayed an episode's messages. */
  private List<ThreadStop> stops(List<SlowestMessage> episode) {
    long startNs = episode.getFirst().times().intendedNs();
    long endNs = episode.stream().mapToLong(one -> one.times().endNs()).max().orElse(startNs);
    return Stream.concat(
            slow.stops().stream().map(stop -> new ThreadStop(ThreadStop.ALL, stop)),
            slow.ofThreads().stream().filter(one -> isInWork(one, episode)))
        .filter(one ->
            one.stop().endNs() + one.stop().errorNs() > startNs
                && one.stop().startNs() - one.stop().errorNs() < endNs)
        .sorted(Comparator.comparing(ThreadStop::stop, ORDER))
        .toList();
  }

  /** Whether a thread's stop began while the thread served one of the messages. */
  private static boolean isInWork(ThreadStop one, List<SlowestMessage> episode) {
    Stop stop = one.stop();
    return one.threadId() == ThreadStop.ALL
        || episode.stream()
            .anyMatch(message ->
                message.threadId() == one.threadId()
                    && stop.startNs() + stop.errorNs() >= message.times().startNs()
                    && stop.startNs() <= message.times().endNs());
  }

  private static boolean stopped(ThreadStop one, SlowestMessage message) {
    return one.threadId() == ThreadStop.ALL || one.threadId() == message.threadId();
  }

  /** Messages by episode, in the order in which they were due. */
  static List<List<SlowestMessage>> episodes(List<SlowestMessage> messages) {
    List<SlowestMessage> sorted =
        messages.stream()
            .sorted(Comparator.comparingLong(one -> one.times().intendedNs()))
            .toList();
    List<List<SlowestMessage>> episodes = new ArrayList<>();
    long endNs = Long.MIN_VALUE;
    for (SlowestMessage message : sorted) {
      if (episodes.isEmpty() || message.times().intendedNs() > endNs) {
        episodes.add(new ArrayList<>());
      }
      episodes.getLast().add(message);
      endNs = Math.max(endNs, message.times().endNs());
    }
    return episodes;
  }

  /**
   * What a message took beyond the usual.
   *
   * @param ownNs by itself, beyond all stops
   * @param stoppedNs by stops of its thread alone
   */
  private record Own(long ownNs, long stoppedNs) {
    static final Own NONE = new Own(0, 0);
  }

  /** What each message took, by its index. */
  private Map<Long, Own> own(List<SlowestMessage> episode, List<ThreadStop> stops) {
    Map<Long, Own> own = new HashMap<>();
    for (SlowestMessage message : episode) {
      Uncovered uncovered = new Uncovered(message.times().startNs(), message.times().endNs());
      long leftNs = message.times().serviceNs() - slow.usualServiceNs();
      long stoppedNs = 0;
      for (ThreadStop one : stops) {
        if (stopped(one, message)) {
          long ns = uncovered.charge(one.stop());
          leftNs -= ns;
          stoppedNs += one.threadId() == ThreadStop.ALL ? 0 : ns;
        }
      }
      own.put(message.index(), new Own(Math.max(0, leftNs), stoppedNs));
    }
    return own;
  }

  private Explained explained(
      int number,
      List<SlowestMessage> episode,
      SlowestMessage message,
      List<ThreadStop> stops,
      Map<Long, Own> own) {
    long delayNs = Math.max(1, message.times().responseNs() - slow.usualNs());
    Uncovered uncovered =
        new Uncovered(episode.getFirst().times().intendedNs(), message.times().endNs());
    Map<StopKind, Long> chargedNs = new EnumMap<>(StopKind.class);
    List<Stop> charged = new ArrayList<>();
    for (ThreadStop one : stops) {
      Stop stop = one.stop();
      boolean isKnown = stopped(one, message) && stop.errorNs() <= delayNs;
      long ns = isKnown ? uncovered.charge(stop) : 0;
      if (ns > 0) {
        chargedNs.merge(stop.kind(), ns, Long::sum);
        charged.add(stop);
      }
    }
    long aheadNs = 0;
    for (SlowestMessage other : episode) {
      if (other.index() != message.index() && other.times().endNs() <= message.times().startNs()) {
        Own ahead = own.getOrDefault(other.index(), Own.NONE);
        aheadNs += ahead.ownNs();
        aheadNs += other.threadId() == message.threadId() ? 0 : ahead.stoppedNs();
      }
    }
    aheadNs = Math.min(aheadNs, message.times().backlogNs());
    if (aheadNs > 0) {
      chargedNs.merge(StopKind.SLOW_MESSAGE, aheadNs, Long::sum);
    }
    double allNs =
        chargedNs.values().stream().mapToLong(Long::longValue).sum()
            + own.getOrDefault(message.index(), Own.NONE).ownNs();
    double wholeNs = Math.max(allNs, (double) delayNs);
    Map<StopKind, Double> shares = new EnumMap<>(StopKind.class);
    chargedNs.forEach((kind, ns) -> shares.put(kind, ns / wholeNs));
    return new Explained(
        slow.fork(),
        number,
        message,
        message.times().responseNs() - slow.beyondNs(),
        shares,
        charged);
  }
}
