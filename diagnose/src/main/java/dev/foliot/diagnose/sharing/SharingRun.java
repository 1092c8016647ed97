package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.reason.SharingReason;
import dev.foliot.diagnose.sharing.SharingObservations.ClassesRead;
import dev.foliot.diagnose.watch.ActiveThreads;
import dev.foliot.diagnose.watch.TargetThreads;
import dev.foliot.diagnose.watch.WatchBudget;
import dev.foliot.diagnose.watch.WatchpointWindows;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.CpuSampler.Sample;
import dev.foliot.linux.perf.CpuSampler.Samples;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.text.Examined;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One examination: a pipeline from the first sample to the outcome.
 *
 * <p>A quarter of its time is for scans of all classes (more while none alternates). An eighth of
 * the rest is for fast samples of the alternating ones, a quarter of the rest for samples of
 * threads on their CPUs, and all other time for watchpoints. Watching comes last, because it
 * affects the other measurements. An early end gives the outcome of the observations so far.
 */
final class SharingRun {
  /** The most classes that are watched. */
  private static final int MOST_WATCHED = 8;

  /** The most classes in one series of fast samples: each one slows a sample. */
  private static final int MOST_CANDIDATES = 64;

  private static final int SAMPLES_PER_S = 197;
  private static final int MOST_SAMPLED_THREADS = 64;

  /** The share of the time that may be added if the threads wait for a CPU. */
  private static final double OVERTIME = 0.7;

  /** The shortest meaningful part of the time, as a divisor. */
  private static final int LEAST_PART = 10;

  private final TargetJvm jvm;
  private final TargetThreads threads;
  private final NanoClock clock;
  private final RandomGenerator random;
  private final CacheLine line;
  private final long durationNs;
  private final Target.Progress progress;
  private final ActiveThreads active;
  private final MemorySampler sampler;
  private final JdkFix fix;
  private final long startNs;
  private final List<Reason> limits = new ArrayList<>();

  /** The sources of the CPU samples, in words. */
  private final List<String> sampled = new ArrayList<>();

  private final List<CandidateClass> candidates = new ArrayList<>();
  private int alternating;
  private int unwatched;
  private Optional<CacheScan> scan = Optional.empty();
  private Optional<WatchpointRounds> rounds = Optional.empty();
  private Optional<List<Sample>> cpuSamples = Optional.empty();
  private WatchBudget budget = new WatchBudget(0);

