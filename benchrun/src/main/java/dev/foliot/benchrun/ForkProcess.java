package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.ForkMessage;
import dev.foliot.bench.ForkWire;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.Phase;
import dev.foliot.bench.TimeSpan;
import dev.foliot.judgement.KernelWatch;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.LogEnd;
import dev.foliot.linux.process.Programs;
import dev.foliot.store.KernelView;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One fork from start to end.
 *
 * <p>It ends with this process, together with all its children: by the kernel, or at the end of its
 * connection ({@link ForkSocket}). {@link #run} is called once, by one thread; {@link #kill} by
 * any, at any time.
 */
final class ForkProcess {
  /** The time limit of a phase beyond its load. */
  private static final long GRACE_NS = 60_000_000_000L;

  private static final int GRACE_TIMEOUTS = 2;

  private static final int SET_UP_TIMEOUTS = 6;

  /** A JVM starts and a task is made meanwhile, also on a busy machine. */
  private static final long LEAST_SET_UP_NS = 10_000_000_000L;

  /** A counted load that falls behind takes longer. */
  private static final int PROGRAM_LOADS = 10;

  private static final long PROGRAM_GRACE_NS = 600_000_000_000L;

  /** For a normal exit after the last message: shutdown hooks, a flight recording. */
  private static final long END_NS = 30_000_000_000L;

  private final ForkLaunch command;
  private final @Nullable CpuList cpus;
  private final Path log;
  private final Consumer<Phase> progress;
  private final AtomicReference<@Nullable ChildProcess> running = new AtomicReference<>();
  private volatile boolean killed;
  private volatile @Nullable String overdue;
  private final List<Part> parts = new ArrayList<>();
  private ForkMessage.@Nullable Begins part;
  private CompletableFuture<Void> guard = CompletableFuture.completedFuture(null);

  ForkProcess(ForkLaunch command, @Nullable CpuList cpus, Path log, Consumer<Phase> progress) {
    this.command = command;
    this.cpus = cpus;
    this.log = log;
    this.progress = progress;
  }

  /**
   * One measurement of a program that makes several.
   *
   * @param begins its load
   * @param outcome its end
   */
  record Part(ForkMessage.Begins begins, ForkOutcome outcome) {}

  /** The measurements of a program that makes several, in order; empty for any other fork. */
  List<Part> parts() {
    return List.copyOf(parts);
  }

  /**
   * Starts the fork and waits for its end. Its process has ended when this returns.
   *
   * @throws FoliotException if no process can be started
   */
  ForkOutcome run() throws InterruptedException {
    try (ForkSocket socket = new ForkSocket()) {
      try (ChildProcess process = start(command.arguments(socket.path(), log.resolveSibling("")))) {
        running.set(process);
        if (killed) {
          process.kill();
        }
        guard(process, Phase.SET_UP);
        return follow(socket, process);
      } finally {
        guard.cancel(false);
      }
    }
  }

  /** Kills the fork if the next phase is late. */
  private void guard(ChildProcess process, Phase phase) {
    guard.cancel(false);
    long mostNs = mostNs(phase);
    guard =
        CompletableFuture.runAsync(
            () -> {
              overdue =
                  "the fork was killed: in phase "
                      + phase
                      + " it gave no sign for "
                      + TimeSpan.format(mostNs);
              process.kill();
            },
            CompletableFuture.delayedExecutor(mostNs, TimeUnit.NANOSECONDS));
  }

  private long mostNs(Phase phase) {
    ForkMessage.Begins told = part;
    if (told != null) {
      // a program's own set-up, its backlog and the end of its main take their time
      return PROGRAM_LOADS * told.config().durationNs()
          + GRACE_TIMEOUTS * told.config().timeoutNs()
          + PROGRAM_GRACE_NS;
    }
    return mostNs(phase, command.config());
  }

  /** The time limit of a phase of a task. What a user says of a message holds for setUp as well. */
  static long mostNs(Phase phase, BenchConfig config) {
    if (phase == Phase.SET_UP) {
      return Math.clamp(SET_UP_TIMEOUTS * config.timeoutNs(), LEAST_SET_UP_NS, GRACE_NS);
    }
    long loadNs =
        switch (phase) {
          case WARM_UP -> config.warmupNs();
          case MEASURE -> config.durationNs();
          case SET_UP, MEASURED, ENDED -> 0;
        };
    return loadNs + GRACE_TIMEOUTS * config.timeoutNs() + GRACE_NS;
  }

  private ChildProcess start(List<String> arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(arguments)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      ChildProcess process =
          Launcher.groupsIfPossible(Programs.ofThisProcess())
              .start(builder, fork -> cpus == null ? fork.start() : on(cpus, fork::start));
      process.input().close();
      return process;
    } catch (IOException e) {
      throw FoliotException.environment(
          "no fork can be started with "
              + command.jdk().java()
              + ": "
              + Shown.text(e.getMessage(), 300));
    }
  }

  /** Runs an action on some CPUs only, with all threads and processes it starts. */
  static <T, X extends Exception> T on(CpuList cpus, Affinity.Action<T, X> action) throws X {
    return switch (Affinity.during(cpus, action)) {
      case Reading.Value<T>(T value) -> value;
      case Reading.Unavailable<T> none ->
          throw FoliotException.environment("--cpus " + cpus + ": " + none.sentence());
    };
  }

  private ForkOutcome follow(ForkSocket socket, ChildProcess process) throws InterruptedException {
    KernelWatch kernel = new KernelWatch(process.pid());
    String failure = null;
    String trace = "";
    Measurement measurement = null;
    TimelineRecord seen = null;
    try (ForkTimeline timeline = new ForkTimeline(process.pid());
        ProducerPlacement placement = new ProducerPlacement(process.pid());
        SocketChannel connection = socket.accept(process)) {
      if (connection != null) {
        InputStream in = new BufferedInputStream(Channels.newInputStream(connection));
        boolean last = false;
        while (!last) {
          switch (ForkWire.read(in)) {
            case null -> last = true;
            case ForkMessage.InPhase(Phase phase) -> {
              guard(process, phase);
              if (phase == Phase.WARM_UP) {
                placement.start();
              } else {
                placement.stop();
              }
              kernel.phase(phase);
              timeline.phase(phase);
              progress.accept(phase);
            }
            case ForkMessage.MeasuringThread(String role, long osThreadId) -> {
              kernel.thread(osThreadId);
              timeline.thread(osThreadId);
              placement.add(osThreadId);
            }
            case ForkMessage.Begins begins -> {
              part = begins;
              kernel = new KernelWatch(process.pid());
            }
            case ForkMessage.Measured(Measurement measured) -> {
              measurement = measured;
              last = part == null;
              seen = timeline.end(measured.totals().time().startNanoTime());
              endPart(new ForkOutcome(measured, null, "", null, kernel.view(), seen));
            }
            case ForkMessage.AllMeasured _ -> last = true;
            case ForkMessage.Failed(String reason, String cause) -> {
              failure = reason;
              trace = cause;
              last = true;
              endPart(new ForkOutcome(null, reason, cause, null, kernel.view()));
            }
          }
        }
      }
      // the connection stays open until the process has ended: its end would end the process
      Integer exitCode = exitCode(process);
      KernelView view = kernel.view();
      if (measurement == null && failure == null) {
        failure = death(exitCode);
      }
      endPart(new ForkOutcome(null, death(exitCode), "", exitCode, view));
      return new ForkOutcome(measurement, failure, trace, exitCode, view, seen);
    } catch (IOException e) {
      process.kill();
      return new ForkOutcome(
          null,
          killed || overdue != null
              ? death(null)
              : "the fork's messages broke off: " + Shown.text(e.getMessage()),
          "",
          null,
          kernel.view());
    }
  }

  private void endPart(ForkOutcome outcome) {
    ForkMessage.Begins ended = part;
    if (ended != null) {
      parts.add(new Part(ended, outcome));
      part = null;
    }
  }

  private static @Nullable Integer exitCode(ChildProcess process) throws InterruptedException {
    return process.hasEndedWithin(END_NS) ? (Integer) process.exitCode() : null;
  }

  private String death(@Nullable Integer exitCode) {
    String tooLate = overdue;
    if (tooLate != null) {
      return tooLate;
    }
    if (killed) {
      return "the fork was stopped";
    }
    if (exitCode == null) {
      return "the fork went silent and was killed";
    }
    String how =
        switch (exitCode) {
          case 0 -> "exited with code 0: did the task call System.exit?";
          case 3 -> "exited with code 3: out of memory, or the task called System.exit";
          case 134 -> "crashed (SIGABRT)";
          case 137 -> "was killed (SIGKILL): out of memory on this machine, or by hand";
          case 139 -> "crashed (SIGSEGV)";
          case 143 -> "was ended (SIGTERM)";
          default -> "exited with code " + exitCode;
        };
    return "the fork died: it " + how + LogEnd.of(log);
  }

  /** Ends the fork; {@link #run} then returns soon. */
  void kill() {
    killed = true;
    ChildProcess process = running.get();
    if (process != null) {
      process.kill();
    }
  }
}
