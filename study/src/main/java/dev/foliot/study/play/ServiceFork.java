package dev.foliot.study.play;

import dev.foliot.diagnose.Diagnosis;
import dev.foliot.linux.Reading;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import dev.foliot.load.driver.DriverProcess;
import dev.foliot.service.jdk.RunningJvm;
import dev.foliot.service.profile.ProfileWay;
import dev.foliot.service.profile.Profiler;
import dev.foliot.service.recording.ServerRecording;
import dev.foliot.service.watch.Span;
import dev.foliot.service.watch.WatchPlan;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.study.StudyJvm;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyProgress;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.RemotePlan;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.plan.StudyTarget;
import dev.foliot.study.watch.Replies;
import dev.foliot.study.watch.ThreadsWatch;
import dev.foliot.study.watch.Watching;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A fork of a service under a load driver, or several whose loads continue each other.
 *
 * <p>Remote system and service run on their CPUs, a driver warms up and then loads, and the service
 * is watched all the time.
 */
public class ServiceFork extends ForkProcedure<ServiceFork.Serving> {
  private static final Path ROOT = Path.of("/");
  private static final long QUICK_DELAY_NS = 2_000_000;

  /** The time until all clients of a driver have sent their first request. */
  private static final long ALL_CLIENTS_NS = 500_000_000L;

  /** Of the driver that measures, where another one has warmed up the service. */
  private static final long DRIVER_WARM_UP_NS = 3_000_000_000L;

  /** Longer than any examination. */
  private static final long LOOK_LOAD_NS = 600_000_000_000L;

  /** The interval between checks for the end of the warm-up. */
  private static final long LOOK_MS = 50;

  private static final int FEW_CPUS = 2;
  private static final double NS_PER_S = 1e9;
  private static final List<String> DRIVER_JVM = List.of("-XX:+UseSerialGC");

  /** Short forks, whose figures do not matter, take most of their time to start. */
  private static final List<String> SOON_READY =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final StudyPlan plan;
  private final ArmPlan arm;
  private final StepPlan step;
  private final List<StepPlan> steps;
  private final long seed;

  /** A fork of cells whose loads continue each other. */
  public ServiceFork(ForkSetting setting) {
    super(setting);
    this.plan = setting.plan();
    this.arm = setting.arm();
    this.step = setting.step();
    this.steps = setting.steps();
    // the same requests for the same fork of every arm
    this.seed = plan.seed() + setting.cell().replicate();
  }

  /**
   * A service with the system it calls.
   *
   * @param replies requests their reports
   * @param remote the system that the service calls; null for none
   * @param service under load
   */
  public record Serving(Replies replies, @Nullable Service remote, Service service)
      implements ForkProcedure.Processes {
    @Override
    public void check() {
      service.check();
      if (remote != null) {
        remote.check();
      }
    }

    /** In the order in which a reader searches for them. */
    @Override
    public List<Reason> missing() {
      List<Reason> missing = new ArrayList<>(service.missing());
      if (remote != null) {
        missing.addAll(remote.missing());
      }
      return missing;
    }

    @Override
    public void close() {
      try {
        service.close();
      } finally {
        try {
          if (remote != null) {
            remote.close();
          }
        } finally {
          replies.close();
        }
      }
    }
  }

  @Override
  protected final Serving start() throws InterruptedException {
    Services services =
        new Services(plan, setting().log(), setting().folder().resolve("remote.log"), clock());
    Replies replies = new Replies();
    Service remote = null;
    Serving serving = null;
    try {
      remote = remote(services);
      serving = new Serving(replies, remote, services.of(arm, step, remote));
      return serving;
    } finally {
      if (serving == null) {
        if (remote != null) {
          remote.close();
        }
        replies.close();
      }
    }
  }

  @Override
  protected final void awaitReady(Serving serving) throws InterruptedException {
    if (serving.remote != null) {
      serving.remote.awaitReady();
    }
    serving.service.awaitReady();
  }

  /** Examines a service after its load, while it still runs. */
  protected void after(Serving serving) throws InterruptedException {}

  /** The outcome of a cell, with additional results. */
  protected ForkOutcome.Played completed(ForkOutcome.Played played) {
    return played;
  }

