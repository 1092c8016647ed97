package dev.foliot.apps;

import dev.foliot.apps.json.JsonWriter;
import dev.foliot.apps.lottery.LotteryRun;
import dev.foliot.apps.service.Burn;
import dev.foliot.apps.service.EnvironmentException;
import dev.foliot.apps.service.NanoClock;
import dev.foliot.apps.service.Shown;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

/**
 * The entry point: {@code bank|remote|ping|burn|lottery|calibrate [--option value]...}, see
 * docs/internals/apps.md.
 *
 * <p>Errors are one line on standard error. A service ends at SIGTERM, as the JVM does (143), or
 * when the process named by {@code --parent} ends. It answers requests in flight first.
 */
public final class Apps {
  private static final int DONE = 0;
  private static final int INTERNAL = 1;
  private static final int USAGE = 2;
  private static final int ENVIRONMENT = 4;
  private static final long LOOK_MS = 5;
  private static final int MOST_LOOKS = 12_000;

  private Apps() {}

  /** Runs one app; see the class. */
  public static void main(String[] args) {
    System.exit(run(List.of(args), System.out, System.err));
  }

  /** Runs one app until its end; returns the exit code. */
  private static int run(List<String> words, PrintStream out, PrintStream err) {
    try {
      Command command = CommandLine.parse(words);
      CountDownLatch orphaned = new CountDownLatch(1);
      Optional<Long> parent = command.parent();
      if (parent.isPresent()) {
        watch(parent.get(), orphaned);
      }
      if (command instanceof Command.Service service) {
        serve(service, orphaned, out);
      } else if (command instanceof Command.RunBurn burn) {
        burn(burn, orphaned, out);
      } else if (command instanceof Command.RunLottery lottery) {
        lottery(lottery, orphaned, out);
      } else if (command instanceof Command.Calibrate calibrate) {
        calibrate(calibrate, out);
      }
      return DONE;
    } catch (UsageException e) {
      err.println("foliot-apps: " + e.getMessage());
      return USAGE;
    } catch (EnvironmentException e) {
      err.println("foliot-apps: " + e.getMessage());
      return ENVIRONMENT;
    } catch (InterruptedException | RuntimeException | Error e) {
      err.println(
          "foliot-apps: internal failure: " + e.getClass().getName() + ", " + Shown.fault(e));
      return INTERNAL;
    }
  }

  private static void watch(long pid, CountDownLatch orphaned) throws EnvironmentException {
    ProcessHandle parent =
        ProcessHandle.of(pid)
            .orElseThrow(() ->
                new EnvironmentException(
                    "--parent: there is no process "
                        + pid
                        + ": give the id of the one that starts this one"));
    Future<Void> unused = parent.onExit().thenRun(orphaned::countDown);
  }

  private static void serve(Command.Service asked, CountDownLatch orphaned, PrintStream out)
      throws EnvironmentException, InterruptedException {
    RunningService service =
        RunningService.start(asked, InstantSource.system(), NanoClock.system());
    Runtime.getRuntime().addShutdownHook(new Thread(service::stop, "foliot-stop"));
    out.println("serves http://127.0.0.1:" + service.port());
    orphaned.await();
  }

  private static void burn(Command.RunBurn asked, CountDownLatch orphaned, PrintStream out)
      throws EnvironmentException, InterruptedException {
    endWith(orphaned);
    String result = new BurnRun(asked, NanoClock.system()).run() + "\n";
    tell(asked.result(), result, out);
  }

  private static void lottery(Command.RunLottery asked, CountDownLatch orphaned, PrintStream out)
      throws EnvironmentException, InterruptedException {
    endWith(orphaned);
    LotteryRun lottery = new LotteryRun(asked.settings(), NanoClock.system());
    tell(asked.result(), lottery.run(() -> pass(asked)) + "\n", out);
  }

  /** Reports that the class is in place, and waits until the measurement may begin. */
  private static void pass(Command.RunLottery asked)
      throws EnvironmentException, InterruptedException {
    Optional<Path> ready = asked.readyFile();
    if (ready.isPresent()) {
      WholeFile.write(ready.get(), "ready\n");
    }
    Optional<Path> go = asked.goFile();
    for (int look = 0; go.isPresent() && !Files.exists(go.get()); look++) {
      if (look == MOST_LOOKS) {
        throw new EnvironmentException(
            "--go-file: "
                + Shown.text(go.get().toString())
                + " was not there within a minute: make it, or leave the option out");
      }
      Thread.sleep(LOOK_MS);
    }
  }

  /** Interrupts the calling thread when the parent is gone. */
  private static void endWith(CountDownLatch orphaned) {
    Thread runs = Thread.currentThread();
    Thread gives =
        new Thread(
            () -> {
              try {
                orphaned.await();
                runs.interrupt();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "foliot-parent");
    gives.setDaemon(true);
    gives.start();
  }

  private static void calibrate(Command.Calibrate asked, PrintStream out)
      throws EnvironmentException {
    double steps = Burn.calibrated().stepsPerNs();
    String written = String.format(Locale.ROOT, "%.6f", steps);
    tell(
        asked.result(),
        new JsonWriter().object().field("steps_per_ns", Double.parseDouble(written)).endObject()
            + "\n",
        out);
  }

  /** Writes to the named file, or else to standard output. */
  private static void tell(Optional<Path> file, String result, PrintStream out)
      throws EnvironmentException {
    if (file.isPresent()) {
      WholeFile.write(file.get(), result);
    } else {
      out.print(result);
      out.flush();
    }
  }
}
