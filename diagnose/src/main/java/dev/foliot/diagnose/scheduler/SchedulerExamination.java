package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Finds threads of a JVM that wait for a CPU, or sleep although work is queued.
 *
 * <p>It samples the kernel's counts of each thread a few times. It uses the scheduler's trace
 * points if they are permitted. It samples the queues of virtual threads and of pools in the
 * target's heap, read from outside. It never attaches to the JVM.
 */
public final class SchedulerExamination {
  private SchedulerExamination() {}

  /**
   * The result.
   *
   * @param record its completeness
   * @param findings the most severe first
   */
  public record Outcome(ExaminationRecord record, List<ResourceFinding> findings) {
    /** Keeps a copy. */
    public Outcome {
      findings = List.copyOf(findings);
    }
  }

  /**
   * Examines a JVM for {@code duration}. An interrupt of the calling thread ends it early, with the
   * results so far; the interrupt status stays set.
   *
   * @param root below which the kernel's files are, usually "/"
   * @param attach unused: the examination works from outside
   */
  public static Outcome of(Path root, long pid, Duration duration, boolean attach) {
    return new SchedulerRun(root, pid, duration.toNanos(), NanoClock.SYSTEM).run();
  }
}