  /**
   * A run that starts at once.
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
      Target.Progress progress) {
    this.jvm = jvm;
    this.threads = threads;
    this.clock = clock;
    this.random = random;
    this.durationNs = durationNs;
    this.progress = progress;
    this.active = new ActiveThreads(threads);
    this.sampler = new MemorySampler(jvm, clock, random);
    Reading<Optional<Boolean>> table = jvm.flag(JdkFix.FLAG);
    this.fix = JdkFix.of(jvm.feature(), jvm.version(), table);
    boolean compact = jvm.flag("UseCompactObjectHeaders").orElse(Optional.empty()).orElse(false);
    this.line =
        new CacheLine(
            lineBytes.orElse(CacheLine.USUAL_BYTES),
            compact ? CacheLine.COMPACT_HEADERS_STEP : CacheLine.USUAL_STEP);
    this.startNs = clock.nanos();
    limit(Examined.FIX, "", table);
    limit(Examined.CACHE_LINE, Integer.toString(line.bytes()), lineBytes);
  }

  private void limit(Examined what, String of, Reading<?> reading) {
    if (reading instanceof Reading.Unavailable<?> none) {
      limits.add(new ExaminationReason.NotExamined(what, of, none.why()));
    }
  }

  Outcome<SharingFinding> run() {
    KlassLayout layout = jvm.layout();
    if (layout.secondarySuperCache() instanceof Reading.Unavailable<Integer> why) {
      return SharingReport.wordUnknown(fix, limits, why);
    }
    layout.missing().forEach((field, why) -> limit(Examined.FIELD_READERS, field, why));
    step("reading the classes");
    long readingNs = clock.nanos();
    Reading<TargetJvm.Classes> classes = jvm.classes();
    long readNs = clock.nanos() - readingNs;
    return switch (classes) {
      case Reading.Unavailable<TargetJvm.Classes> why ->
          SharingReport.unavailable(fix, limits, why);
      case Reading.Value<TargetJvm.Classes>(TargetJvm.Classes read) -> {
        read.incomplete()
            .ifPresent(
                why -> limits.add(new SharingReason.ClassesIncomplete(why, read.all().size())));
        yield run(new ClassesRead(read.all(), readNs, read.unreadable()));
      }
    };
  }

  private Outcome<SharingFinding> run(ClassesRead read) {
    boolean interrupted = false;
    try {
      examine(read.all());
    } catch (InterruptedException e) {
      interrupted = true;
    }
    // An interrupt closes the memory, which then looks like an ended process.
    interrupted |= Thread.interrupted();
    long elapsedNs = clock.nanos() - startNs;
    SharingObservations observations =
        new SharingObservations(
            read, scan, alternating, unwatched, candidates, cpuSamples, rounds, budget);
    Outcome<SharingFinding> outcome =
        new SharingReport(jvm, threads, active, sampler, fix, observations, limits)
            .of(cutShort(interrupted, elapsedNs), elapsedNs, sampled);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  private Optional<Reason> cutShort(boolean interrupted, long elapsedNs) {
    if (interrupted) {
      return Optional.of(new ExaminationReason.ExaminationInterrupted(elapsedNs));
    }
    // While its last threads end, some of its memory may remain; the classes are not unloaded.
    if (!jvm.isAlive() || scan.filter(CacheScan::allGone).isPresent()) {
      return Optional.of(new ProcessReason.ProcessEnded(elapsedNs));
    }
    return threads.areStopped()
        ? Optional.of(new ExaminationReason.ProcessStopped())
        : Optional.empty();
  }

  private void examine(List<LoadedClass> classes) throws InterruptedException {
    if (threads.areStopped()) {
      return;
    }
    long endNs = startNs + durationNs;
    CacheScan all = new CacheScan(classes, FieldWord.written(jvm.layout()).offset());
    scan = Optional.of(all);
    active.begin();
    step("looking at " + Numbers.count(classes.size(), "class"));
    long now = clock.nanos();
    long left = Math.max(0, endNs - now);
    List<CandidateClass> found;
    try {
      sampler.scan(all, now + left / 4, now + left * 6 / 10);
    } finally {
      // After an interrupt, too: the observations are valid.
      found = alternating(all);
      choose(found, all);
    }
    if (candidates.isEmpty() || !jvm.isAlive()) {
      return;
    }
    long closerNs = Math.max(durationNs / LEAST_PART / 2, (endNs - clock.nanos()) / 8);
    if (found.size() > MOST_WATCHED) {
      step("looking which of " + Numbers.count(found.size(), "class") + " change most often");
      closerNs /= 2;
      try {
        sampleFast(found, clock.nanos() + closerNs);
      } finally {
        found.sort(Comparator.comparingLong(CandidateClass::flips).reversed());
        choose(found, all);
      }
    }
    step("looking closer at " + Numbers.count(candidates.size(), "class"));
    sampleFast(candidates, clock.nanos() + closerNs);
    step("sampling what the threads do");
    sampleThreads(Math.max(durationNs / LEAST_PART, (endNs - clock.nanos()) / 4));
    step("watching who writes");
    watch(endNs);
  }

  /**
   * The classes that alternate. The number of changes in a scan says little about the rate: a word
   * that changes a thousand times between samples counts the same as one that changes twice.
   */
  private List<CandidateClass> alternating(CacheScan all) {
    List<CacheScan.Candidate> found = all.candidates();
    alternating = found.size();
    return candidates(found.subList(0, Math.min(MOST_CANDIDATES, found.size())));
  }

