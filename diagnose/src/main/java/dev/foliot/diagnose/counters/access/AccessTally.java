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

/** Counts sampled accesses by kind of memory and by cache line. For one thread. */
public final class AccessTally {
  private final Map<Kind, Long> kinds = new EnumMap<>(Kind.class);
  private final Map<Long, TouchedLine> lines = new HashMap<>();
  private final Set<Long> threads = new HashSet<>();
  private final int lineBytes;
  private long placed;
  private long placeless;
  private long contended;

  /**
   * Creates an empty tally.
   *
   * @param lineBytes of a cache line, a power of two
   */
  public AccessTally(int lineBytes) {
    this.lineBytes = lineBytes;
  }

  /** Counts samples. Those without an address belong to no place, the kernel's to no line. */
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

  /** The number of samples with an address. */
  public long placed() {
    return placed;
  }

  /** The number of samples without an address. */
  public long placeless() {
    return placeless;
  }

  /** The number of samples with data in another core's cache. */
  public long contended() {
    return contended;
  }

  /** The number of sampled threads. */
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

  /** The share among the samples with an address. */
  public double share(long samples) {
    return placed == 0 ? 0 : (double) samples / placed;
  }

  /**
   * The most touched lines, and the most contended lines, most samples first.
   *
   * @param most the number of each
   * @param fewest the minimum number of samples of each
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

  /** All lines with a class's structure that two or more threads share. */
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

  /** The samples of one cache line. For one thread. */
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
        // saturates on overflow from wrong data
        weight = Math.max(weight, weight + sample.weight());
      }
    }

    /** Its first address. */
    public long start() {
      return start;
    }

    /** The number of samples. */
    public long samples() {
      return samples;
    }

    /** The number of loads. */
    public long loads() {
      return loads;
    }

    /** The number of stores. */
    public long stores() {
      return stores;
    }

    /** The number of samples where another core's cache held the line modified. */
    public long hitm() {
      return hitm;
    }

    /** The number of samples served from another core's cache, modified or not. */
    public long peer() {
      return peer;
    }

    /** The mean cost of a sample, in the processor's unit; 0 if unknown. */
    public double meanWeight() {
      return weighted == 0 ? 0 : (double) weight / weighted;
    }

    /** The number of threads with sampled loads. */
    public int readers() {
      return readers.size();
    }

    /** The number of threads with sampled stores. */
    public int writers() {
      return writers.size();
    }

    /** The number of threads with any sampled access. */
    public int threads() {
      return threads.size();
    }

    /** The number of samples per address, ascending. */
    public Map<Long, Long> addresses() {
      return Collections.unmodifiableMap(addresses);
    }

    /** Whether two or more threads touch it, and at least one writes. */
    public boolean isShared() {
      return threads.size() > 1 && stores > 0;
    }

    /** Whether threads were observed taking it from each other's caches. */
    public boolean isContended() {
      return hitm + peer > 0;
    }
  }
}
