package dev.foliot.study.burn;

import dev.foliot.diagnose.scheduler.Traced;
import dev.foliot.diagnose.scheduler.WakeTrace;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.service.profile.ForkProfile;
import dev.foliot.service.profile.Profiler;
import dev.foliot.service.run.ArmCommand;
import dev.foliot.service.run.RunningArm;
import dev.foliot.service.watch.ProcessWatch;
import dev.foliot.service.watch.WatchPlan;
import dev.foliot.store.KernelView;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.plan.ArmBounds;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStrategy;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.play.Placeholders;
import dev.foliot.study.play.ProgramFork;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reason;
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
import org.jspecify.annotations.Nullable;

/**
 * A fork of {@code burn}: the program alone on its CPUs. Callers and workers are in one process,
 * watched from other CPUs if possible.
 */
public final class BurnFork extends ProgramFork<ProgramFork.Program, BurnFork.Measured> {
  /** For start, end and delays on a busy machine. */
  private static final long AROUND_NS = 60_000_000_000L;

  /** A process that is gone has ended, as soon as that was noticed. */
  private static final long END_NS = 1_000_000_000L;

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
  private final BurnCpus cpus;
  private final boolean traces;
  private final Path result;
  private final ForkProfile profile;

  /**
   * A fork with its profile, which the caller must close.
   *
   * @param traces whether its study traces individual wake-ups
   */
  private BurnFork(ForkSetting setting, boolean traces, ForkProfile profile) {
    super(setting);
    this.plan = setting.plan();
    this.arm = setting.arm();
    this.step = setting.step();
    this.cpus = BurnCpus.of(plan.cpus(), step.cpus());
    this.traces = traces && isTraced(step);
    this.result = setting.folder().resolve("burn.json");
    this.profile = profile;
  }

  /**
   * Plays a fork.
   *
   * @param traces whether its study traces individual wake-ups
   * @throws FoliotException if this system cannot run arms at all
   * @throws InterruptedException if interrupted; all processes have then ended
   */
  public static List<ForkOutcome> play(ForkSetting setting, boolean traces)
      throws InterruptedException {
    Profiler profiler = setting.profiler();
    if (profiler == null) {
      return new BurnFork(setting, traces, ForkProfile.begin(null)).play();
    }
    try (ForkProfile profile = profiler.begin(setting.arm().jdk().home())) {
      return new BurnFork(setting, traces, profile).play();
    }
  }

  /**
   * The observations of it, and its own result.
   *
   * @param result its own result
   * @param watch of its process
   */
  record Measured(BurnResult result, BurnReading.Watch watch) {}

  @Override
  protected Program start() throws InterruptedException {
    return new Program(RunningArm.launch(command(), setting().log(), 0, clock()));
  }

  /** It begins without a signal. */
  @Override
  protected void awaitReady(Program burn) {}

  @Override
  protected CpuList cpus() {
    return cpus.own();
  }

  @Override
  protected Measured measure(Program burn) throws IOException, InterruptedException {
    BurnReading.Watch watch = watch(burn.arm());
    return new Measured(BurnResult.read(result), watch);
  }

  /** The last sample is up to a period old. */
  @Override
  protected long cpuNs(Measured measured) {
    return Math.max(
        measured.watch.watched().samples().getLast().cpuNs(), measured.result.cpu().processNs());
  }

  @Override
  protected List<Reason> suspectCpus() {
    return List.of();
  }

  @Override
  protected ForkOutcome outcome(
      Program burn, Measured measured, KernelView kernel, List<Reason> suspect) {
    List<Reason> all = new ArrayList<>(suspect);
    if (plan.study().variesCpus()) {
      all.addAll(plan.cpus().sharedCores(cpus.own()));
    }
    long startEpochMs = epochMs(measured.result.load().startNanoTime());
    profile.read(startEpochMs, step.durationNs()).ifPresent(setting().keeps()::profile);
    return new BurnReading(step, measured.result, measured.watch, kernel)
        .outcome(startEpochMs, all);
  }

  @Override
  protected String failure(IOException why) {
    return ofArm(
        "burn ended in order and left no result that can be read ("
            + Shown.text(why.getMessage())
            + "): see whether "
            + setting().folder()
            + " has room");
  }

