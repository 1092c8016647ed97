package dev.foliot.study;

import dev.foliot.bench.NanoClock;
import dev.foliot.bench.Phase;
import dev.foliot.diagnose.scheduler.Traced;
import dev.foliot.diagnose.scheduler.WakeTrace;
import dev.foliot.judgement.KernelWatch;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.service.ArmCommand;
import dev.foliot.service.ArmException;
import dev.foliot.service.RunningArm;
import dev.foliot.service.profile.ForkProfile;
import dev.foliot.service.watch.ProcessSample;
import dev.foliot.service.watch.ProcessWatch;
import dev.foliot.service.watch.WatchPlan;
import dev.foliot.service.watch.Watched;
import dev.foliot.store.Profile;
import dev.foliot.text.LabException;
import dev.foliot.text.Reasons;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Plays one fork of {@code burn}: the program alone on its CPUs, callers and workers in one
 * process, watched from other CPUs where there are any. Whatever happens, no process of it is left
 * when {@link #play} returns or throws.
 */
final class BurnCell {
  static final String APPS = "dev.foliot.apps.Apps";

  /** Start, end and what a machine that is short of time adds. */
  private static final long AROUND_NS = 60_000_000_000L;

  private static final long START_NS = 300_000_000;
  private static final long LONG_WARM_UP_NS = 4_000_000_000L;
  private static final long SLICE_NS = 200_000_000;
  private static final long LEAST_PERIOD_NS = 200_000_000;
  private static final int NO_PORT = 0;
  private static final int SAMPLES = 20;
  private static final Set<String> NO_WORKERS = Set.of("burn-front", "burn-watch", "burn-control");

  private final StudyPlan plan;
  private final ArmPlan arm;
  private final StepPlan step;
  private final @Nullable Calibration calibration;
  private final Path folder;
  private final Path log;
  private final StudyProgress progress;
  private final NanoClock clock = NanoClock.system();
  private ForkProfile profile = ForkProfile.begin(null);
  private Consumer<Profile> samples = taken -> {};

  /**
   * @param calibration what a nanosecond of CPU time is here
   * @param folder for the program's result, which is not kept
   * @param log takes what the program prints
   */
  BurnCell(
      StudyPlan plan,
      Cell cell,
      @Nullable Calibration calibration,
      Path folder,
      Path log,
      StudyProgress progress) {
    this.plan = plan;
    this.arm = plan.arms().get(cell.arm());
    this.step = plan.steps().get(cell.step());
    this.calibration = calibration;
    this.folder = folder;
    this.log = log;
    this.progress = progress;
  }

  /**
   * The same with a profile.
   *
   * @param by what the JVM is told for it
   * @param keeps is told of the profile
   */
  BurnCell profiled(ForkProfile by, Consumer<Profile> keeps) {
    profile = by;
    samples = keeps;
    return this;
  }

  /**
   * Plays it.
   *
   * @throws LabException if this system cannot hold arms at all
   * @throws InterruptedException if interrupted; all processes have ended then
   */
  CellOutcome play() throws InterruptedException {
    progress.stage(StudyProgress.Stage.STARTING);
    BurnCpus cpus = BurnCpus.of(plan.cpus(), step.cpus());
    Path result = folder.resolve("burn.json");
    KernelWatch kernel = new KernelWatch(ProcessHandle.current().pid());
    kernel.phase(Phase.MEASURE);
    try (RunningArm burn = RunningArm.launch(command(result, cpus.own()), log, 0, clock)) {
      progress.stage(StudyProgress.Stage.LOADING);
      OtherProcesses others = OtherProcesses.from(cpus.own());
      BurnReading.Watch watch = watch(burn, cpus);
      kernel.phase(Phase.MEASURED);
      progress.stage(StudyProgress.Stage.ENDING);
      BurnResult told = BurnResult.read(result);
      List<String> suspect = new ArrayList<>(Reasons.sentences(burn.missing()));
      // the last sample is up to a period old
      long ownNs = Math.max(cpuNs(watch.watched()), told.processCpuNs());
      others.suspectNow(ownNs).ifPresent(suspect::add);
      if (plan.study() == StudyName.SCALING) { // elsewhere all arms have the same CPUs
        suspect.addAll(Reasons.sentences(plan.cpus().sharedCores(cpus.own())));
      }
      long startEpochMs = nowEpochMs(told.startNanoTime());
      profile.read(startEpochMs, step.durationNs()).ifPresent(samples);
      return new BurnReading(step, told, watch, kernel.view()).outcome(startEpochMs, suspect);
    } catch (ArmException e) {
      return new CellOutcome.Failed(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return new CellOutcome.Failed(
          "arm "
              + Shown.text(arm.name())
              + ": burn ended in order and left no result that can be read ("
              + Shown.text(e.getMessage())
              + "): see whether "
              + folder
              + " has room");
    }
  }

  private static long cpuNs(Watched watched) {
    ProcessSample last = watched.samples().getLast();
    return last.cpuUserNs() + last.cpuSystemNs();
  }

  private long nowEpochMs(long nanoTime) {
    return InstantSource.system().millis() - (clock.nanoTime() - nanoTime) / 1_000_000;
  }

  private BurnReading.Watch watch(RunningArm burn, BurnCpus cpus) throws InterruptedException {
    long mostNs = step.warmupNs() + step.durationNs() + AROUND_NS;
    ProcessWatch process;
    try {
      process = onOthers(cpus.others(), () -> start(burn));
    } catch (LabException e) {
      // one that is not there any more says itself why
      burn.await(mostNs);
      throw e;
    }
    try (process) {
      Reading<Traced<String>> wakes = wakes(burn, cpus);
      burn.await(mostNs);
      return new BurnReading.Watch(process.stop(), process.startNanoTime(), wakes);
    }
  }

  /**
   * Whether wake-ups are traced: a warm-up that is so long has the same load in its second half,
   * and what is measured after it is not disturbed.
   */
  static boolean isTraced(StepPlan step) {
    return step.warmupNs() >= LONG_WARM_UP_NS;
  }

  /** Wake-ups one by one, from the middle of a long warm-up on. */
  private @Nullable Reading<Traced<String>> wakes(RunningArm burn, BurnCpus cpus)
      throws InterruptedException {
    if (plan.study() != StudyName.SHORT_TASKS || !isTraced(step)) {
      return null;
    }
    if (WakeTrace.program() instanceof Reading.Unavailable<Path> none) {
      return none.retyped();
    }
    if (burn.hasEndedWithin(START_NS + step.warmupNs() / 2)) {
      return null;
    }
    return onOthers(
        cpus.others(),
        () ->
            WakeTrace.take(
                cpus.own(),
                (name, tid) -> isWorker(name) ? Optional.of(arm.name()) : Optional.empty(),
                SLICE_NS,
                folder));
  }

  /**
   * The first 15 bytes of the names of pool threads and carriers, not of who submits, looks or
   * decides on sizes. By so many bytes the thread of JDK 25 that ends waits cannot be told from
   * carriers.
   */
  static boolean isWorker(String name) {
    return name.startsWith("ForkJoinPool-1-")
        || (name.startsWith("burn-") && !NO_WORKERS.contains(name));
  }

  private ProcessWatch start(RunningArm burn) throws InterruptedException {
    long periodNs = Math.max(LEAST_PERIOD_NS, step.durationNs() / SAMPLES);
    return ProcessWatch.start(
        new WatchPlan(
            burn.pid(), periodNs, 0, Path.of(System.getProperty("java.home")), false, false),
        clock,
        InstantSource.system());
  }

  private static <T> T onOthers(CpuList others, Affinity.Action<T, InterruptedException> action)
      throws InterruptedException {
    if (others.isEmpty()) {
      return action.run();
    }
    return switch (Affinity.during(others, action)) {
      case Reading.Value<T>(T done) -> done;
      case Reading.Unavailable<T> none ->
          throw LabException.environment("watching burn: " + none.sentence());
    };
  }

  private ArmCommand command(Path result, CpuList cpus) {
    ArmBounds bounds = arm.bounds();
    ArmWords filling = ArmWords.of(arm.start(), cpus.size(), NO_PORT, null);
    Map<String, String> environment = new TreeMap<>();
    bounds.environment().forEach((name, value) -> environment.put(name, filling.filled(value)));
    return new ArmCommand(
        arm.name(),
        words(result, cpus.size()),
        null,
        environment,
        cpus,
        bounds.quotaCpus(),
        bounds.memoryBytes(),
        null);
  }

  private List<String> words(Path result, int cpus) {
    Long taskNs = step.taskNs();
    Integer clients = StudyRecords.clients(step.traffic());
    ArmStrategy strategy = arm.strategy();
    if (taskNs == null || clients == null || calibration == null || strategy == null) {
      throw new IllegalStateException(step.name() + " is no load for burn");
    }
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("burn", "--strategy", strategy.on(cpus)));
    arguments.addAll(List.of("--work", us(taskNs)));
    arguments.addAll(List.of("--steps-per-ns", calibration.text()));
    arguments.addAll(List.of("--clients", clients.toString()));
    arguments.addAll(List.of("--warmup", us(step.warmupNs())));
    arguments.addAll(List.of("--duration", us(step.durationNs())));
    arguments.addAll(List.of("--result", result.toString()));
    return ArmCommand.java(arm.jdk(), profile.before(arm.jvmArgs()), plan.apps(), APPS, arguments);
  }

  private static String us(long ns) {
    return ns / 1_000 + "us";
  }
}
