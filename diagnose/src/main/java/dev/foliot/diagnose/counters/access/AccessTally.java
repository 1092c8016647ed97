package dev.foliot.diagnose.counters.access;

import dev.foliot.diagnose.counters.access.DataPlace.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What sampled accesses come to: how many fell into each kind of memory, and the cache lines that
 * were touched most. For one thread.
 */
public final class AccessTally {
  private final Map<Kind, Long> kinds = new EnumMap<>(Kind.class);
  private final Map<Long, TouchedLine> lines = new HashMap<>();
  private final Set<Long> threads = new HashSet<>();
  private final int lineBytes;
  private long placed;
  private long placeless;
  private long contended;

  /**
   * Counts nothing yet.
   *
   * @param lineBytes of a cache line, a power of two
   */
  public AccessTally(int lineBytes) {
    this.lineBytes = lineBytes;
  }

  /** Counts samples; those without an address belong nowhere, the kernel's to no line. */
  public AccessTally add(List<AccessSample> samples, DataPlaces places) {
    for (AccessSample sample : samples) {
      threads.add(sample.tid());
      if (sample.address() == 0) {
        placeless++;
        continue;
      }
      placed++;
      contended += sample.isContended() ? 1 : 0;
      kinds.merge(places.at(sample.address()).kind(), 1L, Long::sum);
      if (!sample.isOfKernel()) {
        lines.computeIfAbsent(sample.address() & -lineBytes, TouchedLine::new).add(sample);
      }
    }
    return this;
  }

  /** How many samples have an address. */
  public long placed() {
    return placed;
  }

  /** How many have none. */
  public long placeless() {
    return placeless;
  }

  /** How many found their data in another core's cache. */
  public long contended() {
    return contended;
  }

  /** How many threads were sampled. */
  public int threads() {
    return threads.size();
  }

  /** The share of samples of each kind of memory, from 0 to 1, the largest first. */
  public List<Map.Entry<Kind, Double>> shares() {
    return kinds.entrySet().stream()
        .map(entry -> Map.entry(entry.getKey(), share(entry.getValue())))
        .sorted(Map.Entry.<Kind, Double>comparingByValue().reversed())
        .toList();
  }

  /** The share of the samples that have an address. */
  public double share(long samples) {
    return placed == 0 ? 0 : (double) samples / placed;
  }

  /**
   * The lines that were touched most, and those that threads took from each other most, the most
   * samples first; each of them at least {@code fewest} times.
   *
   * @param most how many of each
   */
  public List<TouchedLine> hottest(int most, int fewest) {
    Comparator<TouchedLine> bySamples =
        Comparator.comparingLong(TouchedLine::samples)
            .reversed()
            .thenComparing(TouchedLine::start, Long::compareUnsigned);
    Comparator<TouchedLine> byContention =
        Comparator.<TouchedLine>comparingLong(line -> line.hitm() + line.peer())
            .reversed()
            .thenComparing(bySamples);
    Set<TouchedLine> chosen = new LinkedHashSet<>();
    lines.values().stream()
        .filter(line -> line.samples() >= fewest)
        .sorted(bySamples)
        .limit(most)
        .forEach(chosen::add);
    lines.values().stream()
        .filter(line -> line.samples() >= fewest && line.isContended())
        .sorted(byContention)
        .limit(most)
        .forEach(chosen::add);
    List<TouchedLine> hottest = new ArrayList<>(chosen);
    hottest.sort(bySamples);
    return hottest;
  }

  /** All lines on which a class's structure lies and that two threads or more share. */
  public List<TouchedLine> sharedOfClasses(DataPlaces places) {
    return lines.values().stream()
        .filter(TouchedLine::isShared)
        .filter(line ->
            line.addresses().keySet().stream().anyMatch(at -> places.at(at).klass().isPresent()))
        .sorted(
            Comparator.comparingLong(TouchedLine::samples)
                .reversed()
                .thenComparing(TouchedLine::start, Long::compareUnsigned))
        .toList();
  }

  /** What was sampled of one cache line. For one thread. */
  public static final class TouchedLine {
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

    /** How many threads were observed to read it. */
    public int readers() {
      return readers.size();
    }

    /** How many were observed to write to it. */
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

    /** Whether threads were observed to take it from each other's caches. */
    public boolean isContended() {
      return hitm + peer > 0;
    }
  }
}
