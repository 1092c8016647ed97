package dev.foliot.load.driver;

import dev.foliot.bench.BadOptionException;
import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.store.StoreException;
import dev.foliot.text.FoliotException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The load driver as a separate process: {@code PLAN.json RESULT}.
 *
 * <p>It plays the plan, writes the result beside RESULT, renames it, and exits with 0, or with
 * {@link #FAILED} and the reason in RESULT. {@code RESULT.start} has the start time of the load,
 * {@code RESULT.live} a line of JSON for each {@link LiveSample}, {@code RESULT.N.hlog} the
 * histograms of phase N. The parent keeps the driver's standard input open. A byte in it ends the
 * load early, with a result; the driver exits at the end of that input, because its parent has
 * ended. The parent pins it to other CPUs than the service's.
 */
public final class DriverMain {
  /** The exit code without a result; the reason is in the file. */
  public static final int FAILED = 114;

  /** The exit code after the parent has ended. */
  public static final int PARENT_GONE = 113;

  /** The exit code if even the reason cannot be written. */
  public static final int SPEECHLESS = 115;

  private static final long NS_PER_MS = 1_000_000;

  private DriverMain() {}

  /** Plays a plan; see the class. */
  public static void main(String[] args) throws InterruptedException {
    Path result = Path.of(args[1]).toAbsolutePath();
    AtomicReference<@Nullable LoadRun> running = new AtomicReference<@Nullable LoadRun>();
    followParent(running);
    try {
      play(Path.of(args[0]), result, running::set);
      System.exit(0);
    } catch (FoliotException | StoreException | BadOptionException e) {
      fail(result, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      fail(result, "the result cannot be written: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      fail(result, "the load driver failed: " + e);
    }
  }

  /**
   * Plays a plan and writes its result.
   *
   * @param running receives the run before it begins
   */
  static void play(Path planFile, Path result, Consumer<LoadRun> running)
      throws IOException, InterruptedException {
    LoadPlan plan = LoadPlan.read(planFile);
    try (LoadRun run = HttpDriver.of(plan);
        LiveFile live = new LiveFile(LiveFile.beside(result))) {
      running.accept(run);
      LoadResult played = run.play(telling(result, live));
      for (int i = 0; i < run.intervals().size(); i++) {
        IntervalFile.write(
            IntervalFile.beside(result, i),
            run.intervals().get(i),
            played.startEpochMs() + played.phases().get(i).startNs() / NS_PER_MS);
      }
      if (plan.execution().share().isPart()) {
        run.part().write(LoadPart.beside(result));
      }
      played.write(result);
    }
  }

  /** Writes the start time of the load for the parent. */
  private static LoadListener telling(Path result, LiveFile live) {
    return new LoadListener() {
      @Override
      public void begins(long startNanoTime) {
        try {
          StartFile.write(StartFile.beside(result), startNanoTime);
        } catch (IOException e) {
          throw FoliotException.environment(
              "the start of the load cannot be written: " + e.getMessage() + ": free some space");
        }
      }

      @Override
      public void sample(LiveSample sample) {
        live.add(sample);
      }
    };
  }

  private static void fail(Path result, String why) {
    try {
      LoadResult.writeFailure(result, why);
    } catch (IOException | RuntimeException e) {
      System.exit(SPEECHLESS);
    }
    System.exit(FAILED);
  }

  /** A byte of standard input ends the load; the kernel closes it however the parent ends. */
  private static void followParent(AtomicReference<@Nullable LoadRun> running) {
    Thread watch =
        new Thread(
            () -> {
              try (FileInputStream parent = new FileInputStream(FileDescriptor.in)) {
                while (parent.read() >= 0) {
                  LoadRun run = running.get();
                  if (run == null) {
                    // nothing was sent yet
                    Runtime.getRuntime().halt(PARENT_GONE);
                  } else {
                    run.cut();
                  }
                }
              } catch (IOException e) {
                // the same as its end
              }
              Runtime.getRuntime().halt(PARENT_GONE);
            },
            "foliot-parent");
    watch.setDaemon(true);
    watch.start();
  }
}
