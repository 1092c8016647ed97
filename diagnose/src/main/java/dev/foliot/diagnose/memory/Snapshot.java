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
 * @param use the kernel's totals
 * @param resident the parts of the resident memory; if slow to read, at both ends only
 * @param counted the JDK's count of direct buffers
 * @param direct the direct buffers individually; if slow to read, at both ends only
 */
record Snapshot(
    long atNs,
    MemoryUse use,
    Reading<Resident> resident,
    Reading<Counted> counted,
    Reading<DirectBuffers> direct) {
  /** Parts with a smaller share of the anonymous growth do not share its steps. */
  static final double LEAST_SHARE = 0.5;

  /**
   * The bytes of some parts at each moment when they are known.
   *
   * <p>If only both ends are known, and the parts are at least half of the growth of all anonymous
   * memory, the moments in between are interpolated along its steps, which the kernel counts at no
   * cost.
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

  /** Whether the parts are known at both ends only. */
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

  /** The bytes of buffers with old owners at each moment when they are known. */
  static List<Point> old(List<Snapshot> all) {
    return points(all, Snapshot::direct, DirectBuffers::oldBytes);
  }

  /** The bytes of reserved direct memory. */
  static List<Point> reserved(List<Snapshot> all) {
    return points(all, Snapshot::counted, Counted::bytes);
  }

  /** The number of threads. */
  static List<Point> threads(List<Snapshot> all) {
    return all.stream().map(one -> new Point(one.atNs, one.use.threads())).toList();
  }

  /** The kernel's totals of the last sample, and the latest value of each other reading. */
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

  /** Extracts one reading. */
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
