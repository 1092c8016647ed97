package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.diagnose.memory.Growth.Point;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryUse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A JVM's memory at one moment. Immutable.
 *
 * @param atNs since the examination began, in nanoseconds
 * @param use what the kernel counts
 * @param resident what of it is where; a look that takes long is taken at the ends only
 * @param counted what the JDK counts of direct buffers
 * @param direct the direct buffers one by one; at the ends only where that takes long
 */
record Snapshot(
    long atNs,
    MemoryUse use,
    Reading<Resident> resident,
    Reading<Counted> counted,
    Reading<DirectBuffers> direct) {
  /** Parts that are less of the growth of all anonymous memory have no steps in common with it. */
  static final double LEAST_SHARE = 0.5;

  /**
   * How much of some parts there was at each moment that tells them. Where only the ends do, and
   * the parts are at least half of what all anonymous memory grew by, the moments in between have
   * the same share of its steps, which the kernel counts for nothing.
   */
  static List<Point> parts(List<Snapshot> all, MemoryPart... parts) {
    List<Point> known =
        points(
            all,
            Snapshot::resident,
            resident -> {
              long sum = 0;
              for (MemoryPart part : parts) {
                sum += resident.split().bytes(part);
              }
              return sum;
            });
    return isKnownAtTheEndsOnly(all) ? inBetween(all, known.getFirst(), known.getLast()) : known;
  }

  /** Whether the parts are known at the ends, and at no moment in between. */
  static boolean isKnownAtTheEndsOnly(List<Snapshot> all) {
    return all.size() > 2
        && all.getFirst().isKnown()
        && all.getLast().isKnown()
        && all.subList(1, all.size() - 1).stream().noneMatch(Snapshot::isKnown);
  }

  private boolean isKnown() {
    return resident instanceof Reading.Value;
  }

  private static List<Point> inBetween(List<Snapshot> all, Point first, Point last) {
    long anonymous = all.getFirst().use.anonymousBytes();
    long grown = all.getLast().use.anonymousBytes() - anonymous;
    double share = (double) (last.amount() - first.amount()) / grown;
    if (grown <= 0 || share < LEAST_SHARE || share > 1 / LEAST_SHARE) {
      return List.of(first, last);
    }
    return all.stream()
        .map(one ->
            new Point(
                one.atNs,
                first.amount() + Math.round(share * (one.use.anonymousBytes() - anonymous))))
        .toList();
  }

  /** How many bytes of old owners there were at each moment that tells them. */
  static List<Point> old(List<Snapshot> all) {
    return points(all, Snapshot::direct, DirectBuffers::oldBytes);
  }

  /** How many bytes of direct memory were reserved. */
  static List<Point> reserved(List<Snapshot> all) {
    return points(all, Snapshot::counted, Counted::bytes);
  }

  /** How many threads there were. */
  static List<Point> threads(List<Snapshot> all) {
    return all.stream().map(one -> new Point(one.atNs, one.use.threads())).toList();
  }

  /** What the kernel counts at the last look, and each reading as of the last look that gave it. */
  static Snapshot latest(List<Snapshot> all) {
    Snapshot last = all.getLast();
    return new Snapshot(
        last.atNs,
        last.use,
        latest(all, Snapshot::resident),
        latest(all, Snapshot::counted),
        latest(all, Snapshot::direct));
  }

  private static <T> Reading<T> latest(List<Snapshot> all, Part<T> part) {
    return all.reversed().stream()
        .map(part::of)
        .filter(Reading.Value.class::isInstance)
        .findFirst()
        .orElseGet(() -> part.of(all.getLast()));
  }

  /** Takes one reading out. */
  private interface Part<T> {
    Reading<T> of(Snapshot snapshot);
  }

  private static <T> List<Point> points(
      List<Snapshot> all, Part<T> part, ToLongFunction<T> amount) {
    List<Point> points = new ArrayList<>();
    for (Snapshot one : all) {
      if (part.of(one) instanceof Reading.Value<T>(T value)) {
        points.add(new Point(one.atNs, amount.applyAsLong(value)));
      }
    }
    return points;
  }
}