  @Override
  protected final List<ForkOutcome> load(Serving serving) throws IOException, InterruptedException {
    List<ForkOutcome.Played> played = loaded(serving);
    serving.check();
    after(serving);
    if (isDiagnosed()) {
      played.addLast(diagnosed(serving, played.removeLast()));
    }
    return played.stream().map(one -> (ForkOutcome) completed(one)).toList();
  }

  private boolean isDiagnosed() {
    return plan.measures().diagnosis()
        && setting().cell().replicate() == 0
        && !setting().isTrial()
        && !setting().records();
  }

  /** A fork with what its threads wait for, under its last load once more. Attaches to nothing. */
  private ForkOutcome.Played diagnosed(Serving serving, ForkOutcome.Played played)
      throws InterruptedException {
    stage(StudyProgress.Stage.DIAGNOSING);
    AtomicReference<Reading<DiagnosisRecord>> seen = new AtomicReference<>();
    long pid = serving.service.pid();
    Diagnosis.Request request =
        new Diagnosis.Request(
            Duration.ofNanos(plan.form().diagnosisNs()), EnumSet.of(ExaminationKind.LOCKS), false);
    try {
      underLoad(
          serving,
          steps.getLast(),
          0,
          () -> seen.set(new Diagnosis(ROOT).of(pid, request, (what, done) -> {})));
    } catch (FoliotException | IOException e) {
      // a driver that fails now has no part in what was measured
      seen.set(Reading.unavailable(new Reason.Plain(String.valueOf(e.getMessage()))));
    }
    serving.check();
    return switch (Objects.requireNonNull(seen.get())) {
      case Reading.Value<DiagnosisRecord>(DiagnosisRecord record) ->
          played.diagnosed(record.findings().stream().map(StudyRemedy.Seen::of).toList());
      case Reading.Unavailable<DiagnosisRecord>(Reason why) ->
          played.limited(List.of(new StudyReason.NotDiagnosed(why)), List.of());
    };
  }

  /** An examination under load. */
  protected interface Look {
    void look() throws InterruptedException;
  }

  /**
   * Examines a service under a load that has no part in the figures.
   *
   * @param warmUpNs the length of a warm-up before that load; 0 for none
   */
  protected final void underLoad(Serving serving, StepPlan load, long warmUpNs, Look look)
      throws IOException, InterruptedException {
    List<LoadPhase> phases = new ArrayList<>();
    if (warmUpNs > 0) {
      phases.add(new LoadPhase("warm-up", new Traffic.Closed(load.warmupClients(), 0), warmUpNs));
    }
    phases.add(new LoadPhase("look", load.traffic(), LOOK_LOAD_NS));
    try (DriverProcess driver = driver(serving.service, phases)) {
      while (driver.startNanoTime().isEmpty() && !hasEnded(driver)) {
        serving.service.check();
      }
      await(serving.service, ALL_CLIENTS_NS + warmUpNs);
      look.look();
    }
  }

  /** Waits for a time, or for an earlier end of the service. */
  private static void await(Service service, long ns) throws InterruptedException {
    try {
      service.process().ended().get(ns, TimeUnit.NANOSECONDS);
      service.check();
    } catch (TimeoutException e) {
      return;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a process cannot be waited for", e);
    }
  }

  /** A failed driver reports its reason, and the next fork may succeed. */
  @Override
  protected final boolean isOwn(FoliotException why) {
    return true;
  }

  @Override
  protected final String failure(IOException why) {
    return String.valueOf(why.getMessage());
  }

  /** The remote system, fast during the warm-up if it can be slowed down later; null for none. */
  private @Nullable Service remote(Services services) throws InterruptedException {
    RemotePlan remote = plan.target(step).remote();
    return remote == null
        ? null
        : services.remote(remote, step.idleNs() > 0 ? QUICK_DELAY_NS : step.delayNs(), seed);
  }