  /**
   * Takes the first of these. If they leave watchpoints of a window free, adds classes with one
   * change, to find out whether they are written at all.
   */
  private void choose(List<CandidateClass> found, CacheScan all) {
    candidates.clear();
    candidates.addAll(found.subList(0, Math.min(MOST_WATCHED, found.size())));
    unwatched = alternating - candidates.size();
    candidates.addAll(
        candidates(all.doubtful(Math.max(0, WatchpointWindows.WORDS - candidates.size()))));
  }

  private List<CandidateClass> candidates(List<CacheScan.Candidate> found) {
    List<CandidateClass> classes = new ArrayList<>();
    for (CacheScan.Candidate one : found) {
      classes.add(new CandidateClass(one, jvm.layout(), line));
    }
    return classes;
  }

  private void sampleFast(List<CandidateClass> classes, long untilNs) throws InterruptedException {
    long[] addresses = new long[classes.size()];
    for (int i = 0; i < addresses.length; i++) {
      CandidateClass candidate = classes.get(i);
      addresses[i] = candidate.address() + candidate.written().offset();
    }
    FlipCount.Counter flips = new FlipCount.Counter(addresses.length);
    try {
      sampler.sample(flips, addresses, untilNs);
    } finally {
      for (int i = 0; i < addresses.length; i++) {
        classes.get(i).flipped(flips.count(i), flips.samples(i));
      }
    }
  }

  private void sampleThreads(long windowNs) throws InterruptedException {
    List<Integer> ran = active.ran(clock.nanos() - startNs).orElse(List.of());
    if (ran.isEmpty()) {
      return;
    }
    List<Integer> tids = ran.subList(0, Math.min(MOST_SAMPLED_THREADS, ran.size()));
    Reading<Samples> reading = threads.onCpu(tids, windowNs, SAMPLES_PER_S);
    if (reading instanceof Reading.Value<Samples>(Samples taken)) {
      cpuSamples = Optional.of(taken.samples());
      sampled.add(
          Numbers.count(taken.samples().size(), "sample")
              + " of what "
              + Numbers.count(tids.size(), "thread")
              + " did on a CPU in "
              + Numbers.duration(windowNs)
              + ", by "
              + taken.clock().title()
              + (taken.precise() ? ", each at the very instruction" : "")
              + (taken.lost() > 0 ? "; " + Numbers.count(taken.lost()) + " more were lost" : ""));
    } else if (isAnyWritten()) {
      limit(Examined.CHECK_COST, "", reading);
    }
  }

  private void watch(long endNs) throws InterruptedException {
    Reading<Double> cost = threads.hitCostNs();
    if (!(cost instanceof Reading.Value<Double>(Double hitNs))) {
      // Watchpoints that miss this process's own writes miss all others, too.
      if (isAnyWritten()) {
        limit(Examined.WRITERS_AND_READERS, "", cost);
      }
      return;
    }
    // If the kernel lacks room to measure sampled hits, it lacks room for sampling, too.
    budget = new WatchBudget(hitNs, threads.sampledHitCostNs().orElse(hitNs), threads.turns());
    WatchpointRounds watched =
        new WatchpointRounds(threads, active, clock, random, budget, startNs);
    rounds = Optional.of(watched);
    try {
      watched.run(candidates, endNs, endNs + (long) (durationNs * OVERTIME));
    } catch (RuntimeException e) {
      // The earlier observations are still reported.
      limits.add(
          new ExaminationReason.NotExamined(
              Examined.WRITERS_AND_READERS, "", new SharingReason.WatchingFailed(e.toString())));
    }
  }

  /** Without an alternating class the answer does not matter. */
  private boolean isAnyWritten() {
    return candidates.stream().anyMatch(CandidateClass::isWritten);
  }

  private void step(String what) {
    double done = durationNs <= 0 ? 0 : (double) (clock.nanos() - startNs) / durationNs;
    progress.step(what, Math.min(1, done));
  }
}
