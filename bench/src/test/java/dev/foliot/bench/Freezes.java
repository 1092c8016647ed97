package dev.foliot.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The times when the whole process stands still. Examples are a collection, a stopped process, or
 * the harness's own bookkeeping. In order, disjoint; each from its start, inclusive, to its end,
 * exclusive.
 */
final class Freezes {
  static final Freezes NONE = new Freezes(List.of());

  private final long[] fromNs;
  private final long[] toNs;

  private Freezes(List<long[]> freezes) {
    fromNs = freezes.stream().mapToLong(f -> f[0]).toArray();
    toNs = freezes.stream().mapToLong(f -> f[1]).toArray();
  }

  static Freezes every(long periodNs, long lengthNs, long untilNs) {
    List<long[]> freezes = new ArrayList<>();
    for (long from = periodNs; from < untilNs; from += periodNs) {
      freezes.add(new long[] {from, from + lengthNs});
    }
    return new Freezes(freezes);
  }

  static Freezes random(long seed, long meanDistanceNs, long meanLengthNs, long untilNs) {
    SplittableRandom random = new SplittableRandom(seed);
    List<long[]> freezes = new ArrayList<>();
    long at = 0;
    while (at < untilNs) {
      long from = at + 1 + random.nextLong(2 * meanDistanceNs);
      at = from + 1 + random.nextLong(2 * meanLengthNs);
      freezes.add(new long[] {from, at});
    }
    return new Freezes(freezes);
  }

  int count() {
    return fromNs.length;
  }

  long fromNs(int freeze) {
    return fromNs[freeze];
  }

  long toNs(int freeze) {
    return toNs[freeze];
  }

  /** The first time at or after this one at which the process moves. */
  long firstMovingNs(long timeNs) {
    int freeze = lastBegunBy(timeNs);
    return freeze < 0 ? timeNs : Math.max(timeNs, toNs[freeze]);
  }

  /** When work that begins now and takes so long is done. */
  long doneNs(long timeNs, long workNs) {
    long done = timeNs + workNs;
    for (int freeze = lastBegunBy(timeNs) + 1; freeze < fromNs.length; freeze++) {
      if (fromNs[freeze] > done) {
        break;
      }
      done += toNs[freeze] - fromNs[freeze];
    }
    return done;
  }

  private int lastBegunBy(long timeNs) {
    int found = Arrays.binarySearch(fromNs, timeNs);
    return found >= 0 ? found : -found - 2;
  }
}
