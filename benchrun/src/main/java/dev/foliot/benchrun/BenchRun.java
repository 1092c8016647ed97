package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.SlowMessage;
import dev.foliot.judgement.Figures;
import dev.foliot.judgement.run.Summary;
import dev.foliot.judgement.run.SummaryIntervals;
import dev.foliot.judgement.search.RateGoal;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Environment;
import dev.foliot.service.profile.ForkProfile;
import dev.foliot.service.profile.Profiler;
import dev.foliot.service.recording.ForkRecording;
import dev.foliot.service.recording.RecordedLoad;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.GateRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.TimelineFiles;
import dev.foliot.store.profile.ProfileFiles;
import dev.foliot.text.RunReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a bench: its forks in sequence, each stored when complete.
 *
 * <p>{@link #run} is called once; {@link #cancel} by any thread at any time.
 */
public final class BenchRun {
  private final BenchPlan plan;
  private final BenchProgress progress;
  private final ForkSchedule schedule;
  private final InstantSource time = InstantSource.system();
  private final Store store;
  private final RunFolder folder;
  private final String startedAt;
  private final Profiler profiler;
  private final Map<String, Object> environment;
  private final List<ForkRecord> forks = new ArrayList<>();
  private final List<String> forkNames = new ArrayList<>();
  private final AtomicReference<@Nullable ForkProcess> running = new AtomicReference<>();
  private volatile boolean cancelled;

  /**
   * Creates the run's folder in a store.
   *
   * @throws FoliotException for unusable CPUs or a profiler that does not work
   * @throws dev.foliot.store.StoreException if the store is not writable
   */
  public BenchRun(BenchPlan plan, Store store, BenchProgress progress) {
    plan.arms().forEach(arm -> mustBePossible(arm.jvm()));
    this.plan = plan;
    this.progress = progress;
    this.schedule = schedule(plan);
    this.startedAt = now();
    this.profiler =
        Profiler.of(
            plan.shown().profile(), plan.arms().stream().map(arm -> arm.jdk().home()).toList());
    this.store = store;
    try {
      this.environment = profiler.in(Environment.read(Path.of("/"), ProcessHandle.current().pid()));
      this.folder = store.begin("bench");
      folder.write(record(false, summary()));
    } catch (RuntimeException e) {
      // the caller cannot: no run exists yet
      profiler.close();
      throw e;
    }
  }

  private static ForkSchedule schedule(BenchPlan plan) {
    RateGoal goal = plan.goal();
    GateRecord gate = plan.gate();
    if (gate != null) {
      return new GateSchedule(gate, plan.load(), System::nanoTime);
    }
    return goal == null ? new SweepSchedule(plan) : new SearchSchedule(goal, plan.load());
  }

  private static void mustBePossible(BenchPlan.ForkJvm jvm) {
    CpuList cpus = jvm.cpus();
    if (cpus != null) {
      ForkProcess.on(cpus, () -> true);
    }
  }

  /**
   * Runs all forks.
   *
   * @return the result, also after {@link #cancel}
   * @throws FoliotException if the environment prevents the start of a fork
   * @throws dev.foliot.store.StoreException if the store is not writable; complete forks remain
   */
  public BenchResult run() throws InterruptedException {
    try (profiler) {
      return runForks();
    }
  }

  private BenchResult runForks() throws InterruptedException {
    ForkSchedule.Turn turn = schedule.next(forks);
    while (turn != null && !cancelled) {
      int number = forks.size() + 1;
      BenchConfig config = withForkSeed(turn);
      progress.forkStarts(upcoming(number, config));
      ForkRecord fork = fork(number, turn, config);
      if (fork != null) {
        forks.add(fork);
        turn = schedule.next(forks);
        folder.write(record(false, summary()));
        progress.forkEnded(fork);
      }
    }
    folder.write(record(turn == null, SummaryIntervals.of(stored())));
    if (plan.explains() && !cancelled) {
      extraFork();
    }
    // as stored: others will read the same, without secrets
    StoredRun stored = stored();
    return new BenchResult(stored.run(), stored.forks(), folder.path(), cancelled);
  }

  private StoredRun stored() {
    return store.find(folder.path().toString());
  }

  private Map<SummaryKey, Map<String, Spread>> summary() {
    return Summary.of(forks, plan.arms().size(), schedule.loads().size());
  }

  /** Ends the current fork, which is lost, and then the run. */
  public void cancel() {
    cancelled = true;
    ForkProcess process = running.get();
    if (process != null) {
      process.kill();
    }
  }

  private BenchProgress.Upcoming upcoming(int number, BenchConfig config) {
    return new BenchProgress.Upcoming(
        number, schedule.forks() + (plan.explains() ? 1 : 0), config, schedule.bracket(forks));
  }

  /** Runs and stores one fork; null if it was cancelled. */
  private @Nullable ForkRecord fork(int number, ForkSchedule.Turn turn, BenchConfig config)
      throws InterruptedException {
    BenchPlan.BenchArm how = plan.arms().get(turn.arm());
    String forkStartedAt = now();
    try (ForkFolder fork = folder.beginFork(number);
        ForkProfile profile = profiler.begin(how.jdk().home())) {
      ForkOutcome outcome = outcome(how, profile.before(how.jvm().args()), config, fork);
      if (outcome == null) {
        return null;
      }
      ForkRecord record =
          new ForkRecords(
                  turn,
                  number,
                  forkStartedAt,
                  config,
                  outcome,
                  profile,
                  Figures.ofBench(plan.percentiles()))
              .record();
      Measurement measurement = outcome.measurement();
      if (measurement != null) {
        ForkFiles.write(
            measurement, config.warmupNs(), config.durationNs(), outcome.timeline(), fork);
        profile
            .read(measurement.totals().time().startEpochMs(), config.durationNs())
            .ifPresent(samples -> ProfileFiles.write(fork, samples));
      }
      logTrace(fork.log(), outcome);
      fork.commit(record);
      forkNames.add(fork.name());
      return record;
    }
  }

  /** Runs a fork to its end; null if it was cancelled. */
  private @Nullable ForkOutcome outcome(
      BenchPlan.BenchArm how, List<String> jvmArgs, BenchConfig config, ForkFolder fork)
      throws InterruptedException {
    ForkProcess process =
        new ForkProcess(
            how.command(jvmArgs, config), how.jvm().cpus(), fork.log(), progress::phase);
    running.set(process);
    if (cancelled) {
      return null;
    }
    ForkOutcome outcome = process.run();
    running.set(null);
    return cancelled ? null : outcome;
  }

  /**
   * Runs one more fork, with a flight recording. Without its result the run has all its figures.
   */
  private void extraFork() throws InterruptedException {
    BenchPlan.BenchArm how = plan.arms().getFirst();
    switch (ForkRecording.begin(how.jdk().home(), how.jdk().feature())) {
      case Reading.Unavailable<ForkRecording> none -> progress.notRecorded(none);
      case Reading.Value<ForkRecording>(ForkRecording recording) -> {
        ForkSchedule.Turn turn = new ForkSchedule.Turn(0, 0, forks.size());
        BenchConfig config = withForkSeed(turn);
        progress.forkStarts(upcoming(forks.size() + 1, config));
        try (recording;
            ForkFolder fork = folder.beginRecorded(1)) {
          String forkStartedAt = now();
          ForkOutcome outcome = outcome(how, recording.before(how.jvm().args()), config, fork);
          if (outcome != null) {
            ForkRecord record = new ForkRecords(turn, 1, forkStartedAt, config, outcome).record();
            keep(recording, outcome, record, fork);
          }
        }
      }
    }
  }

  private void keep(
      ForkRecording recording, ForkOutcome outcome, ForkRecord record, ForkFolder fork) {
    Measurement measurement = outcome.measurement();
    if (measurement == null) {
      String failure = outcome.failure() == null ? "no result" : outcome.failure();
      progress.notRecorded(new Reading.Unavailable<>(new RunReason.ForkFailed(failure)));
      return;
    }
    BenchConfig load = plan.load();
    ForkFiles.write(measurement, load.warmupNs(), load.durationNs(), outcome.timeline(), fork);
    List<SlowMessage> slowest = measurement.slowest().messages();
    Reading<RecordedStops> stops =
        recording.read(
            new RecordedLoad.OfFork(
                measurement.totals().time().startNanoTime(),
                slowest.stream().mapToLong(SlowMessage::endNs).max().orElse(load.durationNs()),
                slowest.stream().map(SlowMessage::threadId).collect(Collectors.toSet())));
    switch (stops) {
      case Reading.Unavailable<RecordedStops> none -> progress.notRecorded(none);
      case Reading.Value<RecordedStops>(RecordedStops recorded) -> {
        TimelineFiles.write(fork, recorded);
        fork.commit(record);
      }
    }
  }

  /** The same seed for the same fork of every arm and load, another for the next fork. */
  private BenchConfig withForkSeed(ForkSchedule.Turn turn) {
    BenchConfig load = schedule.loads().get(turn.load());
    return load.with(Map.of("seed", Long.toString(load.seed() + turn.replicate())));
  }

  private static void logTrace(Path log, ForkOutcome outcome) {
    Measurement measurement = outcome.measurement();
    Measurement.Failure failure = measurement == null ? null : measurement.failure();
    String trace = measurement == null ? outcome.trace() : failure == null ? null : failure.trace();
    if (trace != null && !trace.isEmpty()) {
      try {
        Files.writeString(
            log,
            "\n[foliot] what ended this fork:\n" + trace,
            StandardCharsets.UTF_8,
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException("the log of a fork cannot be written", e);
      }
    }
  }

  private RunRecord record(boolean complete, Map<SummaryKey, Map<String, Spread>> summary) {
    List<LoadRecord> loads = schedule.loads().stream().map(ForkRecords::load).toList();
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(
            folder.id(),
            "bench",
            plan.commandLine(),
            plan.task().name(),
            startedAt,
            complete ? now() : null),
        new RunRecord.Setup(
            plan.arms().stream().map(BenchPlan.BenchArm::stored).toList(),
            loads,
            environment,
            plan.gate()),
        new RunRecord.Result(
            schedule.validity(forks), summary, plan.percentiles(), schedule.search(forks)),
        List.copyOf(forkNames),
        complete);
  }

  private String now() {
    return Instant.ofEpochMilli(time.millis()).toString();
  }
}
