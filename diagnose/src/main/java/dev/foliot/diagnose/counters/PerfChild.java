package dev.foliot.diagnose.counters;

import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildCommand;
import dev.foliot.linux.process.Tools;
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
 * perf(1) as a child process, killed with what it started when it takes too long or the thread is
 * interrupted.
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
   * @param whole whether there was room for all that it printed
   */
  record Left(String out, String err, int exit, boolean interrupted, boolean whole) {}

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

  /** The words by which perf starts another program, so that this one ends with perf. */
  List<String> inTurn(List<String> words) {
    return child.inTurn(words);
  }

  /** Runs it to its end, with room for what {@code perf stat} prints. */
  Reading<Left> run(List<String> arguments, Duration patience) {
    return run(arguments, patience, MAX_OUT);
  }

  /**
   * Runs it to its end. The interrupt status is set where the thread was interrupted.
   *
   * @param arguments without the program
   * @param patience after which it is killed
   * @param most how many bytes of what it prints are kept
   */
  Reading<Left> run(List<String> arguments, Duration patience, int most) {
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
    return Reading.of(await(process, patience, most));
  }

  private static Left await(Process process, Duration patience, int most) {
    CompletableFuture<byte[]> out =
        ChildCommand.read(process.getInputStream(), most, "foliot-perf-out");
    CompletableFuture<byte[]> err =
        ChildCommand.read(process.getErrorStream(), MAX_ERR, "foliot-perf-err");
    boolean interrupted = false;
    try {
      process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    ChildCommand.end(process);
    byte[] kept = ChildCommand.await(out);
    String printed = new String(kept, StandardCharsets.UTF_8);
    String said = new String(ChildCommand.await(err), StandardCharsets.UTF_8);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new Left(
        printed.substring(0, printed.lastIndexOf('\n') + 1),
        said,
        process.isAlive() ? -1 : process.exitValue(),
        interrupted,
        kept.length < most);
  }
}
