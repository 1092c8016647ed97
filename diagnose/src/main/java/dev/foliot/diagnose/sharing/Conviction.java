package dev.foliot.diagnose.sharing;

import dev.foliot.linux.PerfEvent.Access;
import dev.foliot.linux.PerfEvent.Watchpoint;
import dev.foliot.linux.Reading;
import dev.foliot.linux.Watchpoints.Window;
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
 * Who writes and who reads the suspects' words, by hardware watchpoints, in rounds spread over the
 * time that is left: a thread that is off its CPU in one window is on it in another. A round has a
 * window of writes, four words at a time, then windows of reads and writes of the fields that type
 * checks read, then samples of who wrote where, and in which order. The rounds end early when
 * nothing is open.
 */
final class Conviction {
  private static final int ROUNDS = 8;

  /** Where threads wait for a CPU, most windows see nothing, and cost nothing. */
  private static final int MOST_ROUNDS = 3 * ROUNDS;

  private static final int FEWEST_ROUNDS = 3;

  /** After so many windows without a write, or with few, there is none, or few. */
  private static final int QUIET_WINDOWS = 8;

  /** After so many windows with writes of one thread alone there is no other. */
  private static final int LONE_WINDOWS = 8;

  /** What hits may take of a window in which writes are counted rather than slowed down. */
  private static final double SLOWED = 0.15;

  private static final long WRITE_NS = 5_000_000;
  private static final long READ_NS = 1_000_000;
  private static final long SAMPLE_NS = 2_000_000;
  private static final int ENOUGH_TOUCHES = 60;
  private static final int SAMPLED_THREADS = 8;

  /** Of how many classes the readers are looked for. */
  private static final int READ_SUSPECTS = 4;

  /** What opening and closing watchpoints may take of this process's time. */
  private static final long OWN_NS = 250_000_000;

  private final TargetThreads threads;
  private final ActiveThreads active;
  private final NanoClock clock;
  private final RandomGenerator random;
  private final Line line;
  private final Budget budget;
  private final Watching watching;
  private final Rota rota = new Rota();
  private final Demand demand;
  private final long startNs;
  private final Map<Suspect, Integer> writersBefore = new HashMap<>();
  private final Set<Suspect> undecided = new HashSet<>();
  private final Set<Integer> watched = new HashSet<>();
  private boolean isOver;
  private int writeWindows;
  private int readWindows;
  private int rounds;

  /**
   * Nothing is watched yet.
   *
   * @param startNs when the examination began, by the clock
   */
  Conviction(
      TargetThreads threads,
      ActiveThreads active,
      NanoClock clock,
      RandomGenerator random,
      Line line,
      Budget budget,
      long startNs) {
    this.threads = threads;
    this.active = active;
    this.clock = clock;
    this.random = random;
    this.line = line;
    this.budget = budget;
    this.watching = new Watching(threads, clock, budget, startNs);
    this.demand = new Demand(threads, clock);
    this.startNs = startNs;
  }

