package dev.foliot.diagnose.counters.access;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What was sampled of one cache line. For one thread. */
public final class TouchedLine {
  private final long start;
  private final TreeMap<Long, Long> addresses = new TreeMap<>();
  private final Set<Long> readers = new HashSet<>();
  private final Set<Long> writers = new HashSet<>();
  private final Set<Long> threads = new HashSet<>();
  private long samples;
  private long loads;
  private long stores;
  private long hitm;
  private long peer;
  private long weighted;
  private long weight;

  TouchedLine(long start) {
    this.start = start;
  }

  void add(AccessSample sample) {
    samples++;
    threads.add(sample.tid());
    addresses.merge(sample.address(), 1L, Long::sum);
    if (sample.isLoad()) {
      loads++;
      readers.add(sample.tid());
    }
    if (sample.isStore()) {
      stores++;
      writers.add(sample.tid());
    }
    hitm += sample.source().isHitm() ? 1 : 0;
    peer += sample.source().isPeer() ? 1 : 0;
    if (sample.weight() > 0) {
      weighted++;
      // a processor that lies does not make less of more
      weight = Math.max(weight, weight + sample.weight());
    }
  }

  /** Its first address. */
  public long start() {
    return start;
  }

  /** How many samples. */
  public long samples() {
    return samples;
  }

  /** How many of them read. */
  public long loads() {
    return loads;
  }

  /** How many wrote. */
  public long stores() {
    return stores;
  }

  /** How many found the line changed in another core's cache. */
  public long hitm() {
    return hitm;
  }

  /** How many got it from another core's cache, changed or not. */
  public long peer() {
    return peer;
  }

  /** What a sample cost on average, in the processor's unit; 0 where none told. */
  public double meanWeight() {
    return weighted == 0 ? 0 : (double) weight / weighted;
  }

  /** How many threads were seen to read it. */
  public int readers() {
    return readers.size();
  }

  /** How many were seen to write to it. */
  public int writers() {
    return writers.size();
  }

  /** How many touched it, whatever they did. */
  public int threads() {
    return threads.size();
  }

  /** How often each of its addresses was touched, ascending. */
  public Map<Long, Long> addresses() {
    return Collections.unmodifiableMap(addresses);
  }

  /** Whether two threads or more touch it, and one at least writes. */
  public boolean isShared() {
    return threads.size() > 1 && stores > 0;
  }

  /** Whether threads were seen to take it from each other's caches. */
  public boolean isContended() {
    return hitm + peer > 0;
  }
}