  private List<ForkOutcome.Played> loaded(Serving serving)
      throws IOException, InterruptedException {
    Service service = serving.service;
    Service remote = serving.remote;
    Replies replies = serving.replies;
    List<Reason> warmUp = step.warmUp().untilSteady() ? warmedUp(service) : List.of();
    List<LoadPhase> phases = new ArrayList<>();
    phases.add(
        new LoadPhase(
            LoadPhase.WARM_UP,
            new Traffic.Closed(step.warmupClients(), 0),
            step.warmUp().untilSteady() ? DRIVER_WARM_UP_NS : step.warmupNs()));
    if (step.idleNs() > 0) {
      phases.add(new LoadPhase("idle", new Traffic.Idle(), step.idleNs()));
    }
    List<Integer> loads = new ArrayList<>();
    for (StepPlan one : steps) {
      if (one.settleNs() > 0) {
        phases.add(new LoadPhase("settling", one.traffic(), one.settleNs()));
      }
      loads.add(phases.size());
      phases.add(new LoadPhase(one.name(), one.traffic(), one.durationNs()));
    }
    StudyJvm jvm = jvm(service, remote);
    try (@Nullable ServerRecording recording = recording(service, phases);
        Watching watching = watching(replies, service);
        DriverProcess driver = driver(service, phases)) {
      // errors until the end of the load would be pointless
      CompletableFuture<Void> _ = service.process().ended().thenRun(driver::close);
      stage(StudyProgress.Stage.WARMING_UP);
      long switchedNanoTime =
          remote == null || step.idleNs() == 0
              ? clock().nanoTime()
              : delay(replies, remote, driver);
      stage(StudyProgress.Stage.LOADING);
      LoadResult result = driver.await();
      service.check();
      List<PhaseResult> measured = loads.stream().map(result.phases()::get).toList();
      watching.stop(span(result, measured));
      if (recording != null) {
        recording.stop();
      }
      List<Reason> suspect = new ArrayList<>(notes(service, remote));
      suspect.addAll(warmUp);
      if (remote != null
          && step.idleNs() > 0
          && switchedNanoTime - result.startNanoTime() - measured.getFirst().startNs() > 0) {
        suspect.add(new StudyReason.DelayedTooLate());
      }
      watching.seen().profile().toOptional().ifPresent(setting().keeps()::profile);
      double @Nullable [] late = lateness(replies, remote);
      List<ForkOutcome.Played> outcomes = new ArrayList<>();
      for (int i = 0; i < steps.size(); i++) {
        PhaseResult one = measured.get(i);
        outcomes.add(
            new ServiceReading(
                    result,
                    loads,
                    i,
                    watching.seen(),
                    watching.threads(),
                    watching.startNanoTime(),
                    plan.measures())
                .outcome(
                    i == steps.size() - 1 ? late : null,
                    suspect,
                    watching.timeline(result.startNanoTime() + one.startNs(), one.untilLastNs()),
                    recorded(recording, result.startNanoTime() + one.startNs(), one))
                .in(jvm));
      }
      return outcomes;
    }
  }

  /**
   * Warms up until throughput is steady, with a driver of its own: the phases of a load have fixed
   * lengths.
   *
   * @return why it was not long enough; empty if it was
   */
  private List<Reason> warmedUp(Service service) throws IOException, InterruptedException {
    stage(StudyProgress.Stage.WARMING_UP);
    SteadyWarmUp warmUp = new SteadyWarmUp();
    LoadPhase phase =
        new LoadPhase(
            LoadPhase.WARM_UP, new Traffic.Closed(step.warmupClients(), 0), step.warmupNs());
    try (DriverProcess driver = driver(service, List.of(phase))) {
      while (!warmUp.isSteady() && !hasEnded(driver)) {
        service.check();
        driver.samples().forEach(warmUp::add);
      }
      if (!warmUp.isSteady()) {
        // a driver that failed says why
        var _ = driver.await();
      }
    }
    return warmUp.isSteady()
        ? List.of()
        : List.of(new StudyReason.WarmUpNotSteady(step.warmupNs() / NS_PER_S));
  }

  /**
   * The JVM that serves, before any load; null without one. What differs between forks of one arm
   * stands in its arguments as in the study file.
   */
  private static @Nullable StudyJvm jvm(Service service, @Nullable Service remote) {
    return RunningJvm.of(ROOT, service.pid())
        .map(jvm ->
            jvm.with(
                jvm.args().stream()
                    .map(arg -> remote == null ? arg : withoutPort(arg, remote))
                    .map(arg -> arg.replace(Integer.toString(service.port()), "${port}"))
                    .toList()))
        .orElse(null);
  }

  private static String withoutPort(String arg, Service remote) {
    return arg.replace(remote.url(), "${remote}")
        .replace(Integer.toString(remote.clientPort()), "${remote-port}");
  }

