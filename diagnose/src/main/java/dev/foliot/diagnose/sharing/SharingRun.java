package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.hotspot.LoadedClass;
import dev.foliot.diagnose.sharing.SharingExamination.Outcome;
import dev.foliot.linux.CpuClockSampler.Sample;
import dev.foliot.linux.Reading;
import dev.foliot.store.ClearedClass;
import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.ExaminationRecord.Status;
import dev.foliot.store.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One examination, from the first look to what came out. Its time is divided: a quarter for slow
 * looks at all classes (more while none alternates), then an eighth of the rest for fast looks at
 * those that do, a quarter of the rest for what the threads do on their CPUs, and the rest for
 * watchpoints. Watching comes last: it changes what the others measure.
 */
final class SharingRun {
  private static final int MOST_SUSPECTS = 8;
  private static final int SAMPLES_PER_S = 197;
  private static final int MOST_SAMPLED_THREADS = 64;

  /** What may be added to the time, of it, where the threads in question wait for a CPU. */
  private static final double OVERTIME = 0.7;

  /** The shortest time that says something, of the whole. */
  private static final int LEAST_PART = 10;

  private final TargetJvm jvm;
  private final TargetThreads threads;
  private final NanoClock clock;
  private final RandomGenerator random;
  private final Line line;
  private final long durationNs;
  private final Steps steps;
  private final ActiveThreads active;
  private final Looking looking;
  private final Cure cure;
  private final long startNs;
  private final List<String> lookedAt = new ArrayList<>();
  private final List<String> couldNot = new ArrayList<>();
  private final List<Suspect> suspects = new ArrayList<>();
  private List<LoadedClass> classes = List.of();
  private Optional<CacheScan> scan = Optional.empty();
  private Optional<Conviction> conviction = Optional.empty();
  private Optional<List<Sample>> samples = Optional.empty();
  private Budget budget = new Budget(0);
  private int moreNominees;
  private int unreadable;

  /**
   * A run that begins now.
   *
   * @param lineBytes of a cache line
   */
  SharingRun(
      TargetJvm jvm,
      TargetThreads threads,
      NanoClock clock,
      RandomGenerator random,
      Reading<Integer> lineBytes,
      long durationNs,
      Steps steps) {
    this.jvm = jvm;
    this.threads = threads;
    this.clock = clock;
    this.random = random;
    this.durationNs = durationNs;
    this.steps = steps;
    this.active = new ActiveThreads(threads);
    this.looking = new Looking(jvm, clock, random);
    this.cure = Cure.of(jvm.feature(), jvm.version(), jvm.flag(Cure.FLAG));
    boolean compact = jvm.flag("UseCompactObjectHeaders").orElse(false);
    this.line =
        new Line(
            lineBytes.orElse(Line.USUAL_BYTES),
            compact ? Line.COMPACT_HEADERS_STEP : Line.USUAL_STEP);
    this.startNs = clock.nanos();
    if (lineBytes instanceof Reading.Unavailable<Integer>(String reason, String remedy)) {
      couldNot.add(
          "the size of a cache line; "
              + line.bytes()
              + " bytes are assumed: "
              + reason
              + " ("
              + remedy
              + ")");
    }
  }

