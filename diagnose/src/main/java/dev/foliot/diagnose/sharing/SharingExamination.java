package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Examination;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.diagnose.watch.WatchBudget;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.SharingFinding;
import java.util.SplittableRandom;

/**
 * Examines cache lines in HotSpot's own structures that threads of a JVM share.
 *
 * <p>A type check against an interface may write to the checked object's class (JDK-8180450).
 * Samples of that word from outside select candidate classes. Hardware watchpoints then find the
 * writers, and the other readers of the line. The cost comes from samples of the threads on their
 * CPUs. The target runs on; no thread of it loses more than {@link WatchBudget#SHARE} of its time.
 */
public final class SharingExamination implements Examination<SharingFinding> {
  @Override
  public ExaminationKind kind() {
    return ExaminationKind.SHARING;
  }

  private static final long SEED = 8_180_450;

  @Override
  public Outcome<SharingFinding> run(Target target) {
    return switch (target.jvm()) {
      case Reading.Unavailable<HotspotJvm> none -> Outcome.unavailable(none.why(), none.why());
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          LiveTarget live = new LiveTarget(target.root(), jvm, target.turns());
          yield new SharingRun(
                  live,
                  live,
                  NanoClock.SYSTEM,
                  new SplittableRandom(SEED),
                  new Cpus(target.root()).cacheLineBytes(),
                  target.duration().toNanos(),
                  target.progress())
              .run();
        }
      }
    };
  }
}
