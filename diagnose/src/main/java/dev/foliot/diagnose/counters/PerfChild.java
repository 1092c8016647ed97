package dev.foliot.diagnose.counters;

import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.PipeOutput;
import dev.foliot.linux.process.Programs;
import dev.foliot.text.CountersReason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * perf(1) as a child process, killed with what it started when it takes too long or the thread is
 * interrupted.
 */
final class PerfChild {
  private static final int MAX_OUT = 4 << 20;
  private static final int MAX_ERR = 16 << 10;

  private final Launcher launcher;
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

  private PerfChild(Launcher launcher, Path perf) {
    this.launcher = launcher;
    this.perf = perf;
  }

  /** Unavailable without perf, or without what starts it safely. */
  static Reading<PerfChild> in(Programs programs) {
    Optional<Path> perf = programs.find("perf");
    if (perf.isEmpty()) {
      return Reading.unavailable(new CountersReason.PerfNotInstalled(PerfFailure.MISSING.remedy()));
    }
    return Launcher.ofSingles(programs).map(launcher -> new PerfChild(launcher, perf.get()));
  }

  /** The words by which perf starts another program, and this one ends with perf. */
  List<String> inTurn(List<String> words) {
    return launcher.inTurn(words);
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
    ProcessBuilder builder = Launcher.withoutInput(words);
    // decimal points
    builder.environment().put("LC_ALL", "C");
    try (ChildProcess process = launcher.start(builder)) {
      return Reading.of(await(process, patience, most));
    } catch (IOException e) {
      return Reading.unavailable(new CountersReason.PerfNotStarted(String.valueOf(e.getMessage())));
    }
  }

  private static Left await(ChildProcess process, Duration patience, int most) {
    PipeOutput out = PipeOutput.first(process.output(), most);
    PipeOutput err = PipeOutput.first(process.errors(), MAX_ERR);
    boolean interrupted = false;
    try {
      process.hasEndedWithin(patience.toNanos());
    } catch (InterruptedException e) {
      interrupted = true;
    }
    process.kill();
    String printed = out.await().text();
    String said = err.await().text();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new Left(
        printed.substring(0, printed.lastIndexOf('\n') + 1),
        said,
        process.exitCode(),
        interrupted,
        !out.isCut());
  }
}
