package dev.foliot.diagnose.counters;

import dev.foliot.linux.ProcessGroup;
import dev.foliot.linux.Reading;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * perf(1) as a child process: an argument list, in a session of its own, killed by the kernel when
 * the thread dies that started it (setpriv(1), PR_SET_PDEATHSIG), and by us when it takes too long
 * or the thread is interrupted. perf that counts starts nothing itself, so there is nobody else to
 * end.
 */
final class PerfChild {
  private static final int MAX_OUT = 4 << 20;
  private static final int MAX_ERR = 16 << 10;
  private static final long KILL_S = 5;

  private final List<String> before;

  /**
   * What it left.
   *
   * @param out what it printed, to its last whole line
   * @param err what it complained of
   * @param exit its exit code
   * @param interrupted whether the calling thread was, and its end with it
   */
  record Left(String out, String err, int exit, boolean interrupted) {}

  private PerfChild(List<String> before) {
    this.before = before;
  }

  /** Unavailable without perf, or without what starts it safely. */
  static Reading<PerfChild> in(Tools tools) {
    Optional<Path> perf = tools.find("perf");
    if (perf.isEmpty()) {
      return Reading.unavailable(
          "perf is not installed",
          "install it (linux-perf, linux-tools or perf, for the running kernel)");
    }
    Optional<Path> setsid = tools.find("setsid");
    Optional<Path> setpriv = tools.find("setpriv");
    if (setsid.isEmpty() || setpriv.isEmpty()) {
      return Reading.unavailable(
          "perf is started by setsid and setpriv, so that it ends with foliot, and they are"
              + " missing",
          "install util-linux");
    }
    return Reading.of(
        new PerfChild(
            List.of(
                setsid.get().toString(),
                setpriv.get().toString(),
                "--pdeathsig",
                "KILL",
                "--",
                perf.get().toString())));
  }

  /**
   * Runs it to its end. The interrupt status is set where the thread was interrupted.
   *
   * @param arguments without the program
   * @param patience after which it is killed
   */
  Reading<Left> run(List<String> arguments, Duration patience) {
    List<String> words = new ArrayList<>(before);
    words.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
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
    CompletableFuture<String> out = read(process.getInputStream(), MAX_OUT, "out");
    CompletableFuture<String> err = read(process.getErrorStream(), MAX_ERR, "err");
    boolean interrupted = false;
    boolean ended = false;
    try {
      ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (!ended) {
      ProcessGroup.kill(process.pid());
      process.destroyForcibly();
      process
          .onExit()
          .thenApply(gone -> true)
          .completeOnTimeout(false, KILL_S, TimeUnit.SECONDS)
          .join();
    }
    String printed = out.completeOnTimeout("", KILL_S, TimeUnit.SECONDS).join();
    String said = err.completeOnTimeout("", KILL_S, TimeUnit.SECONDS).join();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new Left(
        printed.substring(0, printed.lastIndexOf('\n') + 1),
        said,
        process.isAlive() ? -1 : process.exitValue(),
        interrupted);
  }

  /** Reads on beyond the limit, so that the child need not wait, and forgets that. */
  private static CompletableFuture<String> read(InputStream in, int most, String name) {
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("foliot-perf-" + name)
        .start(() -> {
          byte[] bytes = {};
          try (in) {
            bytes = in.readNBytes(most);
            in.transferTo(java.io.OutputStream.nullOutputStream());
          } catch (IOException e) {
            // the pipe of a killed process: what was read is what there is
          } finally {
            text.complete(new String(bytes, StandardCharsets.UTF_8));
          }
        });
    return text;
  }
}
