package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Examination;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.ResourceFinding;

/**
 * Finds threads of a JVM that wait for a CPU, or sleep although work is queued.
 *
 * <p>It samples the kernel's counts of each thread a few times. It uses the scheduler's trace
 * points if they are permitted. It samples the queues of virtual threads and of pools in the
 * target's heap, read from outside. It never attaches to the JVM.
 */
public final class SchedulerExamination implements Examination<ResourceFinding> {
  @Override
  public ExaminationKind kind() {
    return ExaminationKind.SCHEDULER;
  }

  @Override
  public Outcome<ResourceFinding> run(Target target) {
    return new SchedulerRun(target, NanoClock.SYSTEM).run();
  }
}
