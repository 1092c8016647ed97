package dev.foliot.judgement.explain;

import dev.foliot.store.explain.Stop;
import java.util.ArrayList;
import java.util.List;

/** The parts of a span of time that no stop has been charged for yet. One thread. */
final class Uncovered {
  private List<long[]> parts = new ArrayList<>();
  private final long fromNs;
  private final long toNs;

  Uncovered(long fromNs, long toNs) {
    this.fromNs = fromNs;
    this.toNs = toNs;
    if (toNs > fromNs) {
      parts.add(new long[] {fromNs, toNs});
    }
  }

  /**
   * Charges a stop.
   *
   * @return how much of the span it covers, which nothing charged before does
   */
  long charge(Stop stop) {
    boolean isWhole = stop.lengthNs() >= stop.endNs() - stop.startNs();
    long shiftNs = isWhole ? shift(stop) : 0;
    return take(stop.startNs() + shiftNs, stop.endNs() + shiftNs, stop.lengthNs());
  }

  /** Within its error the stop is moved into the span. */
  private long shift(Stop stop) {
    if (stop.startNs() < fromNs) {
      return Math.min(stop.errorNs(), fromNs - stop.startNs());
    }
    return -Math.min(stop.errorNs(), Math.max(0, stop.endNs() - toNs));
  }

  private long take(long startNs, long endNs, long mostNs) {
    long leftNs = mostNs;
    List<long[]> rest = new ArrayList<>();
    for (long[] part : parts) {
      long from = Math.max(part[0], startNs);
      long to = Math.min(Math.min(part[1], endNs), from + leftNs);
      if (to <= from) {
        rest.add(part);
        continue;
      }
      leftNs -= to - from;
      if (from > part[0]) {
        rest.add(new long[] {part[0], from});
      }
      if (part[1] > to) {
        rest.add(new long[] {to, part[1]});
      }
    }
    parts = rest;
    return mostNs - leftNs;
  }
}
