package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.sharing.SharingExamination.Outcome;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.linux.CpuSampler.Samples;
import dev.foliot.linux.Reading;
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
  /** How many classes are watched. */
  private static final int MOST_SUSPECTS = 8;

  /** How many are looked at fast together: the more they are, the longer takes a look. */
  private static final int MOST_CANDIDATES = 64;

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
  private final Seen seen = new Seen();

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
    Reading<Optional<Boolean>> table = jvm.flag(Cure.FLAG);
    this.cure = Cure.of(jvm.feature(), jvm.version(), table);
    boolean compact = jvm.flag("UseCompactObjectHeaders").orElse(Optional.empty()).orElse(false);
    this.line =
        new Line(
            lineBytes.orElse(Line.USUAL_BYTES),
            compact ? Line.COMPACT_HEADERS_STEP : Line.USUAL_STEP);
    this.startNs = clock.nanos();
    if (table instanceof Reading.Unavailable<Optional<Boolean>>(String reason, String remedy)) {
      couldNot("whether it is cured, and at which addresses its classes may lie", reason, remedy);
    }
    if (lineBytes instanceof Reading.Unavailable<Integer>(String reason, String remedy)) {
      couldNot("the size of a cache line; " + line.bytes() + " bytes are assumed", reason, remedy);
    }
  }

  private void couldNot(String what, String reason, String remedy) {
    seen.couldNot.add(what + ": " + reason + " (" + remedy + ")");
  }

  Outcome run() {
    KlassLayout layout = jvm.layout();
    if (layout.secondarySuperCache()
        instanceof Reading.Unavailable<Integer>(String reason, String remedy)) {
      return Conclusion.wordless(cure, seen.couldNot, reason, remedy);
    }
    layout
        .missing()
        .forEach((field, why) ->
            couldNot("who reads " + field + " of a class", why.reason(), why.remedy()));
    step("reading the classes");
    long readingNs = clock.nanos();
    Reading<TargetJvm.Classes> classes = jvm.classes();
    seen.readNs = clock.nanos() - readingNs;
    switch (classes) {
      case Reading.Unavailable<TargetJvm.Classes>(String reason, String remedy) -> {
        return Conclusion.blind(cure, seen.couldNot, reason, remedy);
      }
      case Reading.Value<TargetJvm.Classes>(TargetJvm.Classes read) -> {
        seen.classes = read.all();
        seen.unreadable = read.unreadable();
        read.incomplete()
            .ifPresent(why ->
                seen.couldNot.add(
                    "all classes: "
                        + why
                        + "; "
                        + Figures.count(read.all().size())
                        + " were read (diagnose again)"));
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
    Outcome outcome =
        new Conclusion(jvm, threads, active, looking, line, cure, seen)
            .of(cutShort(interrupted, elapsedNs), elapsedNs);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  private Optional<String> cutShort(boolean interrupted, long elapsedNs) {
    if (interrupted) {
      return Optional.of("interrupted after " + Figures.seconds(elapsedNs));
    }
    // While its last threads end a part of its memory may be there; not all classes are unloaded.
    if (!jvm.isAlive() || seen.scan.filter(CacheScan::allGone).isPresent()) {
      return Optional.of("the process ended after " + Figures.seconds(elapsedNs));
    }
    return threads.areStopped()
        ? Optional.of(
            "the process is stopped, and no thread of it runs (let it go on with SIGCONT, or end"
                + " the debugger, and diagnose again)")
        : Optional.empty();
  }

  private void examine() throws InterruptedException {
    if (threads.areStopped()) {
      return;
    }
    long endNs = startNs + durationNs;
    CacheScan all = new CacheScan(seen.classes, KlassFields.written(jvm.layout()).offset());
    seen.scan = Optional.of(all);
    active.begin();
    step("looking at " + Figures.count(seen.classes.size(), "class"));
    long now = clock.nanos();
    long left = Math.max(0, endNs - now);
    List<Suspect> candidates;
    try {
      looking.slowly(all, now + left / 4, now + left * 6 / 10);
    } finally {
      // Also where it is interrupted: what alternated has been seen.
      candidates = nominate(all);
      suspect(candidates, all);
    }
    if (seen.suspects.isEmpty() || !jvm.isAlive()) {
      return;
    }
    long closerNs = Math.max(durationNs / LEAST_PART / 2, (endNs - clock.nanos()) / 8);
    if (candidates.size() > MOST_SUSPECTS) {
      step("looking which of " + Figures.count(candidates.size(), "class") + " change most often");
      closerNs /= 2;
      try {
        lookCloser(candidates, clock.nanos() + closerNs);
      } finally {
        candidates.sort(Comparator.comparingLong(Suspect::flipsSeen).reversed());
        suspect(candidates, all);
      }
    }
    step("looking closer at " + Figures.count(seen.suspects.size(), "class"));
    lookCloser(seen.suspects, clock.nanos() + closerNs);
    step("sampling what the threads do");
    sampleThreads(Math.max(durationNs / LEAST_PART, (endNs - clock.nanos()) / 4));
    step("watching who writes");
    watch(endNs);
  }

  /**
   * The classes that alternate. How often one did at these looks says little of its rate: what
   * changes a thousand times from look to look is seen to change as often as what changes twice.
   */
  private List<Suspect> nominate(CacheScan all) {
    List<CacheScan.Nominee> nominees = all.nominees();
    seen.alternating = nominees.size();
    return suspects(nominees.subList(0, Math.min(MOST_CANDIDATES, nominees.size())));
  }

  /**
   * The first of these; and where they leave watchpoints of a window free, those that changed once:
   * watching tells whether they are written at all.
   */
  private void suspect(List<Suspect> candidates, CacheScan all) {
    seen.suspects.clear();
    seen.suspects.addAll(candidates.subList(0, Math.min(MOST_SUSPECTS, candidates.size())));
    seen.unwatched = seen.alternating - seen.suspects.size();
    seen.suspects.addAll(
        suspects(all.doubtful(Math.max(0, Watching.WORDS - seen.suspects.size()))));
  }

  private List<Suspect> suspects(List<CacheScan.Nominee> nominees) {
    List<Suspect> suspects = new ArrayList<>();
    for (CacheScan.Nominee nominee : nominees) {
      suspects.add(new Suspect(nominee, jvm.layout(), line));
    }
    return suspects;
  }

  private void lookCloser(List<Suspect> suspects, long untilNs) throws InterruptedException {
    long[] addresses = new long[suspects.size()];
    for (int i = 0; i < addresses.length; i++) {
      Suspect suspect = suspects.get(i);
      addresses[i] = suspect.address() + suspect.written().offset();
    }
    Flips flips = new Flips(addresses.length);
    try {
      looking.fast(flips, addresses, untilNs);
    } finally {
      for (int i = 0; i < addresses.length; i++) {
        suspects.get(i).flipped(flips.count(i), flips.sightings(i));
      }
    }
  }

  private void sampleThreads(long windowNs) throws InterruptedException {
    List<Integer> ran = active.ran(clock.nanos() - startNs).orElse(List.of());
    if (ran.isEmpty()) {
      return;
    }
    List<Integer> tids = ran.subList(0, Math.min(MOST_SAMPLED_THREADS, ran.size()));
    switch (threads.onCpu(tids, windowNs, SAMPLES_PER_S)) {
      case Reading.Value<Samples>(Samples taken) -> {
        seen.samples = Optional.of(taken.samples());
        seen.lookedAt.add(
            Figures.count(taken.samples().size(), "sample")
                + " of what "
                + Figures.count(tids.size(), "thread")
                + " did on a CPU in "
                + Figures.seconds(windowNs)
                + ", by "
                + taken.clock().title()
                + (taken.precise() ? ", each at the very instruction" : "")
                + (taken.lost() > 0
                    ? "; " + Figures.count((double) taken.lost()) + " more were lost"
                    : ""));
      }
      case Reading.Unavailable<Samples>(String reason, String remedy) -> {
        if (isAnyWritten()) {
          couldNot("what the checks cost", reason, remedy);
        }
      }
    }
  }

  private void watch(long endNs) throws InterruptedException {
    switch (threads.hitCostNs()) {
      case Reading.Unavailable<Double>(String reason, String remedy) -> {
        // What does not see this process's own writes sees no others'.
        if (isAnyWritten()) {
          couldNot("who writes and who reads", reason, remedy);
        }
        return;
      }
      // Where the kernel has no room to measure what sampling adds, it hardly has any to sample.
      case Reading.Value<Double>(Double hitNs) ->
          seen.budget = new Budget(hitNs, threads.sampledHitCostNs().orElse(hitNs));
    }
    Conviction watched = new Conviction(threads, active, clock, random, line, seen.budget, startNs);
    seen.conviction = Optional.of(watched);
    try {
      watched.run(seen.suspects, endNs, endNs + (long) (durationNs * OVERTIME));
    } catch (RuntimeException e) {
      // What was seen before is worth telling all the same.
      couldNot("who writes and who reads", "watching failed: " + e, "report this");
    }
  }

  /** Where nothing alternates there is nothing that would have to be told of it. */
  private boolean isAnyWritten() {
    return seen.suspects.stream().anyMatch(Suspect::isWritten);
  }

  private void step(String what) {
    double done = durationNs <= 0 ? 0 : (double) (clock.nanos() - startNs) / durationNs;
    steps.step(what, Math.min(1, done));
  }
}
