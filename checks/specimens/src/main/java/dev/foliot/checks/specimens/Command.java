package dev.foliot.checks.specimens;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Plays a specimen and reports to its observer.
 *
 * <p>It prints {@code truth JSON}, then {@code ready}, then {@code ops JSON} for each line {@code
 * ops} on standard input, and once at the end; or {@code refused REASON}, if this JVM cannot play
 * it.
 */
final class Command {
  static final String TRUTH = "truth ";
  static final String READY = "ready";
  static final String OPS = "ops";
  static final String REFUSED_HERE = "refused ";

  private static final int DONE = 0;
  private static final int WRONG_USAGE = 2;
  private static final int REFUSED = 4;

  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;

  Command(InputStream in, PrintStream out, PrintStream err) {
    this.in = in;
    this.out = out;
    this.err = err;
  }

  /** Returns the exit code. */
  int run(List<String> words) throws InterruptedException {
    if (words.equals(List.of("--list"))) {
      Specimens.all().forEach(specimen -> out.println(specimen.truth().name()));
      return DONE;
    }
    try {
      Asked asked = Asked.of(words);
      if (asked.isTruthOnly()) {
        out.println(asked.specimen().truth().json());
      } else {
        play(asked);
      }
      return DONE;
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return WRONG_USAGE;
    } catch (UnsupportedOperationException e) {
      tell(REFUSED_HERE + e.getMessage());
      err.println(e.getMessage());
      return REFUSED;
    }
  }

  private void play(Asked asked) throws InterruptedException {
    Cast cast = asked.specimen().prepare(Training.whole());
    try (Running running = Running.start(cast)) {
      running.warmUp();
      tell(TRUTH + asked.specimen().truth().in(cast).json());
      tell(READY);
      CountDownLatch end = new CountDownLatch(1);
      if (asked.seconds() == 0) {
        listen(running, end);
      }
      for (int second = 1; !end.await(1, TimeUnit.SECONDS) && second != asked.seconds(); second++) {
        if (asked.isTold()) {
          tell(running);
        }
      }
      tell(running);
    }
  }

  private void listen(Running running, CountDownLatch end) {
    Thread listener = new Thread(() -> answer(running, end), "listener");
    listener.setDaemon(true);
    listener.start();
  }

  private void answer(Running running, CountDownLatch end) {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(OPS)) {
          tell(running);
        }
      }
    } catch (IOException e) {
      tell("standard input broke: " + e.getMessage());
    } finally {
      end.countDown();
    }
  }

  private void tell(Running running) {
    tell(OPS + " " + running.operations().json());
  }

  private synchronized void tell(String line) {
    out.println(line);
    out.flush();
  }
}
