package dev.foliot.study.run;

import dev.foliot.bench.NanoClock;
import dev.foliot.judgement.compare.PairsEnd;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Environment;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.load.driver.HttpDriver;
import dev.foliot.service.profile.Profiler;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.GateRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileFiles;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyFiles;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.CellOrder;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkReading;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.answer.StudyPairs;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.Cell;
import dev.foliot.text.FoliotException;
import dev.foliot.text.RunReason;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Plays a study: its cells in random order, or in pairs, each stored when complete.
 *
 * <p>{@link #run} is called once, by a platform thread; {@link #cancel} by any thread at any time.
 */
public final class StudyRun {
  private StudyPlan plan;
  private final StudyProgress progress;
  private StudyRecords records;
  private final InstantSource time = InstantSource.system();
  private final Store store;
  private final RunFolder folder;
  private final String startedAt;
  private final Profiler profiler;
  private final Map<String, Object> environment;
  private final List<StudyPoint> points = new ArrayList<>();
  private final List<String> forkNames = new ArrayList<>();
  private final Map<Integer, StudyCourse> courses = new HashMap<>();
  private final Object lock = new Object();
  private @Nullable Thread runner;
  private boolean cancelled;

  /**
   * Creates the run's folder in a store.
   *
   * @throws FoliotException if its loads need more connections than this process may open files, or
   *     for a profiler that does not work
   * @throws StoreException if the store is not writable
   */
  public StudyRun(StudyPlan plan, Store store, StudyProgress progress) {
    this.plan = plan;
    this.progress = progress;
    this.records = new StudyRecords(plan);
    this.startedAt = now();
    check(plan);
    this.profiler =
        Profiler.of(plan.profile(), plan.arms().stream().map(arm -> arm.jdk().home()).toList());
    this.store = store;
    try {
      this.environment = profiler.in(Environment.read(Path.of("/"), ProcessHandle.current().pid()));
      this.folder = store.begin("study");
      if (!plan.origin().fileText().isEmpty()) {
        StudyFiles.writeFile(folder, plan.origin().fileText());
      }
      write(false, false);
    } catch (RuntimeException e) {
      // the caller cannot: no run exists yet
      profiler.close();
      throw e;
    }
  }

  /**
   * Checks a plan before anything starts. A service that some of its clients cannot reach has no
   * meaningful result.
   *
   * @throws FoliotException if its loads need more connections than this process may open files
   */
  public static void check(StudyPlan plan) {
    plan.steps().forEach(step -> HttpDriver.checkDescriptors(step.connections()));
  }

  /**
   * Plays all cells.
   *
   * @return the result, also after {@link #cancel}
   * @throws FoliotException if this system cannot run arms or a driver at all
   * @throws StoreException if the store is not writable; complete forks remain
   * @throws InterruptedException if interrupted without a cancellation; complete forks are kept
   */
  public StudyResult run() throws InterruptedException {
    synchronized (lock) {
      runner = Thread.currentThread();
    }
    boolean whole = false;
    try {
      if (!isCancelled()) {
        prepare();
      }
      GateRecord gate = plan.gate();
      if (gate == null) {
        playAll(CellOrder.of(plan));
        whole = points.size() == plan.allForks();
      } else {
        playPairs(gate);
        whole = !isCancelled();
      }
      if (!isCancelled()) {
        playRecorded();
      }
    } catch (InterruptedException | RuntimeException e) {
      // an interrupt also closes the file being read or written
      if (!isCancelled()) {
        throw e;
      }
    } finally {
      synchronized (lock) {
        runner = null;
      }
      profiler.close();
    }
    // a cancellation has interrupted this thread, and the following steps must still run
    boolean cut = isCancelled();
    if (cut) {
      Thread.interrupted();
    }
    write(whole, true);
    return new StudyResult(
        answered(StudyFiles.study(store.find(folder.path().toString()))), folder.path(), cut);
  }

  private void playAll(List<List<Cell>> order) throws InterruptedException {
    for (List<Cell> cells : order) {
      if (isCancelled()) {
        break;
      }
      Cell first = cells.getFirst();
      progress.forkStarts(
          first.fork(),
          plan.allForks(),
          plan.arms().get(first.arm()),
          plan.steps().get(first.step()).upTo(plan.steps().get(cells.getLast().step())));
      List<StudyPoint> played = play(cells);
      write(false, false);
      played.forEach(progress::forkEnded);
    }
  }

  /** Plays pairs until what they judge is decided, or the budget is spent. */
  private void playPairs(GateRecord gate) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(plan.seed());
    PairsEnd end = new PairsEnd(gate, NanoClock.system()::nanoTime);
    boolean over = false;
    for (int pair = 0; !over && !isCancelled(); pair++) {
      playAll(CellOrder.pair(plan, pair, random));
      Optional<StudyPairs> pairs =
          StudyPairs.of(new StudyFigures(write(false, false), courses), plan.study().mainFigure());
      pairs.ifPresent(all -> progress.pairEnded(all.pairs()));
      over = pairs.isEmpty() || end.isOver(pairs.get().pairs());
    }
  }

  /** Completes a plan that depends on the arms or the CPUs. */
  private void prepare() throws InterruptedException {
    if (!plan.study().needsPreparation(plan)) {
      return;
    }
    try (ScratchFolder scratch = scratch()) {
      plan = plan.study().prepared(plan, scratch.path(), progress);
      records = new StudyRecords(plan);
    }
    write(false, false);
  }

  private boolean isCancelled() {
    synchronized (lock) {
      return cancelled;
    }
  }

  /** Ends the current fork, which is lost, and then the study. */
  public void cancel() {
    synchronized (lock) {
      cancelled = true;
      if (runner != null) {
        runner.interrupt();
      }
    }
  }

  private List<StudyPoint> play(List<Cell> cells) throws InterruptedException {
    String forkStartedAt = now();
    Cell first = cells.getFirst();
    try (ScratchFolder scratch = scratch();
        ForkFolder fork = folder.beginFork(first.fork())) {
      List<ForkOutcome> outcomes = outcomes(cells, scratch, fork, profiler, keeper(fork));
      if (outcomes.getFirst() instanceof ForkOutcome.Failed && isCancelled()) {
        throw new InterruptedException("what failed was interrupted, and says nothing of its arm");
      }
      List<StudyPoint> played = new ArrayList<>();
      played.add(keep(first, forkStartedAt, outcomes.getFirst(), fork));
      for (int i = 1; i < cells.size(); i++) {
        try (ForkFolder next = folder.beginFork(cells.get(i).fork())) {
          played.add(keep(cells.get(i), forkStartedAt, outcomes.get(i), next));
        }
      }
      return played;
    }
  }

  /** Plays a fork; one without a profiler has a flight recording that explains slow requests. */
  private List<ForkOutcome> outcomes(
      List<Cell> cells,
      ScratchFolder scratch,
      ForkFolder fork,
      @Nullable Profiler by,
      ForkSetting.Keeper keeps)
      throws InterruptedException {
    return plan.study()
        .play(
            new ForkSetting(
                plan, cells, scratch.path(), fork.log(), progress, by, keeps, by == null));
  }

  /**
   * Plays the extra forks with a flight recording. Without their results the study has all its
   * figures.
   */
  private void playRecorded() throws InterruptedException {
    List<List<Cell>> order = CellOrder.recorded(plan);
    int number = plan.allForks();
    for (List<Cell> cells : order) {
      number++;
      ArmPlan arm = plan.arms().get(cells.getFirst().arm());
      progress.forkStarts(
          number,
          plan.allForks() + order.size(),
          arm,
          plan.steps().get(cells.getFirst().step()).upTo(plan.steps().get(cells.getLast().step())));
      try {
        playRecorded(arm, cells);
      } catch (FoliotException e) {
        progress.notRecorded(arm.name(), failed(String.valueOf(e.getMessage())));
      }
      if (isCancelled()) {
        break;
      }
    }
  }

  private void playRecorded(ArmPlan arm, List<Cell> cells) throws InterruptedException {
    String forkStartedAt = now();
    try (ScratchFolder scratch = scratch();
        ForkFolder first = folder.beginRecorded(cells.getFirst().fork())) {
      List<ForkOutcome> outcomes = outcomes(cells, scratch, first, null, ForkSetting.Keeper.NONE);
      // what failed then was interrupted
      for (int i = 0; i < cells.size() && !isCancelled(); i++) {
        switch (outcomes.get(i)) {
          case ForkOutcome.Failed(String reason) ->
              progress.notRecorded(arm.name(), failed(reason));
          case ForkOutcome.Played played -> {
            if (played.work().recorded() == null) {
              continue;
            }
            if (i == 0) {
              keepRecorded(cells.get(i), forkStartedAt, played, first);
            } else {
              try (ForkFolder next = folder.beginRecorded(cells.get(i).fork())) {
                keepRecorded(cells.get(i), forkStartedAt, played, next);
              }
            }
          }
        }
      }
    }
  }

  private void keepRecorded(
      Cell cell, String forkStartedAt, ForkOutcome.Played played, ForkFolder fork) {
    StudyRecords.write(played, fork);
    fork.commit(records.fork(cell, forkStartedAt, played, played.work().validity()));
  }

  private static Reading.Unavailable<?> failed(String reason) {
    return new Reading.Unavailable<>(new RunReason.ForkFailed(reason));
  }

  private static ForkSetting.Keeper keeper(ForkFolder fork) {
    return new ForkSetting.Keeper() {
      @Override
      public void profile(Profile profile) {
        ProfileFiles.write(fork, profile);
      }

      @Override
      public void prediction(StudyPrediction prediction) {
        StudyFiles.write(fork, prediction);
      }
    };
  }

  private StudyPoint keep(Cell cell, String forkStartedAt, ForkOutcome outcome, ForkFolder fork) {
    StudyPoint point = ForkReading.point(plan, cell, outcome);
    StudyCourse course = StudyCourse.NONE;
    if (outcome instanceof ForkOutcome.Played played) {
      course = played.course();
      StudyRecords.write(played, fork);
    }
    StudyFiles.write(fork, point, course);
    fork.commit(records.fork(cell, forkStartedAt, outcome, point.validity()));
    forkNames.add(fork.name());
    points.add(point);
    courses.put(cell.fork(), course.withoutEvents()); // no verdict uses them
    return point;
  }

  private static ScratchFolder scratch() {
    return switch (ScratchFolder.of("foliot-study-")) {
      case Reading.Value<ScratchFolder>(ScratchFolder made) -> made;
      case Reading.Unavailable<ScratchFolder> none ->
          throw FoliotException.environment(none.sentence());
    };
  }

  /**
   * Writes the study before the run, which therefore never names an unknown fork.
   *
   * @param complete whether all forks were played
   * @param ended whether no more will be
   * @return the study with its answers
   */
  private StudyRecord write(boolean complete, boolean ended) {
    StudyRecord unanswered =
        new StudyRecord(
            StudyRecord.SCHEMA,
            folder.id(),
            records.design(points),
            points,
            List.of(),
            StudyValidity.of(plan, points, records::named),
            complete);
    StudyRecord answered = answered(unanswered);
    StudyFiles.write(folder, answered);
    List<LoadRecord> loads = records.loads();
    folder.write(
        new RunRecord(
            RunRecord.SCHEMA,
            new RunRecord.Origin(
                folder.id(),
                "study",
                plan.origin().commandLine(),
                plan.study().label(),
                startedAt,
                ended ? now() : null),
            new RunRecord.Setup(
                records.arms(points).stream()
                    .map(arm ->
                        new Arm(
                            arm.jvm().jdk(),
                            arm.jvm().jdkVersion(),
                            arm.jvm().jvmArgs(),
                            arm.limits().cpus()))
                    .toList(),
                loads,
                environment),
            new RunRecord.Result(answered.validity(), Map.of(), List.of(), null),
            List.copyOf(forkNames),
            complete));
    return answered;
  }

  private StudyRecord answered(StudyRecord study) {
    return study.points().isEmpty()
        ? study
        : StudyAnswers.answered(plan.study(), new StudyFigures(study, courses));
  }

  private String now() {
    return Instant.ofEpochMilli(time.millis()).toString();
  }
}
