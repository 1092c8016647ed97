package dev.foliot.diagnose.recording;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Examination;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.ResourceFinding;

/**
 * Examines exceptions, deoptimisations and blocking I/O by a flight recording in the JVM, which
 * also gives code places for the findings of other examinations.
 *
 * <p>Unlike the others it runs code in the JVM: it starts a recording for this time and ends it in
 * every case. Other recordings go on.
 */
public final class RecordingExamination implements Examination<ResourceFinding> {
  @Override
  public ExaminationKind kind() {
    return ExaminationKind.RECORDING;
  }

  @Override
  public Outcome<ResourceFinding> run(Target target) {
    return switch (target.jvm()) {
      case Reading.Unavailable<HotspotJvm> none -> Outcome.unavailable(none.why(), none.why());
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield switch (target.jcmd(jvm)) {
            case Reading.Unavailable<Jcmd> none -> Outcome.unavailable(none.why(), none.why());
            case Reading.Value<Jcmd>(Jcmd jcmd) ->
                new RecordingRun(
                        new LiveRecorder(target.root(), jvm, jcmd),
                        NanoClock.SYSTEM,
                        target.duration().toNanos())
                    .run();
          };
        }
      }
    };
  }
}
