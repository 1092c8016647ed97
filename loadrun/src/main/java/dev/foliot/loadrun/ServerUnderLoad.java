package dev.foliot.loadrun;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Target;
import dev.foliot.service.run.ArmCommand;
import dev.foliot.service.run.ArmException;
import dev.foliot.service.run.RunningArm;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The server under a load test as a process: started here or found running, and watched.
 *
 * <p>One that was started here ends with this object, and with this process, together with all its
 * children. One that was found is only read. {@link #giveUp} is for any thread; the rest is for
 * one.
 */
final class ServerUnderLoad implements AutoCloseable {
  private static final Path ROOT = Path.of("/");
  private static final long READY_WITHIN_NS = 60_000_000_000L;
  private static final long STOP_WITHIN_NS = 10_000_000_000L;

  private final ServerPlan plan;
  private final long pid;
  private final @Nullable RunningArm started;
  private final NanoClock clock = NanoClock.system();
  private volatile boolean ready;

  private ServerUnderLoad(ServerPlan plan, long pid, @Nullable RunningArm started) {
    this.plan = plan;
    this.pid = pid;
    this.started = started;
  }

  /**
   * Checks what can be checked before a run has a folder.
   *
   * @throws FoliotException if another server listens where one is to be started, or if there is no
   *     such process
   */
  static void check(ServerPlan plan, Target target) {
    switch (plan) {
      case ServerPlan.Command _ -> {
        InetSocketAddress address = address(target);
        if (RunningArm.isListening(address)) {
          throw FoliotException.environment(
              "something listens at "
                  + shown(address)
                  + " already: end it (ss -ltnp), or watch it with --pid instead of starting a"
                  + " server");
        }
      }
      case ServerPlan.Running(long pid) -> mustRun(pid);
    }
  }

  private static void mustRun(long pid) {
    if (!ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
      throw FoliotException.environment(
          "there is no process " + pid + ": give the server's, as ps or jps shows it");
    }
    if (ProcessStat.of(ROOT, pid) instanceof Reading.Unavailable<ProcessStat> none) {
      throw FoliotException.environment(
          "process " + pid + " cannot be watched: " + none.sentence());
    }
  }

  /**
   * Launches the server, or takes the one that runs.
   *
   * @param log takes the output of one that is launched, appended
   * @throws FoliotException if it cannot be launched, or does not run
   */
  static ServerUnderLoad launch(ServerPlan plan, Path log) {
    return switch (plan) {
      case ServerPlan.Running(long pid) -> {
        mustRun(pid);
        yield new ServerUnderLoad(plan, pid, null);
      }
      case ServerPlan.Command(List<String> words, CpuList cpus) -> {
        ArmCommand command =
            new ArmCommand(
                "server",
                words,
                null,
                Map.of(),
                cpus,
                OptionalDouble.empty(),
                OptionalLong.empty(),
                null);
        try {
          RunningArm arm = RunningArm.launch(command, log, STOP_WITHIN_NS, NanoClock.system());
          yield new ServerUnderLoad(plan, arm.pid(), arm);
        } catch (ArmException e) {
          throw failed(e);
        }
      }
    };
  }

  /**
   * Waits until one that was launched accepts connections.
   *
   * @throws FoliotException if it ends before, or does not within a minute; it is then ended
   */
  void awaitReady(Target target) throws InterruptedException {
    RunningArm arm = started;
    if (arm != null) {
      try {
        arm.awaitListening(address(target), READY_WITHIN_NS);
      } catch (ArmException e) {
        throw failed(e);
      }
    }
    ready = true;
  }

  private static FoliotException failed(ArmException e) {
    return FoliotException.environment("the server: " + e.what());
  }

  private static InetSocketAddress address(Target target) {
    try {
      return new InetSocketAddress(InetAddress.getByName(target.host()), target.port());
    } catch (UnknownHostException e) {
      throw FoliotException.environment(
          "no address is known for '"
              + Shown.text(target.host())
              + "': see whether it is spelled right, or give its address");
    }
  }

  private static String shown(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + " port " + address.getPort();
  }

  /**
   * Begins to watch it, for the time of a plan.
   *
   * @throws FoliotException if it has ended
   */
  ServerWatch watch(LoadPlan load) throws InterruptedException {
    return ServerWatch.start(this, load, clock, InstantSource.system());
  }

  ServerPlan plan() {
    return plan;
  }

  long pid() {
    return pid;
  }

  /** The CPUs on which it may run. */
  int cpus() {
    return Affinity.ofThread(pid).map(CpuList::size).orElse(0);
  }

  /** How it ended, if it has; empty text for one that was not started here. */
  Optional<String> end() {
    RunningArm arm = started;
    if (arm != null) {
      return arm.howItEnded();
    }
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)
        ? Optional.empty()
        : Optional.of("");
  }

  /** How it ended, to be put behind a sentence; empty where that is not known. */
  String howItEnded() {
    String how = end().orElse("");
    return how.isEmpty() ? "" : ": " + how;
  }

  /** Ends the wait for one that is not ready yet. Any thread. */
  void giveUp() {
    RunningArm arm = started;
    if (arm != null && !ready) {
      arm.kill();
    }
  }

  /** Ends one that was started here, with all its children; kills it after ten seconds. */
  @Override
  public void close() {
    RunningArm arm = started;
    if (arm != null) {
      arm.close();
    }
  }
}
