package dev.foliot.diagnose.recording;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.JvmReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Examines exceptions, deoptimisations and blocking I/O by a flight recording in the JVM, which
 * also gives code places for the findings of other examinations.
 *
 * <p>Unlike the others it runs code in the JVM: it starts a recording for this time and ends it in
 * every case. Other recordings go on.
 */
public final class RecordingExamination {
  private static final Path LIVE = Path.of("/");

  private RecordingExamination() {}

  /**
   * The result.
   *
   * @param record its completeness
   * @param findings the most severe first
   * @param evidence for findings of other examinations
   */
  public record Outcome(
      ExaminationRecord record, List<ResourceFinding> findings, OutsideEvidence evidence) {
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
      case Reading.Unavailable<HotspotJvm> none -> RecordingReport.unavailable(none.why());
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield switch (jcmd(root, jvm)) {
            case Reading.Unavailable<Jcmd> none -> RecordingReport.unavailable(none.why());
            case Reading.Value<Jcmd>(Jcmd jcmd) ->
                new RecordingRun(
                        new LiveRecorder(root, jvm, jcmd), NanoClock.SYSTEM, duration.toNanos())
                    .run();
          };
        }
      }
    };
  }

  /** Its memory proves it a HotSpot: jcmd's signal would end another program. */
  private static Reading<Jcmd> jcmd(Path root, HotspotJvm jvm) {
    if (!root.equals(LIVE)) {
      return Reading.unavailable(new JvmReason.ForeignProcessIds(root.toString()));
    }
    return Jcmd.of(jvm.flags(), jvm.pid());
  }
}
