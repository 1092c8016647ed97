package dev.foliot.diagnose.sharing;

/**
 * The working time of a simulated thread: always, or in turn with others.
 *
 * @param lengthNs of each turn
 * @param mine from 0
 * @param of how many threads take turns
 */
record Turns(long lengthNs, int mine, int of) {
  static final Turns ALWAYS = new Turns(Long.MAX_VALUE, 0, 1);

  /** Its share of the time from {@code fromNs} on. */
  long within(long fromNs, long nanos) {
    return of == 1 ? nanos : before(fromNs + nanos) - before(fromNs);
  }

  /** The time when it has worked for {@code workedNs} since {@code fromNs}. */
  long after(long fromNs, long workedNs) {
    if (of == 1) {
      return fromNs + workedNs;
    }
    long worked = before(fromNs) + workedNs;
    return (worked / lengthNs * of + mine) * lengthNs + worked % lengthNs;
  }

  private long before(long nanos) {
    long cycle = lengthNs * of;
    long inCycle = nanos % cycle - mine * lengthNs;
    return nanos / cycle * lengthNs + Math.min(lengthNs, Math.max(0, inCycle));
  }
}
