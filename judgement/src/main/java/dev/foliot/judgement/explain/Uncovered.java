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
    long spanNs = stop.endNs() - stop.startNs();
    if (stop.lengthNs() < spanNs) {
      return take(stop.startNs(), stop.endNs(), part(stop, spanNs));
    }
    long shiftNs = shift(stop);
    return take(stop.startNs() + shiftNs, stop.endNs() + shiftNs, stop.lengthNs());
  }

  /** Of a stop that lies anywhere in a longer time, the mean part that lies in the span. */
  private long part(Stop stop, long spanNs) {
    double insideNs = Math.min(stop.endNs(), toNs) - Math.max(stop.startNs(), fromNs);
    return Math.round(stop.lengthNs() * Math.max(0, insideNs) / spanNs);
  }

  /** How much of the span nothing has been charged for. */
  long leftNs() {
    return parts.stream().mapToLong(part -> part[1] - part[0]).sum();
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
