package dev.foliot.lab.study;

import dev.foliot.bench.NanoClock;
import dev.foliot.lab.Jdk;
import dev.foliot.lab.LabException;
import dev.foliot.lab.arm.ArmCommand;
import dev.foliot.lab.arm.ArmException;
import dev.foliot.lab.arm.RunningArm;
import dev.foliot.lab.load.DriverProcess;
import dev.foliot.lab.load.LoadPhase;
import dev.foliot.lab.load.LoadPlan;
import dev.foliot.lab.load.LoadResult;
import dev.foliot.lab.load.PhaseResult;
import dev.foliot.lab.load.Target;
import dev.foliot.lab.load.Traffic;
import dev.foliot.lab.watch.ProcessWatch;
import dev.foliot.lab.watch.WatchPlan;
import dev.foliot.lab.watch.Watched;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Plays one fork: remote system and service on their CPUs, a driver that warms up and then loads,
 * the service watched all the while, and all of it stopped. Whatever happens, no process of it is
 * left when {@link #play} returns or throws.
 */
final class CellRun {
  private static final String APPS = "dev.foliot.apps.Apps";
  private static final String QUICK_DELAY = "2ms";
  private static final long READY_NS = 60_000_000_000L;
  private static final long STOP_NS = 10_000_000_000L;
  static final long TIMEOUT_NS = 60_000_000_000L;
  private static final long LEAST_PERIOD_NS = 100_000_000;
  private static final int SAMPLES = 100;

  /** Between two looks whether the warm-up is over. */
  private static final long LOOK_MS = 50;

  private static final int QUIET_LOOKS = 3;
  private static final List<String> DRIVER_JVM = List.of("-XX:+UseSerialGC");

  /** In a form of whose figures nothing is asked, most of the time is that of starting. */
  private static final List<String> SOON_READY =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final StudyPlan plan;
  private final ArmPlan arm;
  private final StepPlan step;
  private final long seed;
  private final Path folder;
  private final Path log;
  private final StudyProgress progress;
  private final NanoClock clock = NanoClock.system();

  /**
   * @param folder for the driver's files, which are not kept
   * @param log takes what the service prints
   */
  CellRun(StudyPlan plan, Cell cell, Path folder, Path log, StudyProgress progress) {
    this.plan = plan;
    this.arm = plan.arms().get(cell.arm());
    this.step = plan.steps().get(cell.step());
    // the same requests for the same fork of every arm
    this.seed = plan.seed() + cell.replicate();
    this.folder = folder;
    this.log = log;
    this.progress = progress;
  }

  /**
   * Plays it.
   *
   * @throws LabException if this system cannot hold arms or a driver at all
   * @throws InterruptedException if interrupted; all processes have ended then
   */
  CellOutcome play() throws InterruptedException {
    progress.stage(StudyProgress.Stage.STARTING);
    try (Replies replies = new Replies();
        RunningArm remote = start("remote", Jdk.current(), List.of(), remoteWords());
        RunningArm service =
            start(arm.name(), arm.jdk(), arm.jvmArgs(), serviceWords(port(remote)))) {
      try {
        CellOutcome outcome = load(replies, remote, service);
        service.check();
        remote.check();
        return outcome;
      } catch (LabException | IOException e) {
        // a driver that fails since the service is gone is not to blame
        service.check();
        remote.check();
        return new CellOutcome.Failed(String.valueOf(e.getMessage()));
      } finally {
        progress.stage(StudyProgress.Stage.ENDING);
      }
    } catch (ArmException e) {
      return new CellOutcome.Failed(String.valueOf(e.getMessage()));
    }
  }

  private CellOutcome load(Replies replies, RunningArm remote, RunningArm service)
      throws IOException, InterruptedException {
    List<LoadPhase> phases = new ArrayList<>();
    phases.add(
        new LoadPhase("warm-up", new Traffic.Closed(step.warmupClients(), 0), step.warmupNs()));
    if (step.idleNs() > 0) {
      phases.add(new LoadPhase("idle", new Traffic.Idle(), step.idleNs()));
    }
    phases.add(new LoadPhase(step.name(), step.traffic(), step.durationNs()));
    long periodNs = Math.max(LEAST_PERIOD_NS, step.durationNs() / SAMPLES);
    try (Watching watching = onDriverCpus(() -> watch(replies, service, periodNs));
        DriverProcess driver =
            DriverProcess.start(load(service, phases), plan.cpus().driver(), folder, driverJvm())) {
      // errors until the end of the load would tell nobody anything
      CompletableFuture<Void> _ = service.ended().thenRun(driver::close);
      progress.stage(StudyProgress.Stage.WARMING_UP);
      long switchedNanoTime =
          step.idleNs() == 0 ? clock.nanoTime() : delay(replies, remote, driver);
      progress.stage(StudyProgress.Stage.LOADING);
      LoadResult result = driver.await();
      service.check();
      watching.stop();
      List<String> suspect = notes(service, remote);
      PhaseResult measured = result.phases().getLast();
      if (step.idleNs() > 0 && switchedNanoTime - result.startNanoTime() - measured.startNs() > 0) {
        suspect.add("the remote system got its delay only after the load had begun");
      }
      return new CellReading(result, watching.seen(), watching.threads, watching.startNanoTime)
          .outcome(lateness(replies, port(remote)), suspect);
    }
  }

  /**
   * Gives the remote system its delay once the warm-up's requests have ceased; warm-up and load
   * have one driver, since a new one would be cold when the load comes at once.
   *
   * @return when, by the monotonic clock
   */
  private long delay(Replies replies, RunningArm remote, DriverProcess driver)
      throws IOException, InterruptedException {
    long drawn = 0;
    int same = 0;
    while (same < QUIET_LOOKS && !hasEnded(driver)) {
      long now = replies.get(port(remote), "/delay").path("drawn").asLong(0);
      same = now > 0 && now == drawn ? same + 1 : 0;
      drawn = now;
    }
    replies.post(port(remote), "/delay?delay=" + step.delayNs() / 1_000 + "us&seed=" + seed);
    return clock.nanoTime();
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

  /** How late the remote system's answers were. */
  private static double[] lateness(Replies replies, int port) throws InterruptedException {
    try {
      var late = replies.get(port, "/delay").path("late");
      return new double[] {late.path("mean").asDouble(0) / 1e6, late.path("max").asDouble(0) / 1e6};
    } catch (IOException e) {
      return new double[0];
    }
  }

  private List<String> notes(RunningArm service, RunningArm remote) {
    List<String> suspect = new ArrayList<>(plan.cpus().suspect());
    suspect.addAll(service.missing());
    suspect.addAll(remote.missing());
    return suspect;
  }

  private List<String> driverJvm() {
    return plan.form() == StudyForm.TEST ? SOON_READY : DRIVER_JVM;
  }

  private LoadPlan load(RunningArm service, List<LoadPhase> phases) {
    return new LoadPlan(
        new Target("127.0.0.1", port(service)),
        StudyLoads.bank(),
        phases,
        step.connections(),
        1,
        TIMEOUT_NS,
        true,
        seed,
        step.intervalNs());
  }

  /** The watches of a service, which run on the driver's CPUs. */
  private static final class Watching implements AutoCloseable {
    private final ProcessWatch process;
    private final ThreadsWatch threads;
    private final long startNanoTime;
    private @Nullable Watched seen;

    private Watching(ProcessWatch process, ThreadsWatch threads, long startNanoTime) {
      this.process = process;
      this.threads = threads;
      this.startNanoTime = startNanoTime;
    }

    void stop() throws InterruptedException {
      threads.stop();
      seen = process.stop();
    }

    Watched seen() {
      return Objects.requireNonNull(seen);
    }

    @Override
    public void close() {
      threads.close();
      process.close();
    }
  }

  private Watching watch(Replies replies, RunningArm service, long periodNs)
      throws InterruptedException {
    long startNanoTime = clock.nanoTime();
    ProcessWatch process =
        ProcessWatch.start(
            new WatchPlan(
                service.pid(), periodNs, 0, Path.of(System.getProperty("java.home")), false, false),
            clock,
            InstantSource.system());
    return new Watching(
        process, ThreadsWatch.start(replies, port(service), periodNs, clock), startNanoTime);
  }

  private Watching onDriverCpus(Affinity.Action<Watching, InterruptedException> action)
      throws InterruptedException {
    return switch (Affinity.during(plan.cpus().driver(), action)) {
      case Reading.Value<Watching>(Watching watching) -> watching;
      case Reading.Unavailable<Watching>(String reason, String remedy) ->
          throw LabException.environment("watching the service: " + reason + "; " + remedy);
    };
  }

  private List<String> remoteWords() {
    return List.of("remote", "--delay", QUICK_DELAY);
  }

  private List<String> serviceWords(int remotePort) {
    return List.of(
        "bank", "--strategy", arm.strategy().text(), "--remote", "http://127.0.0.1:" + remotePort);
  }

  private RunningArm start(String name, Jdk jdk, List<String> flags, List<String> words)
      throws InterruptedException {
    int port = freePort();
    List<String> arguments = new ArrayList<>(words);
    arguments.addAll(List.of("--port", Integer.toString(port)));
    CpuList cpus = name.equals("remote") ? plan.cpus().remote() : plan.cpus().service();
    ArmCommand command =
        ArmCommand.of(
                name,
                ArmCommand.java(jdk, flags, plan.apps(), APPS, arguments),
                URI.create("http://127.0.0.1:" + port + "/health"))
            .on(cpus);
    return RunningArm.start(command, log, READY_NS, STOP_NS, clock);
  }

  private static int port(RunningArm arm) {
    return arm.command().health().getPort();
  }

  /** One that is free now; whoever takes it before the service does is told as such. */
  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw LabException.environment(
          "no port is free on 127.0.0.1 (" + e.getMessage() + "): end what holds them all");
    }
  }
}
