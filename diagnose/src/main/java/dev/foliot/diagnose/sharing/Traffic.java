package dev.foliot.diagnose.sharing;

import dev.foliot.linux.perf.Watchpoints;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Watchpoint counts at the fields of one class's structure. */
final class Traffic {
  /** A thread with fewer hits in all windows does not count as a writer. */
  static final int FEWEST_WRITES = 5;

  /** A thread with a smaller share of the busiest writer's hits is no writer either. */
  static final double LEAST_SHARE = 0.002;

  /** A window with fewer hits of a thread does not count as read by it. */
  static final int FEWEST_READS = 5;

  /** A thread is a reader after two such windows, or this many hits in one. */
  static final int MANY_READS = 30;

  private static final double NANOS_PER_S = 1e9;

  private final Map<Integer, Long> writes = new TreeMap<>();
  private final Map<FieldWord, Map<Integer, Reads>> reads = new LinkedHashMap<>();
  private final Set<Integer> watched = new HashSet<>();
  private final Dispersion dispersion = new Dispersion();
  private final Map<FieldWord, Long> readNanos = new HashMap<>();
  private final Map<Integer, Reads> wordReads = new HashMap<>();
  private final Set<Integer> wroteBeside = new HashSet<>();
  private final Map<Integer, Integer> met = new HashMap<>();
  private long wordNanos;
  private int wordWindows;
  private long hits;
  private long nanos;
  private long writtenNanos;
  private int windows;
  private int writtenWindows;
  private int readWindows;
  private boolean stopped;

  /**
   * Adds a window of writes to the written word.
   *
   * @param tids whose writes were counted
   * @param fewer whether the count misses writes: of threads that it slowed, or of others
   */
  void wrote(Watchpoints.Window window, Collection<Integer> tids, boolean fewer) {
    windows++;
    watched.addAll(tids);
    stopped |= fewer;
    nanos += window.nanos();
    stopped |= !window.stopped().isEmpty();
    long now = 0;
    for (Map.Entry<Integer, Long> one : window.hitsByThread().entrySet()) {
      if (one.getValue() > 0) {
        writes.merge(one.getKey(), one.getValue(), Long::sum);
        now += one.getValue();
      }
    }
    hits += now;
    dispersion.add(now, window.nanos());
    if (now > 0) {
      writtenWindows++;
      writtenNanos += window.nanos();
    }
  }

  /**
   * Adds a window of reads and writes of a word that is constant after its class's initialisation.
   */
  void read(FieldWord field, Watchpoints.Window window) {
    read(field, window, Set.of());
  }

  /**
   * Adds such a window, with the writers of the written word during it.
   *
   * @param wrote the threads that wrote
   */
  void read(FieldWord field, Watchpoints.Window window, Set<Integer> wrote) {
    readWindows++;
    wroteBeside.addAll(wrote);
    readNanos.merge(field, window.nanos(), Long::sum);
    Map<Integer, Reads> threads = reads.computeIfAbsent(field, f -> new HashMap<>());
    for (Map.Entry<Integer, Long> one : window.hitsByThread().entrySet()) {
      if (one.getValue() > 0) {
        boolean meanwhile = !wrote.isEmpty() && !wrote.contains(one.getKey());
        threads.merge(one.getKey(), Reads.of(one.getValue(), meanwhile), Reads::plus);
      }
    }
  }

  /**
   * Adds a window with all accesses to the written word, and its writes beside them.
   *
   * <p>A thread that hit but did not write has read the word. That matters only if another thread
   * wrote in the window: a task that moves between threads reaches some that only read in their
   * turn.
   */
  void readWritten(Watchpoints.Window all, Set<Integer> wrote) {
    if (wrote.isEmpty()) {
      return;
    }
    wordWindows++;
    wroteBeside.addAll(wrote);
    wordNanos += all.nanos();
    for (Map.Entry<Integer, Long> one : all.hitsByThread().entrySet()) {
      if (!wrote.contains(one.getKey()) && one.getValue() > 0) {
        wordReads.merge(one.getKey(), Reads.of(one.getValue(), true), Reads::plus);
      }
    }
  }

  /**
   * Adds a window where a writer and this reader overlapped: their hits took more time than one
   * thread has.
   */
  void met(int reader) {
    met.merge(reader, 1, Integer::sum);
  }

  /** Whether that happened in two windows. */
  boolean hasMet(int reader) {
    return met.getOrDefault(reader, 0) >= 2;
  }

  /** The threads that write, ascending. */
  Set<Integer> writers() {
    long busiest = 0;
    for (long count : writes.values()) {
      busiest = Math.max(busiest, count);
    }
    Set<Integer> writers = new TreeSet<>();
    for (Map.Entry<Integer, Long> one : writes.entrySet()) {
      if (one.getValue() >= FEWEST_WRITES && one.getValue() >= LEAST_SHARE * busiest) {
        writers.add(one.getKey());
      }
    }
    return writers;
  }

  /** The threads observed to write or to read, even once. */
  Set<Integer> observed() {
    Set<Integer> observed = new TreeSet<>(writes.keySet());
    reads.values().forEach(threads -> observed.addAll(threads.keySet()));
    observed.addAll(wordReads.keySet());
    return observed;
  }

  /** The threads whose writes were counted in any window. */
  Set<Integer> watched() {
    return Collections.unmodifiableSet(watched);
  }

  /** The threads that read a field, ascending, writers included. */
  Set<Integer> readers(FieldWord field) {
    Set<Integer> readers = new TreeSet<>();
    for (Map.Entry<Integer, Reads> one : reads.getOrDefault(field, Map.of()).entrySet()) {
      if (one.getValue().isReading()) {
        readers.add(one.getKey());
      }
    }
    return readers;
  }