  private BurnReading.Watch watch(RunningArm burn) throws InterruptedException {
    long mostNs = step.warmupNs() + step.durationNs() + AROUND_NS;
    try (ProcessWatch process = onOthers(() -> start(burn))) {
      Reading<Traced<String>> wakes = wakes(burn);
      burn.await(mostNs);
      return new BurnReading.Watch(process.stop(), process.startNanoTime(), wakes);
    }
  }

  /**
   * Whether wake-ups are traced. A warm-up of that length has the same load in its second half, and
   * the later measurement is not disturbed.
   */
  static boolean isTraced(StepPlan step) {
    return step.warmupNs() >= LONG_WARM_UP_NS;
  }

  /** Individual wake-ups, from the middle of a long warm-up on. */
  private @Nullable Reading<Traced<String>> wakes(RunningArm burn) throws InterruptedException {
    if (!traces) {
      return null;
    }
    if (WakeTrace.program() instanceof Reading.Unavailable<Path>(Reason why)) {
      return Reading.unavailable(why);
    }
    if (burn.hasEndedWithin(START_NS + step.warmupNs() / 2)) {
      return null;
    }
    return onOthers(() ->
        WakeTrace.take(
            cpus.own(),
            (name, tid) -> isWorker(name) ? Optional.of(arm.name()) : Optional.empty(),
            SLICE_NS,
            setting().folder()));
  }

  /**
   * Whether a name, by its first 15 bytes, belongs to a pool thread or carrier. Submitters,
   * watchers and controllers do not count. These bytes do not separate carriers from a JDK 25
   * thread that ends waits.
   */
  static boolean isWorker(String name) {
    return name.startsWith("ForkJoinPool-1-")
        || (name.startsWith("burn-") && !NO_WORKERS.contains(name));
  }

  private ProcessWatch start(RunningArm burn) throws InterruptedException {
    long periodNs = Math.max(LEAST_PERIOD_NS, step.durationNs() / SAMPLES);
    try {
      return ProcessWatch.start(
          new WatchPlan(
              burn.pid(), periodNs, 0, Path.of(System.getProperty("java.home")), false, false),
          clock(),
          InstantSource.system());
    } catch (FoliotException e) {
      // one that could not even start may be gone before it is looked at: then it says why
      if (burn.hasEndedWithin(END_NS)) {
        burn.await(0);
      }
      throw e;
    }
  }

  private <T> T onOthers(Affinity.Action<T, InterruptedException> action)
      throws InterruptedException {
    if (cpus.others().isEmpty()) {
      return action.run();
    }
    return switch (Affinity.during(cpus.others(), action)) {
      case Reading.Value<T>(T done) -> done;
      case Reading.Unavailable<T>(Reason why) ->
          throw FoliotException.environment("watching burn: " + why.sentence());
    };
  }

  private ArmCommand command() {
    ArmBounds bounds = arm.bounds();
    int count = cpus.own().size();
    Placeholders filling = Placeholders.of(arm.start(), count, NO_PORT, null);
    Map<String, String> environment = new TreeMap<>();
    bounds.environment().forEach((name, value) -> environment.put(name, filling.filled(value)));
    return new ArmCommand(
        arm.name(),
        words(count),
        null,
        environment,
        cpus.own(),
        bounds.quotaCpus(),
        bounds.memoryBytes(),
        null);
  }

  private List<String> words(int count) {
    Long taskNs = step.taskNs();
    Integer clients = step.clients();
    ArmStrategy strategy = arm.strategy();
    if (taskNs == null || clients == null || strategy == null) {
      throw new IllegalStateException(step.name() + " is no load for burn");
    }
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("burn", "--strategy", strategy.on(count)));
    arguments.addAll(List.of("--work", us(taskNs)));
    arguments.addAll(List.of("--steps-per-ns", plan.machine().stepsPerNsText()));
    arguments.addAll(List.of("--clients", clients.toString()));
    arguments.addAll(List.of("--warmup", us(step.warmupNs())));
    arguments.addAll(List.of("--duration", us(step.durationNs())));
    arguments.addAll(List.of("--result", result.toString()));
    return ArmCommand.java(
        arm.jdk(), profile.before(arm.jvmArgs()), plan.apps(), StudyApp.MAIN, arguments);
  }

  private static String us(long ns) {
    return ns / 1_000 + "us";
  }
}
