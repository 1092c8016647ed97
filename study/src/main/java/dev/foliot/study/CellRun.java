package dev.foliot.study;

import dev.foliot.bench.NanoClock;
import dev.foliot.load.DriverProcess;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import dev.foliot.service.ArmException;
import dev.foliot.service.profile.ProfileWay;
import dev.foliot.service.watch.Span;
import dev.foliot.service.watch.WatchPlan;
import dev.foliot.store.Profile;
import dev.foliot.text.LabException;
import dev.foliot.text.Reasons;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Plays one fork, or several whose loads continue each other: remote system and service on their
 * CPUs, a driver that warms up and then loads, the service watched all the while, and all of it
 * stopped. Whatever happens, no process of it is left when {@link #play} returns or throws.
 */
final class CellRun {
  private static final long QUICK_DELAY_NS = 2_000_000;

  /** Between two looks whether the warm-up is over. */
  private static final long LOOK_MS = 50;

  private static final int FEW_CPUS = 2;
  private static final List<String> DRIVER_JVM = List.of("-XX:+UseSerialGC");

  /** In a form of whose figures nothing is asked, most of the time is that of starting. */
  private static final List<String> SOON_READY =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final StudyPlan plan;
  private final ArmPlan arm;
  private final StepPlan step;
  private final List<StepPlan> steps;
  private final @Nullable Calibration calibration;
  private final boolean trial;
  private final long seed;
  private final Path folder;
  private final Path log;
  private final StudyProgress progress;
  private final NanoClock clock = NanoClock.system();
  private List<ProfileWay> ways = List.of();
  private Consumer<Profile> samples = profile -> {};

  /**
   * @param calibration what a nanosecond of CPU time is here; null where no load asks for it
   * @param folder for the driver's files, which are not kept
   * @param log takes what the service prints
   */
  CellRun(
      StudyPlan plan,
      Cell cell,
      @Nullable Calibration calibration,
      Path folder,
      Path log,
      StudyProgress progress) {
    this(plan, List.of(cell), calibration, folder, log, progress);
  }

  /**
   * @param cells of one arm, whose loads continue each other
   * @param calibration what a nanosecond of CPU time is here; null where no load asks for it
   * @param folder for the driver's files, which are not kept
   * @param log takes what the service prints
   */
  CellRun(
      StudyPlan plan,
      List<Cell> cells,
      @Nullable Calibration calibration,
      Path folder,
      Path log,
      StudyProgress progress) {
    Cell cell = cells.getFirst();
    this.plan = plan;
    this.arm = plan.arms().get(cell.arm());
    this.steps = cells.stream().map(one -> plan.steps().get(one.step())).toList();
    this.step = steps.getFirst();
    this.calibration = calibration;
    this.trial = cell.fork() == Cell.TRIAL;
    // the same requests for the same fork of every arm
    this.seed = plan.seed() + cell.replicate();
    this.folder = folder;
    this.log = log;
    this.progress = progress;
  }

  /** Looks at a service while it is there; called by the thread that plays. */
  interface Guest {
    /** Nobody. */
    Guest NONE = new Guest() {};

    /**
     * The service is ready, and nothing has been asked of it.
     *
     * @param driving puts it under a load that is in no figure
     */
    default void before(Service service, Function<List<LoadPhase>, DriverProcess> driving)
        throws InterruptedException {}

    /** The load is over, and the service still lives. */
    default void after(Service service) {}
  }

  /** The only cell, with nobody beside it. */
  CellOutcome play() throws InterruptedException {
    return play(Guest.NONE);
  }

  /** The only cell. */
  CellOutcome play(Guest guest) throws InterruptedException {
    return playAll(guest).getFirst();
  }

  /** All cells, with nobody beside them. */
  List<CellOutcome> playAll() throws InterruptedException {
    return playAll(Guest.NONE);
  }

  /**
   * The same with a profile of the service under load.
   *
   * @param by how, the way that is tried first in front
   * @param keeps is told of the profile where there is one
   */
  CellRun profiled(List<ProfileWay> by, Consumer<Profile> keeps) {
    ways = by;
    samples = keeps;
    return this;
  }

  /**
   * Plays them.
   *
   * @return what each gave, in their order
   * @throws LabException if this system cannot hold arms or a driver at all
   * @throws InterruptedException if interrupted; all processes have ended then
   */
  private List<CellOutcome> playAll(Guest guest) throws InterruptedException {
    progress.stage(StudyProgress.Stage.STARTING);
    Services services = new Services(plan, log, folder.resolve("remote.log"), clock);
    try (Replies replies = new Replies();
        Service remote = remote(services);
        Service service = services.of(arm, step, calibration, remote)) {
      try {
        if (remote != null) {
          remote.awaitReady();
        }
        service.awaitReady();
        guest.before(service, phases -> driver(service, phases));
        List<CellOutcome> outcomes = load(replies, remote, service);
        check(service, remote);
        guest.after(service);
        return outcomes;
      } catch (LabException | IOException e) {
        // a driver that fails since the service is gone is not to blame
        check(service, remote);
        return failed(e);
      } finally {
        progress.stage(StudyProgress.Stage.ENDING);
      }
    } catch (ArmException e) {
      return failed(e);
    }
  }

  private List<CellOutcome> failed(Exception why) {
    return Collections.nCopies(
        steps.size(), new CellOutcome.Failed(String.valueOf(why.getMessage())));
  }

  /** Quick while the service warms up, where there is a time to make it slow; null for none. */
  private @Nullable Service remote(Services services) throws InterruptedException {
    RemotePlan remote = plan.target(step).remote();
    return remote == null
        ? null
        : services.remote(remote, step.idleNs() > 0 ? QUICK_DELAY_NS : step.delayNs(), seed);
  }

  private static void check(Service service, @Nullable Service remote) {
    service.check();
    if (remote != null) {
      remote.check();
    }
  }

  private List<CellOutcome> load(Replies replies, @Nullable Service remote, Service service)
      throws IOException, InterruptedException {
    List<LoadPhase> phases = new ArrayList<>();
    phases.add(
        new LoadPhase("warm-up", new Traffic.Closed(step.warmupClients(), 0), step.warmupNs()));
    if (step.idleNs() > 0) {
      phases.add(new LoadPhase("idle", new Traffic.Idle(), step.idleNs()));
    }
    steps.forEach(one -> phases.add(new LoadPhase(one.name(), one.traffic(), one.durationNs())));
    try (Watching watching = watching(replies, service);
        DriverProcess driver = driver(service, phases)) {
      // errors until the end of the load would tell nobody anything
      CompletableFuture<Void> _ = service.process().ended().thenRun(driver::close);
      progress.stage(StudyProgress.Stage.WARMING_UP);
      long switchedNanoTime =
          remote == null || step.idleNs() == 0 ? clock.nanoTime() : delay(replies, remote, driver);
      progress.stage(StudyProgress.Stage.LOADING);
      LoadResult result = driver.await();
      service.check();
      List<PhaseResult> measured =
          result.phases().subList(phases.size() - steps.size(), phases.size());
      watching.stop(span(result, measured));
      List<String> suspect = notes(service, remote);
      if (remote != null
          && step.idleNs() > 0
          && switchedNanoTime - result.startNanoTime() - measured.getFirst().startNs() > 0) {
        suspect.add("the remote system got its delay only after the load had begun");
      }
      watching.seen().profile().toOptional().ifPresent(samples);
      double @Nullable [] late = lateness(replies, remote);
      List<CellOutcome> outcomes = new ArrayList<>();
      for (int i = 0; i < steps.size(); i++) {
        outcomes.add(
            new CellReading(
                    result,
                    steps.size(),
                    i,
                    watching.seen(),
                    watching.threads(),
                    watching.startNanoTime(),
                    plan.measures())
                .outcome(i == steps.size() - 1 ? late : null, suspect));
      }
      return outcomes;
    }
  }

  private static Span span(LoadResult result, List<PhaseResult> loads) {
    long fromNs = loads.getFirst().startNs();
    return Span.of(
        result.startEpochMs() + fromNs / 1_000_000,
        loads.getLast().startNs() + loads.getLast().durationNs() - fromNs);
  }

  /**
   * Gives the remote system its delay between warm-up and load; both have one driver, since a new
   * one would be cold when the load comes at once.
   *
   * @return when, by the monotonic clock
   */
  private long delay(Replies replies, Service remote, DriverProcess driver)
      throws IOException, InterruptedException {
    DelaySwitch change = new DelaySwitch(step);
    // who asks for the first time asks slowly, and there may be little time between both
    var _ = drawn(replies, remote);
    boolean due = false;
    while (!due && !hasEnded(driver)) {
      OptionalLong start = driver.startNanoTime();
      long atNs = start.isPresent() ? clock.nanoTime() - start.getAsLong() : Long.MIN_VALUE;
      due = change.isOpen(atNs) && change.isDue(atNs, drawn(replies, remote));
    }
    replies.post(remote.port(), "/delay?delay=" + step.delayNs() / 1_000 + "us&seed=" + seed);
    return clock.nanoTime();
  }

  private static long drawn(Replies replies, Service remote)
      throws IOException, InterruptedException {
    return replies.get(remote.port(), "/delay").path("drawn").asLong(0);
  }

  /** Whether it ends within a look's time. */
  private static boolean hasEnded(DriverProcess driver) throws InterruptedException {
    try {
      driver.handle().onExit().get(LOOK_MS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a process cannot be waited for", e);
    }
  }

  /** How late the remote system's answers were; null where there is none. */
  private static double @Nullable [] lateness(Replies replies, @Nullable Service remote)
      throws InterruptedException {
    if (remote == null) {
      return null;
    }
    try {
      var late = replies.get(remote.port(), "/delay").path("late");
      return new double[] {late.path("mean").asDouble(0) / 1e6, late.path("max").asDouble(0) / 1e6};
    } catch (IOException e) {
      return new double[0];
    }
  }

  private List<String> notes(Service service, @Nullable Service remote) {
    List<String> suspect = new ArrayList<>(Reasons.sentences(plan.cpus().suspect()));
    suspect.addAll(Reasons.sentences(service.missing()));
    Integer count = step.cpus();
    if (count != null && plan.study() == StudyName.SCALING) {
      suspect.addAll(
          Reasons.sentences(plan.cpus().sharedCores(plan.cpus().withServiceCpus(count).service())));
    }
    if (remote != null) {
      suspect.addAll(Reasons.sentences(remote.missing()));
    }
    return suspect;
  }

  private DriverProcess driver(Service service, List<LoadPhase> phases) {
    return DriverProcess.start(load(service, phases), plan.cpus().driver(), folder, driverJvm());
  }

  private List<String> driverJvm() {
    return plan.form() == StudyForm.TEST ? SOON_READY : DRIVER_JVM;
  }

  private LoadPlan load(Service service, List<LoadPhase> phases) {
    StudyTarget target = plan.target(step);
    return new LoadPlan(
        new Target("127.0.0.1", service.port()),
        target.requests(),
        phases,
        steps.stream().mapToInt(StepPlan::connections).max().orElseThrow(),
        loops(),
        target.timeoutNs(),
        target.keepAlive(),
        seed,
        step.intervalNs());
  }

  /** One event loop is enough for a driver with few CPUs, and as many as it needs with more. */
  private int loops() {
    return plan.cpus().driver().size() <= FEW_CPUS ? 1 : 0;
  }

  private Watching watching(Replies replies, Service service) throws InterruptedException {
    WatchPlan kernel =
        trial
            ? WatchPlan.fromOutside(service.pid())
            : CellWatch.plan(plan.measures(), step, service.pid()).profiled(ways);
    return Watching.start(plan.cpus().driver(), kernel, clock, () -> threads(replies, service));
  }

  private ThreadsWatch threads(Replies replies, Service service) {
    if (!plan.measures().pool()) {
      return ThreadsWatch.notAsked();
    }
    return arm.start() instanceof ArmStart.BuiltIn
        ? ThreadsWatch.start(replies, service.port(), CellWatch.periodNs(step), clock)
        : ThreadsWatch.none();
  }
}
