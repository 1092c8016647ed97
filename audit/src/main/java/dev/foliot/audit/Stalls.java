package dev.foliot.audit;

import java.util.Arrays;
import java.util.List;

/**
 * The stretches of time in which a server stood still, in order and disjoint; each from its start,
 * inclusive, to its end, exclusive. Immutable.
 */
final class Stalls {
  private final long[] fromNs;
  private final long[] toNs;

  /** In order and disjoint. */
  Stalls(List<AuditStall> stalls) {
    fromNs = stalls.stream().mapToLong(AuditStall::startNs).toArray();
    toNs = stalls.stream().mapToLong(stall -> stall.startNs() + stall.lengthNs()).toArray();
  }

  /** The first time at or after this one at which the server moves. */
  long firstMovingNs(long timeNs) {
    int last = lastBegunBy(timeNs);
    return last < 0 ? timeNs : Math.max(timeNs, toNs[last]);
  }

  /** When work that begins at a time, and goes on only while the server moves, is done. */
  long doneNs(long timeNs, long workNs) {
    long done = firstMovingNs(timeNs) + workNs;
    for (int i = lastBegunBy(timeNs) + 1; i < fromNs.length && fromNs[i] <= done; i++) {
      done += toNs[i] - fromNs[i];
    }
    return done;
  }

  /** For how long the server moved between two times. */
  long movingNs(long startNs, long endNs) {
    long moving = endNs - startNs;
    for (int i = Math.max(0, lastBegunBy(startNs)); i < fromNs.length && fromNs[i] < endNs; i++) {
      moving -= Math.max(0, Math.min(endNs, toNs[i]) - Math.max(startNs, fromNs[i]));
    }
    return moving;
  }

  private int lastBegunBy(long timeNs) {
    int found = Arrays.binarySearch(fromNs, timeNs);
    return found >= 0 ? found : -found - 2;
  }
}
