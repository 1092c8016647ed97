package dev.foliot.diagnose.examination;

import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.Finding;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One examination of a JVM. Stateless.
 *
 * <p>An interrupt of the calling thread ends it early, with the results so far; the interrupt
 * status stays set.
 */
public interface Examination<F extends Finding> {
  /** Which one it is. */
  ExaminationKind kind();

  /** Examines a target for its time. */
  Outcome<F> run(Target target);

  /** Examines a process that nothing else examines. */
  default Outcome<F> alone(Path root, long pid, Duration duration, boolean isAskable) {
    try (Target target = Target.open(root, pid, duration, isAskable, (what, done) -> {})) {
      return run(target);
    }
  }
}
