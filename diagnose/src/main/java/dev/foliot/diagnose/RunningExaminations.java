package dev.foliot.diagnose;

import dev.foliot.diagnose.examination.Examination;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.store.diagnosis.ExaminationKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Examinations of one target at the same time: the first on the calling thread, each other on its
 * own.
 *
 * <p>If one fails it is unavailable, and the others go on. An interrupt of the calling thread ends
 * all of them early, with the results so far.
 */
final class RunningExaminations {
  private final Target target;
  private final Map<ExaminationKind, Outcome<?>> ended = new ConcurrentHashMap<>();
  private final Map<ExaminationKind, Thread> threads = new LinkedHashMap<>();

  RunningExaminations(Target target) {
    this.target = target;
  }

  /** Runs them; the outcomes have the order of the list. */
  Map<ExaminationKind, Outcome<?>> run(List<Examination<?>> chosen, ExaminationKind onCaller) {
    try {
      chosen.stream().filter(one -> one.kind() != onCaller).forEach(this::start);
      chosen.stream().filter(one -> one.kind() == onCaller).forEach(this::examine);
    } finally {
      join();
    }
    Map<ExaminationKind, Outcome<?>> all = new LinkedHashMap<>();
    // an uncaught error may have ended its thread
    chosen.forEach(one ->
        all.put(one.kind(), ended.getOrDefault(one.kind(), Outcome.failed("its thread died"))));
    return all;
  }

  private void start(Examination<?> examination) {
    threads.put(
        examination.kind(),
        Thread.ofPlatform()
            .daemon()
            .name("examination-" + examination.kind().label())
            .start(() -> examine(examination)));
  }

  private void examine(Examination<?> examination) {
    try {
      ended.put(examination.kind(), examination.run(target));
    } catch (RuntimeException e) {
      ended.put(examination.kind(), Outcome.failed(e.toString()));
    }
  }

  /** Waits for all. An interrupt is passed on to them, and set again afterwards. */
  private void join() {
    boolean interrupted = Thread.currentThread().isInterrupted();
    if (interrupted) {
      threads.values().forEach(Thread::interrupt);
    }
    for (Thread thread : threads.values()) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
          threads.values().forEach(Thread::interrupt);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
