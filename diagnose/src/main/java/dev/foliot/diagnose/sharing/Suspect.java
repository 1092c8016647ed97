package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.store.WriteRate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A class whose word changes, with all that was seen of it so far. Used by one thread. */
final class Suspect {
  /** Below this many a second every write can be counted: more would slow the writer too much. */
  static final double COUNTABLE_PER_S = 10_000;

  /** With fewer, a rate is right to a tenth at best. */
  private static final int EXACT_HITS = 100;

  /** A value that was there in fewer looks, and in less than a hundredth, does not come again. */
  private static final int FEWEST_SIGHTINGS = 2;

  private final LoadedClass type;
  private final FieldWord written;
  private final List<FieldWord> read;
  private final int changes;
  private final boolean alternated;
  private final Map<Long, Long> sightings = new TreeMap<>();
  private final Traffic traffic = new Traffic();
  private final Overlap overlap = new Overlap();
  private final List<Touch> writes = new ArrayList<>();
  private final List<Touch> reads = new ArrayList<>();
  private final Map<Integer, CpuUse> uses = new HashMap<>();
  private CpuUse all = CpuUse.UNKNOWN;
  private FlipCount flips = FlipCount.NONE;

  Suspect(CacheScan.Nominee nominee, KlassLayout layout, Line line) {
    this.type = nominee.type();
    this.written = KlassFields.written(layout);
    this.read = KlassFields.read(layout, type, line);
    this.changes = nominee.changes();
    this.alternated = nominee.alternates();
    add(nominee.sightings());
  }

  /**
   * What a series of fast looks saw. Where it saw no change, one before that did is kept: its
   * writers may have had no CPU this time.
   */
  void flipped(FlipCount count, Map<Long, Integer> seen) {
    flips = count.changes() > 0 || flips.changes() == 0 ? count : flips;
    add(seen);
  }

  private void add(Map<Long, Integer> seen) {
    seen.forEach((value, count) -> sightings.merge(value, (long) count, Long::sum));
  }

  LoadedClass type() {
    return type;
  }

  long address() {
    return type.address();
  }

  FieldWord written() {
    return written;
  }

  /** The fields that type checks read, those on the written one's line first. */
  List<FieldWord> read() {
    return read;
  }

  /** The values that the word has, without those that it had by chance or before. */
  Set<Long> values() {
    long looks = 0;
    for (long count : sightings.values()) {
      looks += count;
    }
    Set<Long> values = new TreeSet<>();
    for (Map.Entry<Long, Long> one : sightings.entrySet()) {
      if (one.getValue() >= FEWEST_SIGHTINGS || one.getValue() * 100 >= looks) {
        values.add(one.getKey());
      }
    }
    return values;
  }

  /** Whether its word was seen to change more than once, by looks or by watchpoints. */
  boolean isWritten() {
    return alternated || flips.changes() > 0 || traffic.hits() > 0;
  }

  /** How often its word differed from one look at all classes to the next. */
  int changes() {
    return changes;
  }

  /** How often its word changed from one fast look to the next. */
  long flipsSeen() {
    return flips.changes();
  }

  /** Whether fast looks were made at it. */
  boolean isLookedAtClosely() {
    return flips.pairs() > 0;
  }

  Traffic traffic() {
    return traffic;
  }

  /** Whether those that write do so at the same time. */
  Overlap overlap() {
    return overlap;
  }

  /** How those that write and a thread that reads use CPUs together. */
  void used(int reader, CpuUse together) {
    uses.put(reader, together);
  }

  /**
   * How those that write use CPUs together with all that read and did not use more, each by itself.
   */
  void usedByAll(CpuUse together) {
    all = together;
  }

  /**
   * Whether a thread that reads does so while others write. A task that hops through the threads of
   * a pool leaves some of which only reads were seen, and uses one CPU with all of them together;
   * those wait for nobody. Who used more CPUs together with the writers, as one or as all that read
   * where these are more than the CPUs, or was at it in one window with one of them for longer than
   * one thread can be, does not take turns with them. In between it is not known.
   */
  Overlap.Answer isReadMeanwhile(int reader, Set<Integer> writers) {
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

  /**
   * Whether several that write, or one that reads in turn with them, waited for CPUs, and might
   * meet where they need not.
   */
  boolean hasWaited() {
    Set<Integer> writers = traffic.writers();
    return (writers.size() >= 2 && overlap.hasWaited())
        || Readers.of(this).inTurn().stream()
            .anyMatch(reader -> uses.getOrDefault(reader, CpuUse.UNKNOWN).hasWaited());
  }

  /** Writes, with who made them where; to be added to. */
  List<Touch> writes() {
    return writes;
  }

  /** Reads by threads that do not write; to be added to. */
  List<Touch> reads() {
    return reads;
  }

  /**
   * How often the word is written, by all that is known. What was counted in some milliseconds
   * stands for the time between them only where all windows say the same.
   */
  WriteRate rate() {
    double watched = traffic.writesPerS();
    if (isCountable()) {
      boolean exact = traffic.hits() >= EXACT_HITS && traffic.isSteady();
      return new WriteRate(watched, exact ? WriteRate.Bound.EXACT : WriteRate.Bound.ESTIMATE);
    }
    WriteRate looked = flips.rate();
    // A watched thread is slower, so it writes no less often when it is not.
    return watched > looked.perS() ? new WriteRate(watched, WriteRate.Bound.AT_LEAST) : looked;
  }

  /** Whether one thread writes at a time, and it was hardly looked who reads the fields beside. */
  boolean lacksReadWindows() {
    return isOneAtATime() && traffic.readWindows() < 2 * read.size();
  }

  /** Whether one thread writes, or several were seen to take turns. */
  boolean isSeenToTakeTurns() {
    return isOneAtATime() || overlap.isInTurn();
  }

  /** Whether one thread writes at a time, and it was hardly looked who reads the word itself. */
  boolean lacksWordWindows() {
    return isSeenToTakeTurns() && traffic.wordWindows() < 2;
  }

  private boolean isOneAtATime() {
    Set<Integer> writers = traffic.writers();
    return writers.size() == 1
        || (writers.size() >= 2 && overlap.of(writers) == Overlap.Answer.IN_TURN);
  }

  /** Whether more windows would make the rate no better. */
  boolean isRateKnown() {
    return !isCountable() || traffic.hits() >= EXACT_HITS;
  }

  private boolean isCountable() {
    return traffic.windows() > 0
        && traffic.isComplete()
        && traffic.writesPerS() < COUNTABLE_PER_S
        && flips.rate().perS() < COUNTABLE_PER_S;
  }
}
