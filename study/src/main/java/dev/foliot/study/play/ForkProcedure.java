package dev.foliot.study.play;

import dev.foliot.bench.NanoClock;
import dev.foliot.service.run.ArmException;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.StudyProgress;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reason;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;

/**
 * The procedure of a fork: its processes are started, get ready, are prepared, loaded and stopped.
 * For one thread.
 *
 * <p>Each kind of fork implements its steps; the meaning of a failure is decided here. No process
 * remains after {@link #play}, whether it returns or throws.
 *
 * @param <P> its processes
 */
public abstract class ForkProcedure<P extends ForkProcedure.Processes> {
  private final ForkSetting setting;
  private final NanoClock clock = NanoClock.system();

  /** The processes of a fork. */
  public interface Processes extends AutoCloseable {
    /**
     * Checks that they still run.
     *
     * @throws ArmException if they ended, with their own reason
     * @throws InterruptedException if interrupted
     */
    void check() throws InterruptedException;

    /** The requested limits that failed, with reasons and remedies. */
    List<Reason> missing();

    @Override
    void close();
  }

  /** The reason why a fork cannot be measured, in one line. */
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Takes the error. */
    public Failure(String why) {
      super(why);
    }
  }

  /** A fork with its setting. */
  protected ForkProcedure(ForkSetting setting) {
    this.setting = setting;
  }

  /** The setting of the fork. */
  protected final ForkSetting setting() {
    return setting;
  }

  /** The monotonic clock. */
  protected final NanoClock clock() {
    return clock;
  }

  /** A moment of the monotonic clock in milliseconds since 1970. */
  protected final long epochMs(long nanoTime) {
    return InstantSource.system().millis() - (clock.nanoTime() - nanoTime) / 1_000_000;
  }

  /** Reports a stage of the fork. */
  protected final void stage(StudyProgress.Stage stage) {
    setting.progress().stage(stage);
  }

  /**
   * Starts it.
   *
   * @throws ArmException if it cannot be started
   * @throws FoliotException if this system cannot run it
   */
  protected abstract P start() throws InterruptedException;

  /** Waits until it is ready. */
  protected abstract void awaitReady(P processes) throws IOException, InterruptedException;

  /** Examines it before the measurement. */
  protected void prepare(P processes) throws IOException, InterruptedException {}

  /** Loads it, and returns the outcome of each cell. */
  protected abstract List<ForkOutcome> load(P processes) throws IOException, InterruptedException;

  /** The reason for a failure of files or streams. */
  protected abstract String failure(IOException why);

  /** Whether an error under load concerns this fork only, and not all forks on this system. */
  protected boolean isOwn(FoliotException why) {
    return false;
  }

  /**
   * Plays the fork.
   *
   * @return the outcome of each cell, in their order
   * @throws FoliotException if this system cannot run such forks at all
   * @throws InterruptedException if interrupted; all processes have then ended
   */
  public final List<ForkOutcome> play() throws InterruptedException {
    stage(StudyProgress.Stage.STARTING);
    try (P processes = start()) {
      try {
        awaitReady(processes);
        prepare(processes);
        return load(processes);
      } catch (FoliotException e) {
        // a failure after a process has ended is not the cause: the process reports it
        processes.check();
        if (!isOwn(e)) {
          throw e;
        }
        return failed(String.valueOf(e.getMessage()));
      } catch (IOException e) {
        processes.check();
        return failed(failure(e));
      } finally {
        stage(StudyProgress.Stage.ENDING);
      }
    } catch (ArmException | Failure e) {
      return failed(String.valueOf(e.getMessage()));
    }
  }

  /** No cell has a result. */
  protected final List<ForkOutcome> failed(String why) {
    return Collections.nCopies(setting.cells().size(), new ForkOutcome.Failed(why));
  }
}
