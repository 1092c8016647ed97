package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.child.ChildCommand;
import dev.foliot.diagnose.child.Tools;
import dev.foliot.linux.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * perf(1) as a child process, killed when it takes too long or the thread is interrupted. perf that
 * counts starts nothing itself, so there is nobody else to end.
 */
final class PerfChild {
  private static final int MAX_OUT = 4 << 20;
  private static final int MAX_ERR = 16 << 10;

  private final ChildCommand child;
  private final Path perf;

  /**
   * What it left.
   *
   * @param out what it printed, to its last whole line
   * @param err what it complained of
   * @param exit its exit code
   * @param interrupted whether the calling thread was, and its end with it
   */
  record Left(String out, String err, int exit, boolean interrupted) {}

  private PerfChild(ChildCommand child, Path perf) {
    this.child = child;
    this.perf = perf;
  }

  /** Unavailable without perf, or without what starts it safely. */
  static Reading<PerfChild> in(Tools tools) {
    Optional<Path> perf = tools.find("perf");
    if (perf.isEmpty()) {
      return Reading.unavailable("perf is not installed", PerfFailure.MISSING.remedy());
    }
    return ChildCommand.in(tools).map(child -> new PerfChild(child, perf.get()));
  }

  /**
   * Runs it to its end. The interrupt status is set where the thread was interrupted.
   *
   * @param arguments without the program
   * @param patience after which it is killed
   */
  Reading<Left> run(List<String> arguments, Duration patience) {
    List<String> words = new ArrayList<>(List.of(perf.toString()));
    words.addAll(arguments);
    ProcessBuilder builder = child.of(words);
    // decimal points
    builder.environment().put("LC_ALL", "C");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return Reading.unavailable("perf cannot be started: " + e.getMessage(), "try it by itself");
    }
    return Reading.of(await(process, patience));
  }

  private static Left await(Process process, Duration patience) {
    CompletableFuture<byte[]> out =
        ChildCommand.read(process.getInputStream(), MAX_OUT, "foliot-perf-out");
    CompletableFuture<byte[]> err =
        ChildCommand.read(process.getErrorStream(), MAX_ERR, "foliot-perf-err");
    boolean interrupted = false;
    try {
      process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    ChildCommand.end(process);
    String printed = text(out);
    String said = text(err);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new Left(
        printed.substring(0, printed.lastIndexOf('\n') + 1),
        said,
        process.isAlive() ? -1 : process.exitValue(),
        interrupted);
  }

  private static String text(CompletableFuture<byte[]> read) {
    return new String(ChildCommand.await(read), StandardCharsets.UTF_8);
  }
}
