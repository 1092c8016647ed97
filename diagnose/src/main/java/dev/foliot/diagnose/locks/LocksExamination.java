package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Finds deadlocks, contended locks, pools whose workers are all blocked, pinned carriers, and
 * objects that wait for their finalizer.
 *
 * <p>It samples all threads some ten times a second, in the JVM's memory and from outside. The JVM
 * is not stopped and runs no code for it.
 */
public final class LocksExamination {
  private LocksExamination() {}

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
   */
  public static Outcome of(Path root, long pid, Duration duration) {
    return switch (HotspotJvm.attach(root, pid)) {
      case Reading.Unavailable<HotspotJvm> none -> LocksReport.unavailable(none.why());
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield new LocksRun(new LiveLocks(root, jvm), NanoClock.SYSTEM, duration.toNanos()).run();
        }
      }
    };
  }
}
