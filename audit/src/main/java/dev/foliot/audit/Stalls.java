package dev.foliot.audit;

import java.util.Arrays;
import java.util.List;

/** A server's stalls, in order and disjoint; starts are inclusive, ends exclusive. Immutable. */
final class Stalls {
  private final long[] fromNs;
  private final long[] toNs;

  /** Takes stalls in order and disjoint. */
  Stalls(List<AuditStall> stalls) {
    fromNs = stalls.stream().mapToLong(AuditStall::startNs).toArray();
    toNs = stalls.stream().mapToLong(stall -> stall.startNs() + stall.lengthNs()).toArray();
  }

  /** The first time at or after this one outside of stalls. */
  long firstMovingNs(long timeNs) {
    int last = lastBegunBy(timeNs);
    return last < 0 ? timeNs : Math.max(timeNs, toNs[last]);
  }

  /** The end of work that begins at a time and pauses during stalls. */
  long doneNs(long timeNs, long workNs) {
    long done = firstMovingNs(timeNs) + workNs;
    for (int i = lastBegunBy(timeNs) + 1; i < fromNs.length && fromNs[i] <= done; i++) {
      done += toNs[i] - fromNs[i];
    }
    return done;
  }

  /** The time outside of stalls between two times. */
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
