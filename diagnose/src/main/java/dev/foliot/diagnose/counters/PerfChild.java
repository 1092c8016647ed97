package dev.foliot.diagnose.counters;

import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.PipeOutput;
import dev.foliot.linux.process.Programs;
import dev.foliot.linux.reason.CountersReason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs perf(1) as a child process. A timeout or an interrupt kills it and its children. */
final class PerfChild {
  private static final int MAX_OUT = 4 << 20;
  private static final int MAX_ERR = 16 << 10;

  private final Launcher launcher;
  private final Path perf;

  /**
   * The remains of a finished perf.
   *
   * @param out its standard output, up to its last complete line
   * @param err its error output
   * @param exit its exit code
   * @param interrupted whether an interrupt of the calling thread ended it
   * @param whole whether the standard output fitted into the limit
   */
  record Left(String out, String err, int exit, boolean interrupted, boolean whole) {}

  private PerfChild(Launcher launcher, Path perf) {
    this.launcher = launcher;
    this.perf = perf;
  }

  /** Unavailable without perf or its launcher. */
  static Reading<PerfChild> in(Programs programs) {
    Optional<Path> perf = programs.find("perf");
    if (perf.isEmpty()) {
      return Reading.unavailable(new CountersReason.PerfNotInstalled(PerfFailure.MISSING.remedy()));
    }
    return Launcher.ofSingles(programs).map(launcher -> new PerfChild(launcher, perf.get()));
  }

  /** The arguments by which perf starts another program, which ends with perf. */
  List<String> inTurn(List<String> words) {
    return launcher.inTurn(words);
  }

  /** Runs perf to its end, with room for the output of {@code perf stat}. */
  Reading<Left> run(List<String> arguments, Duration patience) {
    return run(arguments, patience, MAX_OUT);
  }

  /**
   * Runs perf to its end. After an interrupt the status stays set.
   *
   * @param arguments without the program
   * @param patience the timeout, after which it is killed
   * @param most how many bytes of its output are kept
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
