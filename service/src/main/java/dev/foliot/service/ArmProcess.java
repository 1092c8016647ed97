package dev.foliot.service;

import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.ProcessGroup;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.Programs;
import dev.foliot.service.ArmException.Fault;
import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * The processes of an arm. A thread of its own starts the first, and waits for its end: the kernel
 * ends the process when the thread ends that started it, and that thread may have other CPUs and
 * control groups than the rest of this process. Safe for any thread.
 */
final class ArmProcess implements AutoCloseable {
  private final Process process;
  private final OrphanGuard guard;
  private final ArmLimits limits;
  private final AtomicBoolean closed = new AtomicBoolean();

  private ArmProcess(Process process, OrphanGuard guard, ArmLimits limits) {
    this.process = process;
    this.guard = guard;
    this.limits = limits;
  }

  static ArmProcess start(ArmCommand command, Path log, Programs programs)
      throws InterruptedException {
    OrphanGuard guard = OrphanGuard.start(programs);
    ProcessBuilder builder = builder(command, log, programs);
    ArmLimits limits =
        new ArmLimits(command, "foliot-" + ProcessHandle.current().pid() + "-" + guard.hashCode());
    CompletableFuture<Process> started = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("foliot-arm-" + Shown.text(command.name(), 40))
        .start(() -> keep(command, builder, limits, started));
    try {
      Process process = started.get();
      guard.watch(process.pid());
      return new ArmProcess(process, guard, limits);
    } catch (ExecutionException e) {
      guard.close();
      limits.close();
      throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e);
    } catch (InterruptedException e) {
      // it may be starting this very moment
      CompletableFuture<Void> _ =
          started.thenAccept(process -> new ArmProcess(process, guard, limits).end());
      throw e;
    }
  }

  private static ProcessBuilder builder(ArmCommand command, Path log, Programs programs) {
    List<String> words = new ArrayList<>();
    words.add(OrphanGuard.required(programs, "setsid").toString());
    words.add(OrphanGuard.required(programs, "setpriv").toString());
    words.addAll(List.of("--pdeathsig", "KILL", "--"));
    words.addAll(command.words());
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Path folder = command.folder();
    if (folder != null) {
      builder.directory(folder.toFile());
    }
    builder.environment().putAll(command.environment());
    return builder;
  }

  /** The life of the thread. */
  private static void keep(
      ArmCommand command,
      ProcessBuilder builder,
      ArmLimits limits,
      CompletableFuture<Process> started) {
    try {
      Process process = start(command, builder, limits);
      started.complete(process);
      boolean gone = false;
      while (!gone) {
        gone = hasEnded(process);
      }
    } catch (IOException e) {
      started.completeExceptionally(
          new ArmException(
              Fault.NOT_STARTED,
              "arm "
                  + Shown.text(command.name())
                  + " cannot be started: "
                  + Shown.text(e.getMessage(), 300)
                  + "; try its command by itself"));
    } catch (RuntimeException e) {
      started.completeExceptionally(e);
    }
  }

  /** An interrupt must not end the thread, and the process with it. */
  private static boolean hasEnded(Process process) {
    try {
      process.waitFor();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static Process start(ArmCommand command, ProcessBuilder builder, ArmLimits limits)
      throws IOException {
    limits.enter();
    try {
      CpuList cpus = command.cpus();
      Process process = cpus == null ? builder.start() : on(command, cpus, builder);
      limits.add(process.pid());
      return process;
    } finally {
      limits.leave();
    }
  }

  private static Process on(ArmCommand command, CpuList cpus, ProcessBuilder builder)
      throws IOException {
    return switch (Affinity.during(cpus, builder::start)) {
      case Reading.Value<Process>(Process process) -> process;
      case Reading.Unavailable<Process>(String reason, String remedy) ->
          throw LabException.environment(
              "arm "
                  + Shown.text(command.name())
                  + " on CPUs "
                  + cpus
                  + ": "
                  + reason
                  + "; "
                  + remedy);
    };
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  List<String> missing() {
    return limits.missing();
  }

  CompletableFuture<Void> ended() {
    return process.onExit().thenApply(gone -> null);
  }

  boolean hasEndedWithin(long mostMs) throws InterruptedException {
    return process.waitFor(mostMs, TimeUnit.MILLISECONDS);
  }

  /** Waits for its end, interrupted or not, but not for ever. */
  void awaitEnd(long mostS) {
    process
        .onExit()
        .thenApply(gone -> true)
        .completeOnTimeout(false, mostS, TimeUnit.SECONDS)
        .join();
  }

  /** What it returned; -1 while it lives, which is when not even SIGKILL ends it. */
  int exitCode() {
    return process.isAlive() ? -1 : process.exitValue();
  }

  /** The exit code in words. */
  String exit() {
    int code = exitCode();
    return switch (code) {
      case 126, 127 -> "exit code " + code + ", which says that its program cannot be started";
      case 134 -> "it crashed (SIGABRT)";
      case 137 -> "it was killed (SIGKILL): out of memory, or by hand";
      case 139 -> "it crashed (SIGSEGV)";
      case 143 -> "it was ended (SIGTERM)";
      default -> "exit code " + code;
    };
  }

  List<ProcessHandle> descendants() {
    try (Stream<ProcessHandle> all = process.descendants()) {
      return all.toList();
    }
  }

  /** Kills all there is; whether there was any. */
  boolean killGroup(List<ProcessHandle> children) {
    boolean any = ProcessGroup.kill(process.pid()).orElse(false);
    process.destroyForcibly();
    for (ProcessHandle child : children) {
      any |= child.isAlive() && child.destroyForcibly();
    }
    return any;
  }

  private void end() {
    killGroup(descendants());
    close();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      guard.close();
      limits.close();
    }
  }
}
