package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Examination;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.ResourceFinding;

/**
 * Examines what a JVM loses to its collector, its safepoints and its compilers.
 *
 * <p>From outside: HotSpot's own counters and flags, its code cache, and the CPU time of its
 * threads. It reads them a few times a second; nothing is started or stopped in the JVM.
 */
public final class RuntimeExamination implements Examination<ResourceFinding> {
  @Override
  public ExaminationKind kind() {
    return ExaminationKind.RUNTIME;
  }

  @Override
  public Outcome<ResourceFinding> run(Target target) {
    return switch (target.jvm()) {
      case Reading.Unavailable<HotspotJvm> none -> Outcome.unavailable(none.why());
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield new RuntimeRun(
                  new LiveRuntime(target.root(), jvm),
                  NanoClock.SYSTEM,
                  target.duration().toNanos())
              .run();
        }
      }
    };
  }
}
