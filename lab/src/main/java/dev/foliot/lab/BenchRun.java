package dev.foliot.lab;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.Rate;
import dev.foliot.linux.CpuList;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Stall;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.WarmUpRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs a bench: its forks one after the other, each stored when it is whole.
 *
 * <p>{@link #run} is called once; {@link #cancel} by any thread at any time.
 */
public final class BenchRun {
  private final BenchPlan plan;
  private final BenchProgress progress;
  private final InstantSource time = InstantSource.system();
  private final Store store;
  private final RunFolder folder;
  private final String startedAt;
  private final Map<String, Object> environment;
  private final List<ForkRecord> forks = new ArrayList<>();
  private final List<String> forkNames = new ArrayList<>();
  private final AtomicReference<@Nullable ForkProcess> running = new AtomicReference<>();
  private volatile boolean cancelled;

  /**
   * Makes the run's folder in a store.
   *
   * @throws LabException if CPUs are asked for that cannot be used
   * @throws dev.foliot.store.StoreException if the store cannot be written
   */
  public BenchRun(BenchPlan plan, Store store, BenchProgress progress) {
    plan.arms().forEach(BenchRun::mustBePossible);
    this.plan = plan;
    this.progress = progress;
    this.startedAt = now();
    this.environment = Surroundings.read(Path.of("/"), ProcessHandle.current().pid());
    this.store = store;
    this.folder = store.begin("bench");
    folder.write(record(false));
  }

  private static void mustBePossible(BenchPlan.BenchArm arm) {
    CpuList cpus = arm.cpus();
    if (cpus != null) {
      ForkProcess.on(cpus, () -> true);
    }
  }

  /**
   * Runs all forks.
   *
   * @return what was measured, also when {@link #cancel} ended it early
   * @throws LabException if the environment does not let a fork start
   * @throws dev.foliot.store.StoreException if the store cannot be written; what is whole stays
   */
  public BenchResult run() throws InterruptedException {
    List<Integer> order =
        ForkOrder.of(plan.arms().size(), plan.forks(), new SplittableRandom(plan.config().seed()));
    int[] forkOfArm = new int[plan.arms().size()];
    for (int i = 0; i < order.size() && !cancelled; i++) {
      int arm = order.get(i);
      progress.forkStarts(i + 1, order.size());
      ForkRecord fork = fork(i + 1, arm, forkOfArm[arm]++);
      if (fork != null) {
        forks.add(fork);
        folder.write(record(forks.size() == order.size()));
        progress.forkEnded(fork);
      }
    }
    // as stored: what is shown is what others will read, secrets taken out
    StoredRun stored = store.find(folder.path().toString());
    return new BenchResult(stored.run(), stored.forks(), folder.path(), cancelled);
  }

  /** Ends the fork in hand, which is lost, and then the run. */
  public void cancel() {
    cancelled = true;
    ForkProcess process = running.get();
    if (process != null) {
      process.kill();
    }
  }

  /** Runs and stores one fork; null if it was cancelled. */
  private @Nullable ForkRecord fork(int number, int arm, int forkOfArm)
      throws InterruptedException {
    BenchPlan.BenchArm how = plan.arms().get(arm);
    BenchConfig config = withForkSeed(forkOfArm);
    String forkStartedAt = now();
    try (ForkFolder fork = folder.beginFork(number)) {
      ForkProcess process =
          new ForkProcess(
              new ForkCommand(
                  how.jdk(), how.jvmArgs(), plan.classPath(), plan.task().name(), config),
              how.cpus(),
              fork.log(),
              progress::phase);
      running.set(process);
      if (cancelled) {
        return null;
      }
      ForkOutcome outcome = process.run();
      running.set(null);
      if (cancelled) {
        return null;
      }
      ForkRecord record = record(arm, number, forkStartedAt, config, outcome);
      Measurement measurement = outcome.measurement();
      if (measurement != null) {
        ForkFiles.write(measurement, config.warmupNs(), config.durationNs(), fork);
      }
      logTrace(fork.log(), outcome);
      fork.commit(record);
      forkNames.add(fork.name());
      return record;
    }
  }

  /** The same arrivals for the same fork of every arm, others for the next fork. */
  private BenchConfig withForkSeed(int forkOfArm) {
    long seed = plan.config().seed() + forkOfArm;
    return plan.config().with(Map.of("seed", Long.toString(seed)));
  }

  private static void logTrace(Path log, ForkOutcome outcome) {
    Measurement measurement = outcome.measurement();
    String trace = measurement == null ? outcome.trace() : measurement.failureTrace();
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

  private ForkRecord record(
      int arm, int fork, String forkStartedAt, BenchConfig config, ForkOutcome outcome) {
    Measurement m = outcome.measurement();
    if (m == null) {
      String failure = outcome.failure() == null ? "no result" : outcome.failure();
      return dead(arm, fork, forkStartedAt, outcome, failure);
    }
    Map<String, Percentiles> probes = new LinkedHashMap<>();
    m.probes().forEach((name, durations) -> probes.put(name, Figures.of(durations)));
    Measurement.Totals totals = m.totals();
    WarmUpRecord warmUp = SteadyState.of(m, config.warmupNs());
    return new ForkRecord(
        ForkRecord.SCHEMA,
        arm,
        0,
        fork,
        forkStartedAt,
        totals.achievedPerSecond(),
        totals.scheduled(),
        totals.started(),
        totals.completed(),
        totals.lost(),
        totals.unstarted(),
        totals.refusedEnds(),
        totals.negativeProbes(),
        ForkVerdict.of(m, outcome.kernel(), config.durationNs(), warmUp),
        Figures.of(m, Kind.RESPONSE),
        Figures.of(m, Kind.SERVICE),
        Figures.of(m, Kind.LAG),
        Figures.of(m, Kind.BACKLOG),
        Figures.of(m, Kind.LATENESS),
        probes,
        Figures.of(m.jitter().durations()),
        m.jitter().mode(),
        m.jitter().stalls().stream().map(s -> new Stall(s.startNs(), s.lengthNs())).toList(),
        warmUp,
        ForkConditions.of(m, config.seed()),
        outcome.kernel(),
        outcome.exitCode(),
        m.failure());
  }

  private static ForkRecord dead(
      int arm, int fork, String forkStartedAt, ForkOutcome outcome, String failure) {
    Percentiles none = Figures.none();
    return new ForkRecord(
        ForkRecord.SCHEMA,
        arm,
        0,
        fork,
        forkStartedAt,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        ForkVerdict.died(failure),
        none,
        none,
        none,
        none,
        none,
        Map.of(),
        none,
        "none",
        List.of(),
        null,
        Map.of(),
        outcome.kernel(),
        outcome.exitCode(),
        failure);
  }

  private RunRecord record(boolean complete) {
    BenchConfig config = plan.config();
    Rate rate = config.rate();
    return new RunRecord(
        RunRecord.SCHEMA,
        folder.id(),
        "bench",
        plan.commandLine(),
        plan.task().name(),
        startedAt,
        complete ? now() : null,
        plan.arms().stream()
            .map(arm ->
                new Arm(
                    arm.jdk().home().toString(),
                    arm.jdk().version(),
                    arm.jvmArgs(),
                    arm.cpus() == null ? null : arm.cpus().toString()))
            .toList(),
        new LoadRecord(
            rate.perSecond(),
            rate.toString(),
            config.arrivals().toString(),
            config.seed(),
            config.warmupNs(),
            config.durationNs(),
            config.dispatch().toString(),
            config.producers(),
            config.waitMode().toString(),
            config.timeoutNs()),
        List.of(),
        environment,
        validity(),
        Summary.of(forks, plan.arms().size()),
        null,
        List.copyOf(forkNames),
        complete);
  }

  private Validity validity() {
    List<Validity> all = new ArrayList<>();
    for (int i = 0; i < forks.size(); i++) {
      String prefix = "fork " + (i + 1) + ": ";
      Validity fork = forks.get(i).validity();
      all.add(new Validity(fork.verdict(), fork.reasons().stream().map(r -> prefix + r).toList()));
    }
    return all.isEmpty()
        ? new Validity(Verdict.INVALID, List.of("no fork has ended yet"))
        : Validity.worst(all);
  }

  private String now() {
    return Instant.ofEpochMilli(time.millis()).toString();
  }
}