  /** A flight recording of the service; null if none is asked for, or possible. */
  private @Nullable ServerRecording recording(Service service, List<LoadPhase> phases)
      throws InterruptedException {
    if (!setting().records()) {
      return null;
    }
    long loadNs = phases.stream().mapToLong(LoadPhase::durationNs).sum();
    return switch (ServerRecording.start(service.pid(), loadNs)) {
      case Reading.Value<ServerRecording>(ServerRecording recording) -> recording;
      case Reading.Unavailable<ServerRecording> none -> {
        setting().progress().notRecorded(arm.name(), none);
        yield null;
      }
    };
  }

  private @Nullable RecordedStops recorded(
      @Nullable ServerRecording recording, long startNs, PhaseResult load) {
    if (recording == null) {
      return null;
    }
    return switch (recording.read(startNs, load.untilLastNs(), Map.of())) {
      case Reading.Value<RecordedStops>(RecordedStops stops) -> stops;
      case Reading.Unavailable<RecordedStops> none -> {
        setting().progress().notRecorded(arm.name(), none);
        yield null;
      }
    };
  }

  private static Span span(LoadResult result, List<PhaseResult> loads) {
    long fromNs = loads.getFirst().startNs();
    return Span.of(
        result.startEpochMs() + fromNs / 1_000_000,
        loads.getLast().startNs() + loads.getLast().durationNs() - fromNs);
  }

  /**
   * Sets the remote system's delay between warm-up and load. Both have one driver, because a new
   * one would be cold at a sudden load.
   *
   * @return the moment, by the monotonic clock
   */
  private long delay(Replies replies, Service remote, DriverProcess driver)
      throws IOException, InterruptedException {
    DelaySwitch change = new DelaySwitch(step);
    // a first request is slow, and the time between both may be short
    var _ = drawn(replies, remote);
    boolean due = false;
    while (!due && !hasEnded(driver)) {
      OptionalLong start = driver.startNanoTime();
      long atNs = start.isPresent() ? clock().nanoTime() - start.getAsLong() : Long.MIN_VALUE;
      due = change.isOpen(atNs) && change.isDue(atNs, drawn(replies, remote));
    }
    replies.post(remote.port(), "/delay?delay=" + step.delayNs() / 1_000 + "us&seed=" + seed);
    return clock().nanoTime();
  }

  private static long drawn(Replies replies, Service remote)
      throws IOException, InterruptedException {
    return replies.get(remote.port(), "/delay").path("drawn").asLong(0);
  }

  /** Whether it ends before the next check. */
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

  /** The lateness of the remote system's answers; null without one. */
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

  private List<Reason> notes(Service service, @Nullable Service remote) {
    List<Reason> suspect = new ArrayList<>(plan.cpus().suspect());
    suspect.addAll(service.missing());
    Integer count = step.cpus();
    if (count != null && plan.study().variesCpus()) {
      suspect.addAll(plan.cpus().sharedCores(plan.cpus().withServiceCpus(count).service()));
    }
    if (remote != null) {
      suspect.addAll(remote.missing());
    }
    return suspect;
  }

  /** Starts a load on the service; close it to end that. */
  protected final DriverProcess driver(Service service, List<LoadPhase> phases) {
    return DriverProcess.start(
        load(service, phases), plan.cpus().driver(), setting().folder(), driverJvm());
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
        Sending.http1(
            steps.stream().mapToInt(StepPlan::connections).max().orElseThrow(),
            loops(),
            target.timeoutNs(),
            target.keepAlive()),
        seed,
        step.intervalNs());
  }

  /** One event loop is enough for a driver with few CPUs; with more it chooses. */
  private int loops() {
    return plan.cpus().driver().size() <= FEW_CPUS ? 1 : 0;
  }

  private Watching watching(Replies replies, Service service) throws InterruptedException {
    WatchPlan kernel =
        setting().isTrial()
            ? WatchPlan.fromOutside(service.pid())
            : ServiceWatch.plan(plan.measures(), step, service.pid()).profiled(ways());
    return Watching.start(plan.cpus().driver(), kernel, clock(), () -> threads(replies, service));
  }

  private List<ProfileWay> ways() {
    Profiler profiler = setting().profiler();
    return profiler == null ? List.of() : profiler.attachedWays();
  }

  private ThreadsWatch threads(Replies replies, Service service) {
    if (!plan.measures().pool()) {
      return ThreadsWatch.notAsked();
    }
    return arm.start() instanceof ArmStart.BuiltIn
        ? ThreadsWatch.start(replies, service.port(), ServiceWatch.periodNs(step), clock())
        : ThreadsWatch.none();
  }
}
