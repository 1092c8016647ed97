package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Who of a JVM waits for a CPU, and who sleeps although there is work.
 *
 * <p>By the kernel's own counts for each thread, in a few looks; by the trace points of its
 * scheduler where these are permitted; and by looks at the queues of virtual threads and of pools
 * in the target's heap, read from outside. Nothing is attached to, whatever is allowed.
 */
public final class SchedulerExamination {
  private SchedulerExamination() {}

  /**
   * What came out.
   *
   * @param record how far it came
   * @param findings the most severe first
   */
  public record Outcome(ExaminationRecord record, List<ResourceFinding> findings) {
    /** Keeps a copy. */
    public Outcome {
      findings = List.copyOf(findings);
    }
  }

  /**
   * Looks at a JVM for {@code duration}. Ends early, with what it has so far, when the calling
   * thread is interrupted; its interrupt status is then set.
   *
   * @param root below which the kernel's files are, usually "/"
   * @param attach is not needed: all is seen from outside
   */
  public static Outcome of(Path root, long pid, Duration duration, boolean attach) {
    return new SchedulerRun(root, pid, duration.toNanos(), NanoClock.SYSTEM).run();
  }
}
