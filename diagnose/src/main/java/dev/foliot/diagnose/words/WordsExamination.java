package dev.foliot.diagnose.words;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Examination;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.ResourceFinding;

/**
 * Examines words and cache lines of the program's own data that several threads write, and type
 * checks that search in vain.
 *
 * <p>Samples of the threads' instructions and registers select candidates. Hardware watchpoints
 * then find the writers. The target runs on.
 */
public final class WordsExamination implements Examination<ResourceFinding> {
  @Override
  public ExaminationKind kind() {
    return ExaminationKind.WORDS;
  }

  @Override
  public Outcome<ResourceFinding> run(Target target) {
    return switch (target.jvm()) {
      case Reading.Unavailable<HotspotJvm> none -> Outcome.unavailable(none.why(), none.why());
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield new WordsRun(
                  new LiveWords(target.root(), jvm, target.turns()),
                  NanoClock.SYSTEM,
                  target.duration().toNanos())
              .run();
        }
      }
    };
  }
}