  /**
   * Whether a thread was observed to read, a field or the word, while another one wrote the word.
   */
  boolean isReadWhileWritten(int tid) {
    return wordReaders().contains(tid)
        || reads.values().stream()
            .anyMatch(threads -> threads.getOrDefault(tid, Reads.NONE).meanwhile() > 0);
  }

  /** Whether a thread was observed to write the word, even once. */
  boolean hasWritten(int tid) {
    return writes.containsKey(tid) || wroteBeside.contains(tid);
  }

  /** The threads that read the written word while another one wrote it, in two windows or more. */
  Set<Integer> wordReaders() {
    Set<Integer> readers = new TreeSet<>();
    for (Map.Entry<Integer, Reads> one : wordReads.entrySet()) {
      if (one.getValue().windows() >= 2) {
        readers.add(one.getKey());
      }
    }
    readers.removeAll(writers());
    return readers;
  }

  /** All hits of a field by these threads. */
  long reads(FieldWord field, Set<Integer> tids) {
    long sum = 0;
    for (Map.Entry<Integer, Reads> one : reads.getOrDefault(field, Map.of()).entrySet()) {
      sum += tids.contains(one.getKey()) ? one.getValue().hits() : 0;
    }
    return sum;
  }

  /**
   * Each thread's touches per second, while watched. A writer's touches are its writes, a reader's
   * the reads of its most read field.
   */
  Map<Integer, Double> touchesPerS() {
    Map<Integer, Double> touches = new TreeMap<>();
    writes.forEach((tid, count) -> touches.put(tid, perS(count, nanos)));
    Set<Integer> writers = writers();
    reads.forEach((field, threads) ->
        threads.forEach((tid, count) -> {
          if (!writers.contains(tid)) {
            touches.merge(tid, perS(count.hits(), readNanos.getOrDefault(field, 0L)), Math::max);
          }
        }));
    for (int tid : wordReaders()) {
      long hits = wordReads.getOrDefault(tid, Reads.NONE).hits();
      touches.merge(tid, perS(hits, wordNanos), Math::max);
    }
    return touches;
  }

  private static double perS(long hits, long nanos) {
    return nanos <= 0 ? 0 : hits * NANOS_PER_S / nanos;
  }

  int windows() {
    return windows;
  }

  int writtenWindows() {
    return writtenWindows;
  }

  int readWindows() {
    return readWindows;
  }

  /** The number of windows with writes that also counted reads of the written word. */
  int wordWindows() {
    return wordWindows;
  }

  long hits() {
    return hits;
  }

  /** Whether every write was counted: no thread was released, none was slowed much. */
  boolean isComplete() {
    return !stopped;
  }

  /** Whether the windows agree on the rate. */
  boolean isSteady() {
    return dispersion.isSteady();
  }

  /** Writes per second while watched, which slows the writers. */
  double writesPerS() {
    return perS(hits, nanos);
  }

  /**
   * Writes per second over the windows with a write. With threads that wait for a CPU, most windows
   * have none.
   */
  double writesPerSWhileWritten() {
    return perS(hits, writtenNanos);
  }

  /**
   * One thread's hits at one field.
   *
   * @param windows with {@link #FEWEST_READS} hits or more
   * @param meanwhile those of the windows where another thread wrote the word, and this one did not
   * @param most in one window
   */
  private record Reads(long hits, int windows, int meanwhile, long most) {
    static final Reads NONE = new Reads(0, 0, 0, 0);

    static Reads of(long hits, boolean meanwhile) {
      int window = hits >= FEWEST_READS ? 1 : 0;
      return new Reads(hits, window, meanwhile ? window : 0, hits);
    }

    Reads plus(Reads more) {
      return new Reads(
          hits + more.hits,
          windows + more.windows,
          meanwhile + more.meanwhile,
          Math.max(most, more.most));
    }

    boolean isReading() {
      return windows >= 2 || most >= MANY_READS;
    }
  }

  /**
   * Tests whether counts in windows fit one constant rate. Used by one thread.
   *
   * <p>It uses Fisher's index of dispersion [1]. Counts at a constant rate vary at most like a
   * Poisson distribution, and less for regular writers. If they vary more, the rate between the
   * windows is unknown.
   *
   * <p>[1] Cochran, "Some methods for strengthening the common chi-squared tests", Biometrics 10
   * (1954), 417-451.
   */
  static final class Dispersion {
    /** Fewer windows cannot show agreement. */
    static final int FEWEST_WINDOWS = 3;

    /** One in a hundred constant rates is rejected. */
    private static final double QUANTILE = 2.326;

    private int windows;
    private double hits;
    private double nanos;
    private double hitsSquaredPerNano;

    /** Adds a window. */
    void add(long count, long lengthNs) {
      if (lengthNs > 0) {
        windows++;
        hits += count;
        nanos += lengthNs;
        hitsSquaredPerNano += (double) count * count / lengthNs;
      }
    }

    /** Whether they agree; false for too few windows, or without hits. */
    boolean isSteady() {
      if (windows < FEWEST_WINDOWS || hits == 0) {
        return false;
      }
      // The sum of (count - expected)^2 / expected, with expected counts by length.
      double chiSquared = hitsSquaredPerNano * nanos / hits - hits;
      return chiSquared <= most(windows - 1);
    }

    /** That quantile of chi-squared, by the approximation of Wilson and Hilferty (1931). */
    private static double most(int degrees) {
      double part = 2.0 / (9 * degrees);
      return degrees * Math.pow(1 - part + QUANTILE * Math.sqrt(part), 3);
    }
  }
}
