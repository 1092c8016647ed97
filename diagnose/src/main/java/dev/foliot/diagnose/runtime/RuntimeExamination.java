package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Examines what a JVM loses to its collector, its safepoints and its compilers.
 *
 * <p>From outside: HotSpot's own counters and flags, its code cache, and the CPU time of its
 * threads. It reads them a few times a second; nothing is started or stopped in the JVM.
 */
public final class RuntimeExamination {
  private RuntimeExamination() {}

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
      case Reading.Unavailable<HotspotJvm> none -> RuntimeReport.unavailable(none);
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield new RuntimeRun(new LiveRuntime(root, jvm), NanoClock.SYSTEM, duration.toNanos())
              .run();
        }
      }
    };
  }
}
