package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Examination;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.memory.AttachedJvm;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.util.Optional;

/**
 * Examines a JVM's memory: its parts and their growth.
 *
 * <p>From outside: the kernel reports the resident bytes of every mapping. The JVM's own tables and
 * objects, read through the kernel, show their use. If attaching is allowed, the JVM also reports
 * its accounts. The examination never triggers a collection.
 */
public final class MemoryExamination implements Examination<ResourceFinding> {
  @Override
  public ExaminationKind kind() {
    return ExaminationKind.MEMORY;
  }

  @Override
  public Outcome<ResourceFinding> run(Target target) {
    return switch (target.jvm()) {
      case Reading.Unavailable<HotspotJvm> none -> Outcome.unavailable(none.why());
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield new MemoryRun(
                  new LiveTarget(target.root(), jvm),
                  NanoClock.SYSTEM,
                  target.duration().toNanos(),
                  target.isAskable()
                      ? Optional.of(target.jcmd(jvm).map(AttachedJvm::new))
                      : Optional.empty())
              .run();
        }
      }
    };
  }
}
