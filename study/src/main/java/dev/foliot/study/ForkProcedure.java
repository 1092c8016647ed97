package dev.foliot.study;

import dev.foliot.bench.NanoClock;
import dev.foliot.service.ArmException;
import dev.foliot.text.LabException;
import dev.foliot.text.Reason;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;

/**
 * The procedure of a fork: its processes are started, get ready, are prepared, loaded and stopped.
 * Each kind of fork fills in its steps; what a failure means is decided here. Whatever happens, no
 * process is left when {@link #play} returns or throws. For one thread.
 *
 * @param <P> its processes
 */
public abstract class ForkProcedure<P extends ForkProcedure.Processes> {
  private final ForkSetting setting;
  private final NanoClock clock = NanoClock.system();

  /** The processes of a fork. */
  public interface Processes extends AutoCloseable {
    /**
     * Passes unless they died.
     *
     * @throws ArmException if they died, with what they say themselves
     * @throws InterruptedException if interrupted
     */
    void check() throws InterruptedException;

    /** Limits that were asked for and do not hold, with reasons and remedies. */
    List<Reason> missing();

    @Override
    void close();
  }

  /** A fork that cannot be measured, in one line. */
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** With what is wrong. */
    public Failure(String why) {
      super(why);
    }
  }

  /** A fork with its setting. */
  protected ForkProcedure(ForkSetting setting) {
    this.setting = setting;
  }

  /** What it is played with. */
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

  /** Says what the fork is doing. */
  protected final void stage(StudyProgress.Stage stage) {
    setting.progress().stage(stage);
  }

  /**
   * Starts it.
   *
   * @throws ArmException if it cannot be started
   * @throws LabException if this system cannot hold it
   */
  protected abstract P start() throws InterruptedException;

  /** Waits until it is ready. */
  protected abstract void awaitReady(P processes) throws IOException, InterruptedException;

  /** Looks at it before it is measured. */
  protected void prepare(P processes) throws IOException, InterruptedException {}

  /** Loads it, and reads what that gave: of each cell one. */
  protected abstract List<ForkOutcome> load(P processes) throws IOException, InterruptedException;

  /** What is said of files or streams that fail. */
  protected abstract String failure(IOException why);

  /** Whether an error under load is the fork's, and not the system's that would fail all forks. */
  protected boolean isOwn(LabException why) {
    return false;
  }

  /**
   * Plays it.
   *
   * @return what each cell gave, in their order
   * @throws LabException if this system cannot hold such forks at all
   * @throws InterruptedException if interrupted; all processes have ended then
   */
  public final List<ForkOutcome> play() throws InterruptedException {
    stage(StudyProgress.Stage.STARTING);
    try (P processes = start()) {
      try {
        awaitReady(processes);
        prepare(processes);
        return load(processes);
      } catch (LabException e) {
        // whoever fails since a process is gone is not to blame: that says itself why it went
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

  /** Nothing is known of any cell. */
  protected final List<ForkOutcome> failed(String why) {
    return Collections.nCopies(setting.cells().size(), new ForkOutcome.Failed(why));
  }
}
