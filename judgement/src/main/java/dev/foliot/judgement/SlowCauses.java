package dev.foliot.judgement;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.load.ServerPause;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.store.study.StudySample;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why the slowest requests of a load were slow, as far as it can be known from outside the server.
 * Pure and immutable.
 *
 * <p>A request is slow if it took at least twice the median, and 1 ms longer. A cause explains it
 * if it covers at least half of the time above the median. What waits behind such a request has the
 * same cause: it was due before that request ended, and after the cause began.
 *
 * @param slow the number of slow requests that were kept with their times
 * @param byCause how many of them each cause explains, the most frequent first
 * @param worstNs the longest pause of each cause that explains one
 */
public record SlowCauses(int slow, Map<Cause, Integer> byCause, Map<Cause, Long> worstNs) {
  /** What can be seen from outside. */
  public enum Cause {
    /** A pause of the JVM for garbage collection. */
    GC("GC pauses"),
    /** A pause of the JVM for something else. */
    SAFEPOINT("safepoint pauses"),
    /** The CPU quota of its control group was used up. */
    THROTTLED("throttling"),
    /** Its threads waited for a CPU. */
    RUN_QUEUE("waits for a CPU"),
    /** The load generator sent them late. */
    GENERATOR("the load generator");

    private final String words;

    Cause(String words) {
      this.words = words;
    }
  }

  private static final long LEAST_EXCESS_NS = 1_000_000;

  /** With fewer slow requests a count says little. */
  private static final int FEWEST = 10;

  /** Keeps copies. */
  public SlowCauses {
    byCause = Map.copyOf(byCause);
    worstNs = Map.copyOf(worstNs);
  }

  /** A slow request's cause. */
  private record Explained(SlowestMessage message, @Nullable ServerPause pause, Cause cause) {}

  /**
   * The causes in one fork.
   *
   * @param slowest its slowest requests
   */
  public static SlowCauses of(ForkRecord fork, List<SlowestMessage> slowest, ServerRecord server) {
    Long p50Ns = fork.times().response().p50();
    if (p50Ns == null) {
      return new SlowCauses(0, Map.of(), Map.of());
    }
    long medianNs = p50Ns;
    List<SlowestMessage> slow =
        slowest.stream()
            .filter(one ->
                one.responseNs() >= 2 * medianNs && one.responseNs() - medianNs >= LEAST_EXCESS_NS)
            .sorted(Comparator.comparingLong(SlowestMessage::intendedNs))
            .toList();
    List<Explained> explained = new ArrayList<>();
    List<SlowestMessage> left = new ArrayList<>();
    for (SlowestMessage one : slow) {
      Explained found = explanation(one, one.responseNs() - medianNs, fork, server);
      if (found == null) {
        left.add(one);
      } else {
        explained.add(found);
      }
    }
    List<Explained> behind = new ArrayList<>();
    for (SlowestMessage one : left) {
      explained.stream()
          .filter(other -> other.pause() != null && waitedBehind(one, other))
          .findFirst()
          .ifPresent(other -> behind.add(new Explained(one, other.pause(), other.cause())));
    }
    explained.addAll(behind);
    Map<Cause, Integer> counts = new EnumMap<>(Cause.class);
    Map<Cause, Long> worst = new EnumMap<>(Cause.class);
    for (Explained one : explained) {
      counts.merge(one.cause(), 1, Integer::sum);
      if (one.pause() != null) {
        worst.merge(one.cause(), one.pause().lengthNs(), Math::max);
      }
    }
    return new SlowCauses(slow.size(), counts, worst);
  }

  private static boolean waitedBehind(SlowestMessage one, Explained other) {
    ServerPause pause = other.pause();
    return pause != null
        && one.intendedNs() >= pause.fromNs()
        && one.intendedNs() < other.message().endNs();
  }

  /** The pause that covers most of it, or another cause that covers enough. */
  private static @Nullable Explained explanation(
      SlowestMessage one, long excessNs, ForkRecord fork, ServerRecord server) {
    ServerPause longest =
        server.pauses().stream()
            .max(Comparator.comparingLong(pause -> pause.within(one.intendedNs(), one.endNs())))
            .orElse(null);
    if (longest != null && 2 * longest.within(one.intendedNs(), one.endNs()) >= excessNs) {
      return new Explained(
          one,
          longest,
          switch (longest.kind()) {
            case GC -> Cause.GC;
            case SAFEPOINT -> Cause.SAFEPOINT;
            case THROTTLED -> Cause.THROTTLED;
          });
    }
    if (2 * one.latenessNs() >= excessNs) {
      return new Explained(one, null, Cause.GENERATOR);
    }
    return 2 * waitNs(one, fork, server) >= excessNs
        ? new Explained(one, null, Cause.RUN_QUEUE)
        : null;
  }

  /** The mean wait of the server's threads for a CPU, for each request of that time. */
  private static double waitNs(SlowestMessage one, ForkRecord fork, ServerRecord server) {
    double most = 0;
    List<StudySample> samples = server.samples();
    for (int i = 1; i < samples.size(); i++) {
      StudySample from = samples.get(i - 1);
      StudySample to = samples.get(i);
      Long before = from.runQueueWaitNs();
      Long after = to.runQueueWaitNs();
      if (before != null
          && after != null
          && to.atNs() > one.intendedNs()
          && from.atNs() < one.endNs()) {
        double requests = fork.messages().achievedPerS() * (to.atNs() - from.atNs()) / 1e9;
        most = Math.max(most, (after - before) / Math.max(1, requests));
      }
    }
    return most;
  }

  /** How many slow requests have no cause that is visible from outside. */
  public int unexplained() {
    return slow - byCause.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The causes of several forks together. */
  public static SlowCauses sum(List<SlowCauses> all) {
    Map<Cause, Integer> counts = new EnumMap<>(Cause.class);
    Map<Cause, Long> worst = new EnumMap<>(Cause.class);
    for (SlowCauses one : all) {
      one.byCause.forEach((cause, count) -> counts.merge(cause, count, Integer::sum));
      one.worstNs.forEach((cause, ns) -> worst.merge(cause, ns, Math::max));
    }
    return new SlowCauses(all.stream().mapToInt(SlowCauses::slow).sum(), counts, worst);
  }

  /** A sentence without its full stop; empty where too few requests were slow. */
  public String text() {
    if (slow < FEWEST) {
      return "";
    }
    List<String> parts = new ArrayList<>();
    byCause.entrySet().stream()
        .sorted(
            Map.Entry.<Cause, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(entry -> {
          Long worst = worstNs.get(entry.getKey());
          parts.add(
              Numbers.count(entry.getValue())
                  + (parts.isEmpty() ? " delayed by " : " by ")
                  + entry.getKey().words
                  + (worst == null ? "" : " of up to " + Numbers.duration(worst)));
        });
    if (unexplained() > 0) {
      parts.add(
          (parts.isEmpty() ? "none" : Numbers.count(unexplained()))
              + (parts.isEmpty() ? " with" : " without")
              + " a cause visible from outside");
    }
    return Numbers.count(slow) + " slow requests: " + String.join(", ", parts);
  }
}