  Outcome run() {
    step("reading the classes");
    switch (jvm.classes()) {
      case Reading.Unavailable<TargetJvm.Classes>(String reason, String remedy) -> {
        return new Outcome(
            new ExaminationRecord(
                Status.UNAVAILABLE,
                reason + " (" + remedy + ")",
                "could not look: " + reason,
                List.of(),
                couldNot),
            List.of(),
            List.of(),
            cure.state() == Cure.State.CURED,
            0,
            0,
            0);
      }
      case Reading.Value<TargetJvm.Classes>(TargetJvm.Classes read) -> {
        classes = read.all();
        unreadable = read.unreadable();
        if (!read.complete()) {
          couldNot.add(
              "all classes: they changed while they were read; "
                  + Figures.count(classes.size())
                  + " were read (diagnose again)");
        }
      }
    }
    boolean interrupted = false;
    try {
      examine();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    // An interrupt closes what is being read, which then looks like a process that has ended.
    interrupted |= Thread.interrupted();
    long elapsedNs = clock.nanos() - startNs;
    Optional<String> cutShort =
        interrupted
            ? Optional.of("interrupted after " + Figures.seconds(elapsedNs))
            : jvm.isAlive()
                ? Optional.empty()
                : Optional.of("the process ended after " + Figures.seconds(elapsedNs));
    Outcome outcome = conclude(cutShort, elapsedNs);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  private void examine() throws InterruptedException {
    long endNs = startNs + durationNs;
    CacheScan all = new CacheScan(classes, jvm.layout().secondarySuperCache());
    scan = Optional.of(all);
    active.begin();
    step("looking at " + Figures.count(classes.size(), "class"));
    long now = clock.nanos();
    long left = Math.max(0, endNs - now);
    looking.slowly(all, now + left / 4, now + left * 6 / 10);
    List<CacheScan.Nominee> nominees = all.nominees();
    moreNominees = Math.max(0, nominees.size() - MOST_SUSPECTS);
    for (CacheScan.Nominee nominee :
        nominees.subList(0, Math.min(MOST_SUSPECTS, nominees.size()))) {
      suspects.add(new Suspect(nominee, jvm.layout(), line));
    }
    if (suspects.isEmpty()) {
      return;
    }
    step("looking closer at " + Figures.count(suspects.size(), "class"));
    lookCloser(clock.nanos() + Math.max(durationNs / LEAST_PART / 2, (endNs - clock.nanos()) / 8));
    step("sampling what the threads do");
    sampleThreads(Math.max(durationNs / LEAST_PART, (endNs - clock.nanos()) / 4));
    step("watching who writes");
    switch (threads.hitCostNs()) {
      case Reading.Unavailable<Double>(String reason, String remedy) -> {
        // What does not see this process's own writes sees no others'.
        couldNot.add("who writes and who reads: " + reason + " (" + remedy + ")");
        return;
      }
      case Reading.Value<Double>(Double hitNs) -> budget = new Budget(hitNs);
    }
    Conviction watched = new Conviction(threads, active, clock, random, line, budget, startNs);
    conviction = Optional.of(watched);
    watched.run(suspects, endNs, endNs + (long) (durationNs * OVERTIME));
  }

  private void lookCloser(long untilNs) throws InterruptedException {
    long[] addresses = new long[suspects.size()];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = suspects.get(i).address() + suspects.get(i).written().offset();
    }
    Flips flips = new Flips(addresses.length);
    looking.fast(flips, addresses, untilNs);
    for (int i = 0; i < addresses.length; i++) {
      suspects.get(i).flipped(flips.count(i), flips.values(i));
    }
  }

  private void sampleThreads(long windowNs) throws InterruptedException {
    List<Integer> tids =
        active.ran(MOST_SAMPLED_THREADS, clock.nanos() - startNs).orElse(List.of());
    if (tids.isEmpty()) {
      return;
    }
    switch (threads.onCpu(tids, windowNs, SAMPLES_PER_S)) {
      case Reading.Value<List<Sample>>(List<Sample> taken) -> {
        samples = Optional.of(taken);
        lookedAt.add(
            Figures.count(taken.size(), "sample")
                + " of what "
                + Figures.count(tids.size(), "thread")
                + " did on a CPU in "
                + Figures.seconds(windowNs));
      }
      case Reading.Unavailable<List<Sample>>(String reason, String remedy) ->
          couldNot.add("what the checks cost: " + reason + " (" + remedy + ")");
    }
  }

  private Outcome conclude(Optional<String> cutShort, long elapsedNs) {
    FindingWriter writer = new FindingWriter(jvm, threads, line, cure, classes, samples);
    SharingJudge judge = new SharingJudge(line);
    List<Finding> findings = new ArrayList<>();
    List<ClearedClass> cleared = new ArrayList<>();
    List<String> harmless = new ArrayList<>();
    for (Suspect suspect : suspects) {
      if (cutShort.isEmpty() && !isStillThere(suspect)) {
        harmless.add(suspect.type().name() + ": unloaded meanwhile");
        continue;
      }
      if (suspect.traffic().windows() == 0) {
        unwatched(suspect, writer, findings, harmless);
        continue;
      }
      switch (judge.judge(suspect)) {
        case Verdict.TrueSharing sharing -> findings.add(writer.trueSharing(suspect, sharing));
        case Verdict.FalseSharing sharing -> findings.add(writer.falseSharing(suspect, sharing));
        case Verdict.None(String why) -> {
          harmless.add(suspect.type().name() + ": " + why);
          cleared.add(writer.cleared(suspect, why));
          if (suspect.lacksReadWindows()) {
            couldNot.add(
                "who reads beside the one writer of "
                    + suspect.type().name()
                    + ": too few windows (diagnose again, for longer)");
          }
          if (cutShort.isEmpty() && conviction.filter(it -> it.isUndecided(suspect)).isPresent()) {
            couldNot.add(
                "who writes to "
                    + suspect.type().name()
                    + " for long enough: the machine is busy (diagnose again, for longer)");
          }
        }
      }
    }
    findings.sort(
        Comparator.comparing(Finding::severity)
            .thenComparingDouble(finding -> -finding.rate().perS()));
    lookedAt.addAll(0, looks());
    lookedAt.addAll(harmless);
    watching(elapsedNs);
    Optional<String> reason = cutShort.or(this::refused);
    return new Outcome(
        new ExaminationRecord(
            reason.isPresent() ? Status.PARTIAL : Status.DONE,
            reason.isPresent() ? reason.get() : null,
            Summary.of(findings, cure, reason),
            lookedAt,
            couldNot),
        findings,
        cleared,
        cure.state() == Cure.State.CURED,
        budget.hits(),
        budget.hitNs(),
        budget.worstShare(elapsedNs));
  }

  private boolean isStillThere(Suspect suspect) {
    return jvm.classAt(suspect.address()) instanceof Reading.Value<LoadedClass>(LoadedClass now)
        && now.name().equals(suspect.type().name());
  }

  private void unwatched(
      Suspect suspect, FindingWriter writer, List<Finding> findings, List<String> harmless) {
    if (suspect.rate().perS() < SharingJudge.FEWEST_PER_S) {
      harmless.add(
          suspect.type().name()
              + ": "
              + Rates.text(suspect.rate())
              + " writes a second, not watched");
    } else if (active.busy() < 2) {
      harmless.add(
          suspect.type().name() + ": changes, but fewer than two threads run: nobody to wait");
    } else {
      findings.add(writer.unwatched(suspect));
    }
  }

  private List<String> looks() {
    if (scan.isEmpty()) {
      return List.of();
    }
    CacheScan all = scan.get();
    List<String> looks = new ArrayList<>();
    looks.add(cure.text());
    looks.add(
        Figures.count(classes.size(), "class")
            + ", "
            + Figures.count(all.size())
            + " of them with two interfaces or more to alternate between"
            + (unreadable > 0 ? "; " + Figures.count(unreadable) + " more came or went" : "")
            + ": "
            + Figures.count(all.looks(), "look")
            + " at each; looking took "
            + Figures.percent(looking.duty())
            + " of a CPU for "
            + Figures.seconds(looking.elapsedNs()));
    looks.add(
        Figures.count(suspects.size() + moreNominees, "class")
            + " alternated"
            + (moreNominees > 0
                ? "; the " + MOST_SUSPECTS + " most often changed were watched"
                : ""));
    return looks;
  }

  /** What the watchpoints did, and what they could not. */
  private void watching(long elapsedNs) {
    if (conviction.isEmpty()) {
      return;
    }
    Conviction watched = conviction.get();
    lookedAt.add(
        "who writes: "
            + Figures.count(watched.writeWindows(), "window")
            + " of at most 5 ms; who reads: "
            + Figures.count(watched.readWindows(), "window")
            + " of 1 ms; "
            + active.running()
            + " of "
            + Figures.count(active.all(), "thread")
            + " ran");
    lookedAt.add(
        "watching cost "
            + Figures.count(budget.hits(), "hit")
            + " of "
            + Figures.micros(budget.hitNs())
            + ", at most "
            + Figures.percent(budget.worstShare(elapsedNs))
            + " of one thread's time (the limit is 2 %"
            + (budget.refusals() > 0
                ? "; for it " + Figures.count(budget.refusals(), "window") + " stayed closed)"
                : ")"));
    if (moreNominees > 0) {
      couldNot.add(
          "who writes to "
              + Figures.count(moreNominees, "more class")
              + " that alternate less often: "
              + MOST_SUSPECTS
              + " are watched (diagnose again when the others are mended)");
    }
    watched.refusal().ifPresent(why -> couldNot.add("who writes and who reads: " + why));
    if (budget.hits() > 0) {
      jvm.nameless().ifPresent(why -> couldNot.add("which code does it: " + why));
    }
    watched.sampleRefusal().ifPresent(why -> couldNot.add("which code does it: " + why));
  }

  private Optional<String> refused() {
    return couldNot.isEmpty()
        ? Optional.empty()
        : Optional.of("could not look at " + couldNot.get(0));
  }

  private void step(String what) {
    double done = durationNs <= 0 ? 0 : (double) (clock.nanos() - startNs) / durationNs;
    steps.step(what, Math.min(1, done));
  }
}
