package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.diagnose.memory.Growth.Point;
import dev.foliot.linux.MemoryUse;
import dev.foliot.linux.Reading;
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

  /** How much of some parts there was at each moment that tells them. */
  static List<Point> parts(List<Snapshot> all, MemoryPart... parts) {
    return points(
        all,
        Snapshot::resident,
        resident -> {
          long sum = 0;
          for (MemoryPart part : parts) {
            sum += resident.split().bytes(part);
          }
          return sum;
        });
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
