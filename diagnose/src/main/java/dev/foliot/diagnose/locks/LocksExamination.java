package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Examination;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.ResourceFinding;

/**
 * Finds deadlocks, contended locks, pools whose workers are all blocked, pinned carriers, and
 * objects that wait for their finalizer.
 *
 * <p>It samples all threads some ten times a second, in the JVM's memory and from outside. The JVM
 * is not stopped and runs no code for it.
 */
public final class LocksExamination implements Examination<ResourceFinding> {
  @Override
  public ExaminationKind kind() {
    return ExaminationKind.LOCKS;
  }

  @Override
  public Outcome<ResourceFinding> run(Target target) {
    return switch (target.jvm()) {
      case Reading.Unavailable<HotspotJvm> none -> Outcome.unavailable(none.why(), none.why());
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield new LocksRun(
                  new LiveLocks(target.root(), jvm), NanoClock.SYSTEM, target.duration().toNanos())
              .run();
        }
      }
    };
  }
}
