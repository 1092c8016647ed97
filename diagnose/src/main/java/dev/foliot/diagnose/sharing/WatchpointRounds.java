package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.watch.ActiveThreads;
import dev.foliot.diagnose.watch.CpuUse;
import dev.foliot.diagnose.watch.TargetThreads;
import dev.foliot.diagnose.watch.ThreadRotation;
import dev.foliot.diagnose.watch.WatchBudget;
import dev.foliot.diagnose.watch.WatchpointWindows;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.PerfEvent.Access;
import dev.foliot.linux.perf.PerfEvent.Watchpoint;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.linux.perf.Watchpoints.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Finds the writers and readers of candidates' words with hardware watchpoints.
 *
 * <p>The rounds are spread over the remaining time, because a thread without a CPU in one window
 * has one in another. A round has a window of writes, four words at a time. Then come windows of
 * reads and writes of the fields that type checks read, and samples of the writing code and the
 * order of writes. The rounds end early when no question is open.
 */
final class WatchpointRounds {
  private static final int ROUNDS = 8;

  /** If threads wait for a CPU, most windows have no hits, and cost nothing. */
  private static final int MOST_ROUNDS = 3 * ROUNDS;

  private static final int FEWEST_ROUNDS = 3;

  /** After this number of windows without a write, or with few, no more are expected. */
  private static final int QUIET_WINDOWS = 8;

  /** After this number of windows with a single writer no other is expected. */
  private static final int LONE_WINDOWS = 8;

  /** The share of a window that hits may take before writes are slowed instead of counted. */
  private static final double SLOWED = 0.15;

  private static final long WRITE_NS = 5_000_000;
  private static final long READ_NS = 1_000_000;
  private static final long SAMPLE_NS = 2_000_000;
  private static final int ENOUGH_HITS = 60;
  private static final int SAMPLED_THREADS = 8;

  /** The number of classes whose readers are searched. */
  private static final int MOST_READ = 4;

  /** The limit of this process's time for opening and closing watchpoints. */
  private static final long OWN_NS = 250_000_000;

  private final TargetThreads threads;
  private final ActiveThreads active;
  private final NanoClock clock;
  private final RandomGenerator random;
  private final WatchBudget budget;
  private final WatchpointWindows watching;
  private final ThreadRotation rotation = new ThreadRotation();
  private final CpuUse.Meter cpuUse;
  private final long startNs;
  private final Map<CandidateClass, Integer> writersBefore = new HashMap<>();
  private final Set<CandidateClass> undecided = new HashSet<>();
  private final Set<Integer> watched = new HashSet<>();
  private boolean isOver;
  private int writeWindows;
  private int readWindows;
  private int rounds;

  /**
   * Creates the rounds; watches nothing yet.
   *
   * @param startNs when the examination began, by the clock
   */
  WatchpointRounds(
      TargetThreads threads,
      ActiveThreads active,
      NanoClock clock,
      RandomGenerator random,
      WatchBudget budget,
      long startNs) {
    this.threads = threads;
    this.active = active;
    this.clock = clock;
    this.random = random;
    this.budget = budget;
    this.watching = new WatchpointWindows(threads, clock, budget, startNs);
    this.cpuUse = new CpuUse.Meter(threads, clock);
    this.startNs = startNs;
  }

  /**
   * Watches until {@code endNs} by the clock, if necessary until {@code lastNs}; adds the
   * observations to the candidates.
   */
  void run(List<CandidateClass> candidates, long endNs, long lastNs) throws InterruptedException {
    long begin = clock.nanos();
    long step = Math.max(0, endNs - begin) / ROUNDS;
    boolean onlyDoubts = candidates.stream().noneMatch(CandidateClass::isWritten);
    List<CandidateClass> open = new ArrayList<>(candidates);
    while (rounds < MOST_ROUNDS && !open.isEmpty() && !isOver) {
      if (rounds > 0) {
        // At irregular intervals, which cannot synchronise with the program.
        long next = begin + step * rounds + random.nextLong(step * 3 / 4 + 1);
        clock.sleep(Math.max(0, next - clock.nanos()));
      }
      undecided.clear();
      undecided.addAll(open);
      boolean tooDear = watching.ownNs() > OWN_NS && rounds >= ROUNDS;
      if (tooDear || (clock.nanos() >= lastNs && rounds >= FEWEST_ROUNDS)) {
        return;
      }
      round(open);
      rounds++;
      cpuUse.renew();
      open.forEach(one -> one.measure(cpuUse));
      open.removeIf(this::isSettled);
      if (!onlyDoubts
          && rounds >= FEWEST_ROUNDS
          && open.stream().noneMatch(CandidateClass::isWritten)) {
        // A class that changed once, and is not written now, gets no time of its own.
        open.clear();
      }
      if (open.size() > MOST_READ) {
        Collections.rotate(open, -MOST_READ);
      }
      undecided.retainAll(open);
    }
  }

  /** Whether its windows were too few to exclude sharing. */
  boolean isUndecided(CandidateClass candidate) {
    return undecided.contains(candidate)
        && candidate.isWritten()
        && candidate.traffic().windows() < QUIET_WINDOWS;
  }

