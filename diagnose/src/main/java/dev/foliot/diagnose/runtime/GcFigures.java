package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.memory.Growth.Point;
import dev.foliot.diagnose.runtime.RuntimeObservations.Sample;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.hotspot.perf.JvmCounters.Collector;
import dev.foliot.hotspot.perf.JvmCounters.Safepoints;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Figures of collections and safepoints between the first and the last sample. Immutable.
 *
 * @param spanNs nanoseconds from the first to the last sample, above 0
 * @param collectors the increase of each collector, those with the longest pauses first
 * @param safepoints the increase; empty if unknown
 * @param allocatedPerS allocated bytes a second, by the fillings of eden; empty if unknown
 * @param survived after each sample with a new collection: the bytes outside of eden
 * @param floors the least of these between collections of the whole heap
 * @param causes of collections, the most frequent first
 */
record GcFigures(
    long spanNs,
    List<Collector> collectors,
    Optional<Safepoints> safepoints,
    OptionalDouble allocatedPerS,
    List<Point> survived,
    List<Point> floors,
    List<String> causes) {
  private static final double NS_PER_S = 1e9;

  /** Empty with fewer than two samples. */
  static Optional<GcFigures> of(List<Sample> samples) {
    if (samples.size() < 2) {
      return Optional.empty();
    }
    Sample first = samples.getFirst();
    Sample last = samples.getLast();
    long spanNs = last.atNs() - first.atNs();
    if (spanNs <= 0) {
      return Optional.empty();
    }
    Tally tally = new Tally();
    for (int i = 1; i < samples.size(); i++) {
      tally.add(samples.get(i - 1).counters(), samples.get(i));
    }
    return Optional.of(
        new GcFigures(
            spanNs,
            since(first.counters(), last.counters()),
            safepoints(first.counters(), last.counters()),
            tally.allocated < 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(tally.allocated * NS_PER_S / spanNs),
            tally.survived,
            tally.floors,
            tally.causes()));
  }

  /** Goes through the samples. */
  private static final class Tally {
    private final List<Point> survived = new ArrayList<>();
    private final List<Point> floors = new ArrayList<>();
    private final Map<String, Long> causes = new LinkedHashMap<>();
    private double allocated;
    private boolean isFloor;

    void add(JvmCounters before, Sample sample) {
      JvmCounters now = sample.counters();
      long collections = now.collections() - before.collections();
      if (collections <= 0) {
        return;
      }
      causes.merge(now.cause(), collections, Long::sum);
      allocate(collections(before, now, 0), before);
      Point point = new Point(sample.atNs(), now.survivedBytes());
      survived.add(point);
      if (collections(before, now, 1) + collections(before, now, 2) > 0) {
        floors.add(point);
        isFloor = true;
      } else if (isFloor && point.amount() < floors.getLast().amount()) {
        floors.set(floors.size() - 1, point);
      }
    }

    private void allocate(long young, JvmCounters before) {
      if (before.edenBytes().isEmpty()) {
        allocated = -1;
      } else if (allocated >= 0) {
        allocated += (double) young * before.edenBytes().getAsLong();
      }
    }

    List<String> causes() {
      return causes.entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
          .map(Map.Entry::getKey)
          .filter(cause -> !cause.isEmpty())
          .toList();
    }
  }

  private static long collections(JvmCounters before, JvmCounters now, int number) {
    return count(now, number) - count(before, number);
  }

  private static long count(JvmCounters counters, int number) {
    return counters.collectors().stream()
        .filter(one -> one.number() == number)
        .mapToLong(Collector::collections)
        .sum();
  }

  private static List<Collector> since(JvmCounters first, JvmCounters last) {
    List<Collector> all = new ArrayList<>();
    for (Collector now : last.collectors()) {
      for (Collector before : first.collectors()) {
        if (before.number() == now.number()) {
          all.add(
              new Collector(
                  now.number(),
                  now.name(),
                  Math.max(0, now.collections() - before.collections()),
                  Math.max(0, now.pauseNs() - before.pauseNs())));
        }
      }
    }
    all.sort(Comparator.comparingLong(Collector::pauseNs).reversed());
    return all;
  }

  private static Optional<Safepoints> safepoints(JvmCounters first, JvmCounters last) {
    if (first.safepoints().isEmpty() || last.safepoints().isEmpty()) {
      return Optional.empty();
    }
    Safepoints before = first.safepoints().get();
    Safepoints now = last.safepoints().get();
    return Optional.of(
        new Safepoints(
            Math.max(0, now.count() - before.count()),
            Math.max(0, now.totalNs() - before.totalNs()),
            Math.max(0, now.syncNs() - before.syncNs())));
  }

  /** The share of the time in which collections stopped all threads, from 0 to 1. */
  double pauseShare() {
    return share((double) pauseNs());
  }

  /** Nanoseconds in which collections stopped all threads. */
  long pauseNs() {
    return collectors.stream().mapToLong(Collector::pauseNs).sum();
  }

  /** The number of collections and pauses. */
  long collections() {
    return collectors.stream().mapToLong(Collector::collections).sum();
  }

  /** A part of the time, from 0 to 1. */
  double share(double ns) {
    return Math.min(1, Math.max(0, ns / spanNs));
  }

  /** A count as a rate per second. */
  double perS(long count) {
    return count * (NS_PER_S / spanNs);
  }
}