  /**
   * Watches until {@code endNs} by the clock, and where that is not enough until {@code lastNs};
   * what is seen is added to the suspects.
   */
  void run(List<Suspect> suspects, long endNs, long lastNs) throws InterruptedException {
    long begin = clock.nanos();
    long step = Math.max(0, endNs - begin) / ROUNDS;
    boolean onlyDoubts = suspects.stream().noneMatch(Suspect::isWritten);
    List<Suspect> open = new ArrayList<>(suspects);
    while (rounds < MOST_ROUNDS && !open.isEmpty() && !isOver) {
      if (rounds > 0) {
        // At no regular intervals, which a program's own might keep step with.
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
      demand.tell(open);
      open.removeIf(this::isSettled);
      if (!onlyDoubts && rounds >= FEWEST_ROUNDS && open.stream().noneMatch(Suspect::isWritten)) {
        // What was seen to change once, and is not written now, is worth no time of its own.
        open.clear();
      }
      if (open.size() > READ_SUSPECTS) {
        Collections.rotate(open, -READ_SUSPECTS);
      }
      undecided.retainAll(open);
    }
  }

  /** Whether its windows were too few to say that there is nothing. */
  boolean isUndecided(Suspect suspect) {
    return undecided.contains(suspect)
        && suspect.isWritten()
        && suspect.traffic().windows() < QUIET_WINDOWS;
  }

  private void round(List<Suspect> open) throws InterruptedException {
    if (!(active.ran(clock.nanos() - startNs)
            instanceof Reading.Value<List<Integer>>(List<Integer> ran))
        || threads.areStopped()) {
      // The process has ended, or does not go on.
      isOver = true;
      return;
    }
    if (ran.isEmpty()) {
      return;
    }
    demand.note(ran);
    Set<Integer> known = new HashSet<>();
    open.forEach(suspect -> known.addAll(suspect.traffic().seen()));
    List<Integer> tids = rota.next(ran, known);
    countWrites(open, tids, ran.size() > tids.size());
    int read = 0;
    for (Suspect suspect : open) {
      if (isOver) {
        return;
      }
      Set<Integer> writers = suspect.traffic().writers();
      if (!writers.isEmpty() && read++ < READ_SUSPECTS) {
        boolean fewReads = suspect.traffic().readWindows() < 3 * suspect.read().size();
        if (fewReads || !suspect.overlap().isTogether()) {
          countReads(suspect, tids);
        }
        sampleWrites(suspect, writers);
        if (writers.size() == 1 || suspect.overlap().isInTurn()) {
          sampleReads(suspect);
        }
      }
    }
  }

  /** Counts writes; those of others, who are not watched in this round, would come to them. */
  private void countWrites(List<Suspect> open, List<Integer> tids, boolean others)
      throws InterruptedException {
    int from = 0;
    while (from < open.size() && !isOver) {
      List<Suspect> group = open.subList(from, Math.min(open.size(), from + watching.atOnce()));
      List<Watchpoint> words = new ArrayList<>();
      for (Suspect suspect : group) {
        words.add(suspect.written().watch(Access.WRITE, suspect.address()));
      }
      Optional<List<Window>> windows = count(tids, words, WRITE_NS);
      if (windows.isEmpty() && group.size() > watching.atOnce()) {
        continue; // Fewer at a time.
      }
      boolean fewer =
          others
              || windows
                  .map(WindowHits::of)
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
   * Who reads. Where one thread writes, or several do in turn, one of the watchpoints is at the
   * written word, for its writes alone: who reads in turn with them waits for nobody, and who comes
   * to the word and does not write has read it. With more writers it would cost hits for nothing.
   */
  private void countReads(Suspect suspect, List<Integer> tids) throws InterruptedException {
    boolean isOne = suspect.isSeenToTakeTurns();
    List<FieldWord> fields = new ArrayList<>(suspect.read());
    if (isOne && watching.atOnce() >= 2) {
      fields.add(suspect.written());
    }
    int from = 0;
    while (from < fields.size() && !isOver) {
      boolean beside = isOne && watching.atOnce() >= 2;
      int most = watching.atOnce() - (beside ? 1 : 0);
      List<FieldWord> group = fields.subList(from, Math.min(fields.size(), from + most));
      List<Watchpoint> words = new ArrayList<>();
      if (beside) {
        words.add(suspect.written().watch(Access.WRITE, suspect.address()));
      }
      for (FieldWord field : group) {
        words.add(field.watch(Access.READ_WRITE, suspect.address()));
      }
      Optional<List<Window>> windows = count(tids, words, READ_NS);
      if (windows.isEmpty() && words.size() > watching.atOnce()) {
        continue;
      }
      windows.ifPresent(counted -> read(suspect, group, counted));
      readWindows += windows.isPresent() ? 1 : 0;
      from += group.size();
    }
  }

  /** Notes one window of each field, behind that of the writes, where there is one. */
  private void read(Suspect suspect, List<FieldWord> fields, List<Window> windows) {
    int first = windows.size() - fields.size();
    // One that lasted longer, as this process had no CPU, has room for turns.
    boolean isShort = windows.get(0).nanos() <= 2 * READ_NS;
    Set<Integer> wrote = first > 0 && isShort ? windows.get(0).hitsByThread().keySet() : Set.of();
    for (int i = 0; i < fields.size(); i++) {
      Window window = windows.get(first + i);
      if (fields.get(i).equals(suspect.written())) {
        suspect.traffic().readWritten(window, wrote);
      } else {
        suspect.traffic().read(fields.get(i), window, wrote);
      }
    }
    if (!wrote.isEmpty()) {
      // Where all accesses to the written word are counted, its writes are among them.
      boolean isTwice = fields.contains(suspect.written());
      WindowHits.of(isTwice ? windows.subList(first, windows.size()) : windows)
          .besides(wrote, budget.leastHitNs())
          .forEach(suspect.traffic()::met);
    }
  }

  private Optional<List<Window>> count(List<Integer> tids, List<Watchpoint> words, long wantedNs)
      throws InterruptedException {
    Optional<List<Window>> windows = watching.count(tids, words, wantedNs);
    windows.ifPresent(counted ->
        WindowHits.of(counted)
            .byThread()
            .values()
            .forEach(count -> budget.fitted(count, counted.get(0).nanos())));
    isOver |= watching.refusal().isPresent();
    return windows;
  }

  /** Where the writers are, and in which order they write. */
  private void sampleWrites(Suspect suspect, Set<Integer> writers) throws InterruptedException {
    boolean open = suspect.writes().size() < ENOUGH_TOUCHES;
    boolean order = writers.size() >= 2 && !suspect.overlap().isTogether();
    if (open || order) {
      boolean slow = suspect.traffic().writesPerS() < Suspect.COUNTABLE_PER_S;
      List<Integer> tids = some(writers);
      // After few hits a thread is let go, and the next is seen; in many two are seen at once.
      int most = order && rounds % 2 == 1 ? Watching.MANY_HITS : Watching.FEW_HITS;
      List<Touch> touches =
          watching.sample(
              tids,
              suspect.written().watch(Access.WRITE, suspect.address()),
              slow ? WRITE_NS : SAMPLE_NS,
              most);
      suspect.overlap().sampled(touches, tids.size(), writers.size());
      if (open) {
        suspect.writes().addAll(touches);
      }
    }
  }

  /** Where the threads that wait read what they wait for. */
  private void sampleReads(Suspect suspect) throws InterruptedException {
    Readers readers = Readers.of(suspect);
    for (FieldWord field : suspect.read()) {
      if (line.holdsBoth(suspect.address(), suspect.written().offset(), field.offset())) {
        sampleReads(suspect, field, readers.of(field));
      }
    }
    sampleReads(suspect, suspect.written(), readers.of(suspect.written()));
  }

  private void sampleReads(Suspect suspect, FieldWord field, Set<Integer> readers)
      throws InterruptedException {
    if (!readers.isEmpty() && suspect.reads().size() < ENOUGH_TOUCHES) {
      suspect
          .reads()
          .addAll(
              watching.sample(
                  some(readers),
                  field.watch(Access.READ_WRITE, suspect.address()),
                  READ_NS,
                  Watching.FEW_HITS));
    }
  }

  /** As many as can be sampled, others in each round. */
  private List<Integer> some(Set<Integer> tids) {
    List<Integer> all = new ArrayList<>(tids);
    Collections.rotate(all, -rounds * SAMPLED_THREADS);
    return all.subList(0, Math.min(SAMPLED_THREADS, all.size()));
  }

  /** Whether more windows would tell nothing more of it. */
  private boolean isSettled(Suspect suspect) {
    Traffic traffic = suspect.traffic();
    boolean isLow = traffic.isComplete() && traffic.writesPerS() < SharingJudge.FEWEST_PER_S / 2;
    boolean isAll = rota.missing(traffic.watched()) == 0;
    int writers = traffic.writers().size();
    if (traffic.windows() >= QUIET_WINDOWS && isLow && isAll) {
      return true;
    }
    if (suspect.lacksWordWindows() && watching.atOnce() >= 2) {
      return false;
    }
    if (traffic.writtenWindows() >= LONE_WINDOWS
        && writers == 1
        && isAll
        && !suspect.lacksReadWindows()) {
      return true;
    }
    boolean isTold =
        suspect.overlap().isTogether()
            || (rounds >= ROUNDS && isAll && suspect.overlap().isInTurn());
    Integer before = writersBefore.put(suspect, writers);
    return rounds >= FEWEST_ROUNDS
        && writers >= 2
        && isTold
        && before != null
        && before == writers
        && suspect.isRateKnown()
        && traffic.readWindows() >= 2 * suspect.read().size()
        && (suspect.writes().size() >= ENOUGH_TOUCHES || sampleRefusal().isPresent());
  }

  /** Whether two words can be watched at once: else another debugger holds the watchpoints. */
  boolean mayWatchTwo() {
    return watching.atOnce() >= 2;
  }

  /** Why nothing more could be watched, with what to do. */
  Optional<String> refusal() {
    return watching.refusal();
  }

  /** Why it could not be seen where the writers were, with what to do. */
  Optional<String> sampleRefusal() {
    return watching.sampleRefusal();
  }

  /** How many of the threads that ran were never watched for writes to this class's word. */
  int missing(Suspect suspect) {
    return rota.missing(suspect.traffic().watched());
  }

  /** How many threads had run in the last round. */
  int ran() {
    return rota.ran();
  }

  /** How many of them were never watched for any. */
  int missing() {
    return rota.missing(watched);
  }

  int writeWindows() {
    return writeWindows;
  }

  int readWindows() {
    return readWindows;
  }
}