  private void round(List<CandidateClass> open) throws InterruptedException {
    if (!(active.ran(clock.nanos() - startNs)
            instanceof Reading.Value<List<Integer>>(List<Integer> ran))
        || threads.areStopped()) {
      // The process has ended or is stopped.
      isOver = true;
      return;
    }
    if (ran.isEmpty()) {
      return;
    }
    cpuUse.note(ran);
    Set<Integer> known = new HashSet<>();
    open.forEach(candidate -> known.addAll(candidate.traffic().observed()));
    List<Integer> tids = rotation.next(ran, known);
    countWrites(open, tids, ran.size() > tids.size());
    int read = 0;
    for (CandidateClass candidate : open) {
      if (isOver) {
        return;
      }
      Set<Integer> writers = candidate.traffic().writers();
      if (!writers.isEmpty() && read++ < MOST_READ) {
        boolean fewReads = candidate.traffic().readWindows() < 3 * candidate.read().size();
        if (fewReads || !candidate.overlap().isTogether()) {
          countReads(candidate, tids);
        }
        sampleWrites(candidate, writers);
        if (writers.size() == 1 || candidate.overlap().isInTurn()) {
          sampleReads(candidate);
        }
      }
    }
  }

  /** Counts writes; the count may miss those of threads outside this round. */
  private void countWrites(List<CandidateClass> open, List<Integer> tids, boolean others)
      throws InterruptedException {
    int from = 0;
    while (from < open.size() && !isOver) {
      List<CandidateClass> group =
          open.subList(from, Math.min(open.size(), from + watching.atOnce()));
      List<Watchpoint> words = new ArrayList<>();
      for (CandidateClass candidate : group) {
        words.add(candidate.written().watch(Access.WRITE, candidate.address()));
      }
      Optional<List<Window>> windows = count(tids, words, WRITE_NS);
      if (windows.isEmpty() && group.size() > watching.atOnce()) {
        continue; // Fewer at a time.
      }
      boolean fewer =
          others
              || windows
                  .map(WatchpointWindows.HitsByThread::of)
                  .filter(hits -> hits.isAnySlowed(SLOWED, budget.hitNs()))
                  .isPresent();
      for (int i = 0; i < windows.orElse(List.of()).size(); i++) {
        Window window = windows.get().get(i);
        group.get(i).traffic().wrote(window, tids, fewer);
        group.get(i).overlap().counted(window, budget.leastHitNs());
        watched.addAll(tids);
      }
      writeWindows += windows.isPresent() ? 1 : 0;
      from += group.size();
    }
  }

  /**
   * Finds the readers.
   *
   * <p>With one writer, or several in turn, one watchpoint is at the written word, for writes only.
   * A thread that reads in turn with the writers waits for nobody; one that hits the word without
   * writing has read it. With more writers that would cost hits without a result.
   */
  private void countReads(CandidateClass candidate, List<Integer> tids)
      throws InterruptedException {
    boolean isOne = candidate.takesTurns();
    List<FieldWord> fields = new ArrayList<>(candidate.read());
    if (isOne && watching.atOnce() >= 2) {
      fields.add(candidate.written());
    }
    int from = 0;
    while (from < fields.size() && !isOver) {
      boolean beside = isOne && watching.atOnce() >= 2;
      int most = watching.atOnce() - (beside ? 1 : 0);
      List<FieldWord> group = fields.subList(from, Math.min(fields.size(), from + most));
      List<Watchpoint> words = new ArrayList<>();
      if (beside) {
        words.add(candidate.written().watch(Access.WRITE, candidate.address()));
      }
      for (FieldWord field : group) {
        words.add(field.watch(Access.READ_WRITE, candidate.address()));
      }
      Optional<List<Window>> windows = count(tids, words, READ_NS);
      if (windows.isEmpty() && words.size() > watching.atOnce()) {
        continue;
      }
      windows.ifPresent(counted -> read(candidate, group, counted));
      readWindows += windows.isPresent() ? 1 : 0;
      from += group.size();
    }
  }

  /** Adds one window of each field, after the window of the writes if it exists. */
  private void read(CandidateClass candidate, List<FieldWord> fields, List<Window> windows) {
    int first = windows.size() - fields.size();
    // A longer window, caused by a lost CPU, has room for turns.
    boolean isShort = windows.get(0).nanos() <= 2 * READ_NS;
    Set<Integer> wrote = first > 0 && isShort ? windows.get(0).hitsByThread().keySet() : Set.of();
    for (int i = 0; i < fields.size(); i++) {
      Window window = windows.get(first + i);
      if (fields.get(i).equals(candidate.written())) {
        candidate.traffic().readWritten(window, wrote);
      } else {
        candidate.traffic().read(fields.get(i), window, wrote);
      }
    }
    if (!wrote.isEmpty()) {
      // The count of all accesses to the written word includes its writes.
      boolean isTwice = fields.contains(candidate.written());
      WatchpointWindows.HitsByThread.of(isTwice ? windows.subList(first, windows.size()) : windows)
          .besides(wrote, budget.leastHitNs())
          .forEach(candidate.traffic()::met);
    }
  }

