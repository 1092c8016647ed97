package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.watch.CpuUse;
import dev.foliot.diagnose.watch.Overlap;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.store.diagnosis.WriteRate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A class whose word changes, with all observations so far. Used by one thread.
 *
 * <p>The observations are samples of the word, watchpoint windows, hits with their code, and the
 * CPU use of its threads. The verdict uses {@link #observed}, an immutable copy.
 */
final class CandidateClass {
  /** Below this rate per second every write can be counted; more would slow the writer too much. */
  static final double COUNTABLE_PER_S = 10_000;

  /** With fewer hits the error of a rate is a tenth or more. */
  private static final int EXACT_HITS = 100;

  /** A value with fewer samples, and below a hundredth of all, is not expected again. */
  private static final int FEWEST_SAMPLES = 2;

  private final LoadedClass type;
  private final ObservedClass.Layout layout;
  private final int changes;
  private final boolean alternated;
  private final Map<Long, Long> samples = new TreeMap<>();
  private final Traffic traffic = new Traffic();
  private final Overlap overlap = new Overlap();
  private final List<Hit> writes = new ArrayList<>();
  private final List<Hit> reads = new ArrayList<>();
  private final Map<Integer, CpuUse> uses = new HashMap<>();
  private CpuUse all = CpuUse.UNKNOWN;
  private FlipCount flips = FlipCount.NONE;

  CandidateClass(CacheScan.Candidate candidate, KlassLayout klass, CacheLine line) {
    this.type = candidate.type();
    this.layout =
        new ObservedClass.Layout(
            type.address(), FieldWord.written(klass), FieldWord.read(klass, type, line), line);
    this.changes = candidate.changes();
    this.alternated = candidate.alternates();
    add(candidate.samples());
  }

  /**
   * Adds a series of fast samples. One without changes does not replace one with changes: its
   * writers may have lacked a CPU.
   */
  void flipped(FlipCount count, Map<Long, Integer> values) {
    flips = count.changes() > 0 || flips.changes() == 0 ? count : flips;
    add(values);
  }

  private void add(Map<Long, Integer> values) {
    values.forEach((value, count) -> samples.merge(value, (long) count, Long::sum));
  }

  /**
   * Records the CPU use of the writers together. Also records it with each other thread, and with
   * all readers that fit on one CPU with them, one by one.
   */
  void measure(CpuUse.Meter meter) {
    Set<Integer> writers = traffic.writers();
    overlap.used(meter.of(writers));
    Set<Integer> readers = new HashSet<>(traffic.wordReaders());
    layout.read().forEach(field -> readers.addAll(traffic.readers(field)));
    Set<Integer> together = new HashSet<>(writers);
    for (int tid : traffic.observed()) {
      if (!writers.contains(tid)) {
        Set<Integer> both = new HashSet<>(writers);
        both.add(tid);
        CpuUse use = meter.of(both);
        used(tid, use);
        if (readers.contains(tid) && !use.isMoreThanOne()) {
          together.add(tid);
        }
      }
    }
    all = meter.of(together);
  }

  /** Records the CPU use of the writers together with a reader. */
  void used(int reader, CpuUse together) {
    uses.put(reader, together);
  }

  LoadedClass type() {
    return type;
  }

  long address() {
    return layout.address();
  }

  ObservedClass.Layout layout() {
    return layout;
  }

  FieldWord written() {
    return layout.written();
  }

  /** The fields that type checks read, those on the written field's line first. */
  List<FieldWord> read() {
    return layout.read();
  }

  /** The values of the word, without rare and past ones. */
  Set<Long> values() {
    long count = 0;
    for (long one : samples.values()) {
      count += one;
    }
    Set<Long> values = new TreeSet<>();
    for (Map.Entry<Long, Long> one : samples.entrySet()) {
      if (one.getValue() >= FEWEST_SAMPLES || one.getValue() * 100 >= count) {
        values.add(one.getKey());
      }
    }
    return values;
  }

  /** Whether the word changed more than once, by samples or by watchpoints. */
  boolean isWritten() {
    return alternated || flips.changes() > 0 || traffic.hits() > 0;
  }

  /** The number of changes between scans of all classes. */
  int changes() {
    return changes;
  }

  /** The number of changes between fast samples. */
  long flips() {
    return flips.changes();
  }

  /** Whether it was sampled fast. */
  boolean isSampledClosely() {
    return flips.pairs() > 0;
  }

  Traffic traffic() {
    return traffic;
  }

  /** Whether the writers write at the same time. */
  Overlap overlap() {
    return overlap;
  }

  /** Writes with thread and code; mutable. */
  List<Hit> writes() {
    return writes;
  }

  /** Reads by threads that do not write; mutable. */
  List<Hit> reads() {
    return reads;
  }

  /**
   * The write rate of the word, from all observations. Counts of some milliseconds are extrapolated
   * only if all windows agree.
   */
  WriteRate rate() {
    double watched = traffic.writesPerS();
    if (isCountable()) {
      boolean exact = traffic.hits() >= EXACT_HITS && traffic.isSteady();
      return new WriteRate(watched, exact ? WriteRate.Bound.EXACT : WriteRate.Bound.ESTIMATE);
    }
    WriteRate sampled = flips.rate();
    // A watched thread is slower, so without watchpoints it writes at least as often.
    return watched > sampled.perS() ? new WriteRate(watched, WriteRate.Bound.AT_LEAST) : sampled;
  }

  /** Whether more windows would not improve the rate. */
  boolean isRateKnown() {
    return !isCountable() || traffic.hits() >= EXACT_HITS;
  }

  private boolean isCountable() {
    return traffic.windows() > 0
        && traffic.isComplete()
        && traffic.writesPerS() < COUNTABLE_PER_S
        && flips.rate().perS() < COUNTABLE_PER_S;
  }

  /** Whether one thread writes at a time, and more windows are needed to find readers. */
  boolean lacksReadWindows() {
    return isOneAtATime() && traffic.readWindows() < 2 * layout.read().size();
  }

  /** Whether one thread writes, or several take turns. */
  boolean takesTurns() {
    return isOneAtATime() || overlap.isInTurn();
  }

  /**
   * Whether one thread writes at a time, and more windows are needed to find readers of the word.
   */
  boolean lacksWordWindows() {
    return takesTurns() && traffic.wordWindows() < 2;
  }

  private boolean isOneAtATime() {
    Set<Integer> writers = traffic.writers();
    return writers.size() == 1
        || (writers.size() >= 2 && overlap.of(writers) == Overlap.Answer.IN_TURN);
  }

  /**
   * The threads that only read, and which of them count; decided only here.
   *
   * <p>A thread that reads in turn with the writers waits for nobody, and counts at no field. The
   * latest observations decide, because a later round may change the answer.
   */
  ObservedClass.Readers readers() {
    Set<Integer> writers = traffic.writers();
    Map<FieldWord, Set<Integer>> counted = new LinkedHashMap<>();
    Map<FieldWord, Set<Integer>> inTurn = new LinkedHashMap<>();
    Map<FieldWord, Long> hits = new LinkedHashMap<>();
    Set<Integer> meanwhile = new TreeSet<>();
    Map<FieldWord, Set<Integer>> reading = new LinkedHashMap<>();
    for (FieldWord field : layout.read()) {
      Set<Integer> others = traffic.readers(field);
      others.removeAll(writers);
      reading.put(field, others);
    }
    reading.put(layout.written(), traffic.wordReaders());
    reading.forEach((field, threads) -> {
      Set<Integer> counts = new TreeSet<>();
      Set<Integer> turns = new TreeSet<>();
      for (int reader : threads) {
        Overlap.Answer answer = meets(reader, writers);
        (answer == Overlap.Answer.IN_TURN ? turns : counts).add(reader);
        if (answer == Overlap.Answer.TOGETHER) {
          meanwhile.add(reader);
        }
      }
      counted.put(field, counts);
      inTurn.put(field, turns);
      hits.put(field, traffic.reads(field, counts));
    });
    return new ObservedClass.Readers(counted, inTurn, meanwhile, hits);
  }

  /**
   * Whether a thread reads while others write.
   *
   * <p>A task that moves through the threads of a pool leaves some that only read. All of them
   * together use one CPU, and wait for nobody. Three observations show that a reader does not take
   * turns: it used more than one CPU together with the writers; it did so with all readers, if
   * these outnumber the CPUs; or hits in one window took longer than one thread can. Otherwise the
   * answer is unknown.
   */
  private Overlap.Answer meets(int reader, Set<Integer> writers) {
    CpuUse use = uses.getOrDefault(reader, CpuUse.UNKNOWN);
    boolean isMore = use.isMoreThanOne() || all.isMoreThanOne();
    if (isMore || (traffic.hasMet(reader) && !use.isSeldom())) {
      return Overlap.Answer.TOGETHER;
    }
    boolean besideOne =
        writers.size() == 1 && traffic.isReadWhileWritten(reader) && !traffic.hasWritten(reader);
    return traffic.hasMet(reader) || besideOne || !use.isOne(CpuUse.HARDLY_MORE_THAN_ONE)
        ? Overlap.Answer.UNKNOWN
        : Overlap.Answer.IN_TURN;
  }

  /** A copy of all observations so far, for the verdict. */
  ObservedClass observed() {
    Set<Integer> writers = traffic.writers();
    ObservedClass.Readers readers = readers();
    return new ObservedClass(
        layout,
        rate(),
        new ObservedClass.Windows(
            traffic.windows(),
            traffic.writtenWindows(),
            traffic.wordWindows(),
            traffic.writesPerSWhileWritten()),
        writers,
        writers.size() >= 2 ? overlap.of(writers) : Overlap.Answer.UNKNOWN,
        readers,
        hasWaited(writers, readers));
  }

  /** Whether several writers, or a reader in turn with them, waited for CPUs. */
  private boolean hasWaited(Set<Integer> writers, ObservedClass.Readers readers) {
    return (writers.size() >= 2 && overlap.hasWaited())
        || readers.inTurn().stream()
            .anyMatch(reader -> uses.getOrDefault(reader, CpuUse.UNKNOWN).hasWaited());
  }
}
