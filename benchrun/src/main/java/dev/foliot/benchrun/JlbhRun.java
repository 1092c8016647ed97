package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.ForkMessage;
import dev.foliot.bench.Measurement;
import dev.foliot.judgement.Figures;
import dev.foliot.judgement.run.RunValidity;
import dev.foliot.judgement.run.Summary;
import dev.foliot.judgement.run.SummaryIntervals;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Environment;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.service.profile.ForkProfile;
import dev.foliot.stats.ForkOrder;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Redaction;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.beside.BesideRecord;
import dev.foliot.text.FoliotException;
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
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program written for JLBH in forks. Each measurement that it makes becomes a run of its own
 * in the store, with one fork of it from each JVM.
 *
 * <p>{@link #run} is called once; {@link #cancel} by any thread at any time.
 */
public final class JlbhRun {
  private static final String NOT_MADE = "the program did not make this measurement in this fork";

  private final JlbhPlan plan;
  private final Store store;
  private final BenchProgress progress;
  private final InstantSource time = InstantSource.system();
  private final Map<String, Object> environment =
      Environment.read(Path.of("/"), ProcessHandle.current().pid());
  private final List<Single> runs = new ArrayList<>();
  private final AtomicReference<@Nullable ForkProcess> running = new AtomicReference<>();
  private final AtomicReference<@Nullable BesideFork> runningBeside = new AtomicReference<>();
  private final List<Beside> besides = new ArrayList<>();
  private volatile boolean cancelled;

  /** Runs a plan and keeps what it measures in a store. */
  public JlbhRun(JlbhPlan plan, Store store, BenchProgress progress) {
    this.plan = plan;
    this.store = store;
    this.progress = progress;
  }

  /**
   * Runs all forks.
   *
   * @return a result for each measurement of the program, in its order
   * @throws FoliotException if no fork can be started, or the first one measures nothing
   */
  public List<BenchResult> run() throws InterruptedException {
    List<Integer> order =
        ForkOrder.of(plan.arms().size(), plan.forks(), new SplittableRandom(plan.seed()));
    SplittableRandom turns = new SplittableRandom(plan.seed());
    for (int i = 0; i < order.size() && !cancelled; i++) {
      int arm = order.get(i);
      progress.forkStarts(new BenchProgress.Upcoming(i + 1, order.size(), BenchConfig.DEFAULT, ""));
      ForkSchedule.Turn turn = new ForkSchedule.Turn(arm, 0, i / plan.arms().size());
      Path jar = plan.beside();
      if (jar == null) {
        fork(turn);
      } else {
        // the first pair shows at once whether JLBH gives a result
        pair(turn, jar, i + 1, i == 0 || turns.nextBoolean());
      }
    }
    boolean complete = !cancelled;
    runs.forEach(Single::keepBeside);
    return runs.stream().map(one -> one.result(complete)).toList();
  }

  /** Ends the current fork, which is lost, and then the run. */
  public void cancel() {
    cancelled = true;
    ForkProcess process = running.get();
    if (process != null) {
      process.kill();
    }
    BesideFork fork = runningBeside.get();
    if (fork != null) {
      fork.kill();
    }
  }

  /** Runs the program once with each, one after the other. */
  private void pair(ForkSchedule.Turn turn, Path jar, int number, boolean jlbhFirst)
      throws InterruptedException {
    if (jlbhFirst) {
      beside(jar, number, true);
    }
    if (!cancelled) {
      fork(turn);
    }
    if (!jlbhFirst && !cancelled) {
      beside(jar, number, false);
    }
  }

  /** Runs the program once with JLBH's own jar. */
  private void beside(Path jar, int fork, boolean first) throws InterruptedException {
    try (ScratchFolder scratch = scratch()) {
      BesideFork process =
          new BesideFork(
              plan.arms().getFirst(), plan.program(), jar, scratch.path().resolve("jlbh.log"));
      runningBeside.set(process);
      if (cancelled) {
        return;
      }
      BesideFork.Result result = process.run();
      runningBeside.set(null);
      if (cancelled) {
        return;
      }
      if (result.reports().isEmpty() && besides.isEmpty()) {
        throw FoliotException.usage("--beside: " + result.failure());
      }
      besides.add(new Beside(fork, first, result));
    }
  }

  /**
   * A fork with JLBH's own jar.
   *
   * @param fork the number of the fork beside which it ran
   * @param first whether it ran before that
   * @param result what became of it
   */
  private record Beside(int fork, boolean first, BesideFork.Result result) {
    /** Its part of a measurement of the program. */
    BesideRecord.Fork of(int place, long messages) {
      if (place >= result.reports().size()) {
        String why = result.failure();
        return new BesideRecord.Fork(
            fork, first, null, Map.of(), false, null, why == null ? NOT_MADE : Redaction.text(why));
      }
      JlbhReport report = result.reports().get(place);
      // the runs that count are those that Foliot counts
      int counted = (int) Math.max(1, messages / Math.max(1, report.runs().getFirst().messages()));
      double achieved = report.achievedPerS(counted);
      return new BesideRecord.Fork(
          fork,
          first,
          achieved == 0 ? null : achieved,
          report.percentilesNs(counted),
          report.jitterThread(),
          result.pinnedTo(),
          null);
    }
  }

  private void fork(ForkSchedule.Turn turn) throws InterruptedException {
    BenchPlan.ForkJvm how = plan.arms().get(turn.arm());
    String startedAt = now();
    try (ScratchFolder scratch = scratch()) {
      Path log = scratch.path().resolve("fork.log");
      ForkProcess process =
          new ForkProcess(
              new JlbhCommand(how.jdk(), how.args(), plan.program(), plan.jitter()),
              how.cpus(),
              log,
              progress::phase);
      running.set(process);
      if (cancelled) {
        return;
      }
      ForkOutcome whole = process.run();
      running.set(null);
      if (cancelled) {
        return;
      }
      List<ForkProcess.Part> parts = process.parts();
      if (parts.isEmpty() && runs.isEmpty()) {
        throw FoliotException.usage(
            whole.failure() == null ? "nothing was measured" : whole.failure());
      }
      for (int i = 0; i < Math.max(parts.size(), runs.size()); i++) {
        if (i == runs.size()) {
          runs.add(new Single(parts.get(i).begins(), i));
        }
        ForkOutcome outcome =
            i < parts.size()
                ? parts.get(i).outcome()
                : new ForkOutcome(
                    null,
                    whole.failure() == null ? NOT_MADE : whole.failure(),
                    whole.trace(),
                    whole.exitCode(),
                    whole.kernel());
        BenchConfig config = i < parts.size() ? parts.get(i).begins().config() : runs.get(i).config;
        ForkRecord record = runs.get(i).add(turn, startedAt, config, outcome, log);
        if (i == 0) {
          progress.forkEnded(record);
        }
      }
    }
  }

  private static ScratchFolder scratch() {
    return switch (ScratchFolder.ofPlain("foliot-jlbh-")) {
      case Reading.Value<ScratchFolder>(ScratchFolder made) -> made;
      case Reading.Unavailable<ScratchFolder> none ->
          throw FoliotException.environment(none.reason() + ": " + none.remedy());
    };
  }

  private String now() {
    return Instant.ofEpochMilli(time.millis()).toString();
  }

  /** One measurement of the program: a run in the store. */
  private final class Single {
    private final ForkMessage.Begins begins;
    private final BenchConfig config;
    private final int place;
    private final RunFolder folder;
    private final String startedAt = now();
    private final List<ForkRecord> forks = new ArrayList<>();
    private final List<String> forkNames = new ArrayList<>();

    Single(ForkMessage.Begins begins, int place) {
      this.begins = begins;
      this.config = begins.config();
      this.place = place;
      this.folder = store.begin("bench");
      folder.write(record(false, summary()));
    }

    ForkRecord add(
        ForkSchedule.Turn turn,
        String forkStartedAt,
        BenchConfig load,
        ForkOutcome outcome,
        Path log) {
      int number = forks.size() + 1;
      try (ForkFolder fork = folder.beginFork(number)) {
        ForkRecord record =
            new ForkRecords(
                    turn,
                    number,
                    forkStartedAt,
                    load,
                    outcome,
                    ForkProfile.begin(null),
                    Figures.ofBench(plan.percentiles()))
                .record();
        Measurement measurement = outcome.measurement();
        if (measurement != null) {
          ForkFiles.write(
              measurement, load.warmupNs(), load.durationNs(), outcome.timeline(), fork);
        }
        keepLog(log, outcome, fork.log());
        fork.commit(record);
        forkNames.add(fork.name());
        forks.add(record);
        folder.write(record(false, summary()));
        return record;
      }
    }

    /** Keeps what JLBH reports of this measurement, if it was asked. */
    void keepBeside() {
      Path jar = plan.beside();
      if (jar != null && !besides.isEmpty()) {
        new BesideRecord(
                BesideRecord.SCHEMA,
                String.valueOf(jar.getFileName()),
                besides.stream().map(one -> one.of(place, config.messages())).toList())
            .write(folder.path());
      }
    }

    private static void keepLog(Path log, ForkOutcome outcome, Path kept) {
      try {
        if (Files.exists(log)) {
          Files.copy(log, kept, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
        if (!outcome.trace().isEmpty()) {
          Files.writeString(
              kept,
              "\n[foliot] what ended this fork:\n" + outcome.trace(),
              StandardCharsets.UTF_8,
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("the log of a fork cannot be written", e);
      }
    }

    BenchResult result(boolean complete) {
      StoredRun stored = store.find(folder.path().toString());
      folder.write(record(complete, SummaryIntervals.of(stored)));
      stored = store.find(folder.path().toString());
      return new BenchResult(stored.run(), stored.forks(), folder.path(), !complete);
    }

    private Map<SummaryKey, Map<String, Spread>> summary() {
      return Summary.of(forks, plan.arms().size(), 1);
    }

    private RunRecord record(boolean complete, Map<SummaryKey, Map<String, Spread>> summary) {
      String arrivals =
          begins.arrivals().equals("NORMAL") ? "constant" : "jlbh " + begins.arrivals();
      LoadRecord load = ForkRecords.load(config, arrivals, begins.fromStart());
      return new RunRecord(
          RunRecord.SCHEMA,
          new RunRecord.Origin(
              folder.id(),
              "bench",
              plan.commandLine(),
              place == 0 ? plan.program().name() : plan.program().name() + "#" + (place + 1),
              startedAt,
              complete ? now() : null),
          new RunRecord.Setup(
              plan.arms().stream().map(jvm -> jvm.stored(Map.of(), null)).toList(),
              List.of(load),
              environment),
          new RunRecord.Result(
              RunValidity.of(forks, List.of(load.rate())), summary, plan.percentiles(), null),
          List.copyOf(forkNames),
          complete);
    }
  }
}