  private Optional<List<Window>> count(List<Integer> tids, List<Watchpoint> words, long wantedNs)
      throws InterruptedException {
    Optional<List<Window>> windows = watching.count(tids, words, wantedNs);
    windows.ifPresent(counted ->
        WatchpointWindows.HitsByThread.of(counted)
            .byThread()
            .values()
            .forEach(count -> budget.fitted(count, counted.get(0).nanos())));
    isOver |= watching.refusal().isPresent();
    return windows;
  }

  /** Samples the code of the writers, and the order of their writes. */
  private void sampleWrites(CandidateClass candidate, Set<Integer> writers)
      throws InterruptedException {
    boolean open = candidate.writes().size() < ENOUGH_HITS;
    boolean order = writers.size() >= 2 && !candidate.overlap().isTogether();
    if (open || order) {
      boolean slow = candidate.traffic().writesPerS() < CandidateClass.COUNTABLE_PER_S;
      List<Integer> tids = some(writers);
      // With few hits a thread is released, and the next one appears; with many, two appear
      // together.
      int most =
          order && rounds % 2 == 1 ? WatchpointWindows.MANY_HITS : WatchpointWindows.FEW_HITS;
      List<Hit> hits =
          watching.sample(
              tids,
              candidate.written().watch(Access.WRITE, candidate.address()),
              slow ? WRITE_NS : SAMPLE_NS,
              most);
      candidate.overlap().sampled(hits, tids.size(), writers.size());
      if (open) {
        candidate.writes().addAll(hits);
      }
    }
  }

  /** Samples the code where waiting threads read the line. */
  private void sampleReads(CandidateClass candidate) throws InterruptedException {
    ObservedClass.Readers readers = candidate.readers();
    for (FieldWord field : candidate.read()) {
      if (candidate.layout().isOnLine(field)) {
        sampleReads(candidate, field, readers.of(field));
      }
    }
    sampleReads(candidate, candidate.written(), readers.of(candidate.written()));
  }

  private void sampleReads(CandidateClass candidate, FieldWord field, Set<Integer> readers)
      throws InterruptedException {
    if (!readers.isEmpty() && candidate.reads().size() < ENOUGH_HITS) {
      candidate
          .reads()
          .addAll(
              watching.sample(
                  some(readers),
                  field.watch(Access.READ_WRITE, candidate.address()),
                  READ_NS,
                  WatchpointWindows.FEW_HITS));
    }
  }

  /** As many as can be sampled, others in each round. */
  private List<Integer> some(Set<Integer> tids) {
    List<Integer> all = new ArrayList<>(tids);
    Collections.rotate(all, -rounds * SAMPLED_THREADS);
    return all.subList(0, Math.min(SAMPLED_THREADS, all.size()));
  }

  /** Whether more windows would add nothing. */
  private boolean isSettled(CandidateClass candidate) {
    Traffic traffic = candidate.traffic();
    boolean isLow = traffic.isComplete() && traffic.writesPerS() < SharingJudge.FEWEST_PER_S / 2;
    boolean isAll = rotation.missing(traffic.watched()) == 0;
    int writers = traffic.writers().size();
    if (traffic.windows() >= QUIET_WINDOWS && isLow && isAll) {
      return true;
    }
    if (candidate.lacksWordWindows() && watching.atOnce() >= 2) {
      return false;
    }
    if (traffic.writtenWindows() >= LONE_WINDOWS
        && writers == 1
        && isAll
        && !candidate.lacksReadWindows()) {
      return true;
    }
    boolean isKnown =
        candidate.overlap().isTogether()
            || (rounds >= ROUNDS && isAll && candidate.overlap().isInTurn());
    Integer before = writersBefore.put(candidate, writers);
    return rounds >= FEWEST_ROUNDS
        && writers >= 2
        && isKnown
        && before != null
        && before == writers
        && candidate.isRateKnown()
        && traffic.readWindows() >= 2 * candidate.read().size()
        && (candidate.writes().size() >= ENOUGH_HITS || sampleRefusal().isPresent());
  }

  /** Whether two words can be watched at once; otherwise another debugger uses the watchpoints. */
  boolean canWatchTwo() {
    return watching.atOnce() >= 2;
  }

  /** Why nothing more could be watched. */
  Optional<Reading.Unavailable<?>> refusal() {
    return watching.refusal();
  }

  /** Why the code of the writers is unknown. */
  Optional<Reading.Unavailable<?>> sampleRefusal() {
    return watching.sampleRefusal();
  }

  /** The number of running threads never watched for writes to this class's word. */
  int missing(CandidateClass candidate) {
    return rotation.missing(candidate.traffic().watched());
  }

  /** The number of threads that had run in the last round. */
  int ran() {
    return rotation.ran();
  }

  /** The number of them never watched for any word. */
  int missing() {
    return rotation.missing(watched);
  }

  int writeWindows() {
    return writeWindows;
  }

  int readWindows() {
    return readWindows;
  }
}
