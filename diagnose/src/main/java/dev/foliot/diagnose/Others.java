package dev.foliot.diagnose;

import dev.foliot.diagnose.Diagnosis.Examination;
import dev.foliot.diagnose.counters.CountersExamination;
import dev.foliot.diagnose.memory.MemoryExamination;
import dev.foliot.diagnose.scheduler.SchedulerExamination;
import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.Finding;
import dev.foliot.text.ExaminationReason;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The examinations beside that of shared cache lines, each on a thread of its own. One that fails
 * is unavailable, and the others go on. When the thread that joins them is interrupted they end
 * early, with what they have so far.
 */
final class Others {
  private final Map<Examination, Supplier<Examined>> wanted = new LinkedHashMap<>();
  private final Map<Examination, Examined> ended = new ConcurrentHashMap<>();
  private final Map<Examination, Thread> threads = new LinkedHashMap<>();

  /**
   * What came out of one.
   *
   * @param confirmed by the address of a class's structure: what it saw that confirms that threads
   *     share a cache line of it
   */
  record Examined(
      ExaminationRecord record, List<? extends Finding> findings, Map<Long, String> confirmed) {
    Examined(ExaminationRecord record, List<? extends Finding> findings) {
      this(record, findings, Map.of());
    }
  }

  Others(Path root, long pid, Diagnosis.Request request) {
    put(
        request,
        Examination.COUNTERS,
        () -> {
          CountersExamination.Outcome outcome =
              CountersExamination.of(root, pid, request.duration());
          return new Examined(outcome.record(), outcome.findings(), outcome.confirmed());
        });
    put(
        request,
        Examination.SCHEDULER,
        () -> {
          SchedulerExamination.Outcome outcome =
              SchedulerExamination.of(root, pid, request.duration(), request.attach());
          return new Examined(outcome.record(), outcome.findings());
        });
    put(
        request,
        Examination.MEMORY,
        () -> {
          MemoryExamination.Outcome outcome =
              MemoryExamination.of(root, pid, request.duration(), request.attach());
          return new Examined(outcome.record(), outcome.findings());
        });
  }

  private void put(Diagnosis.Request request, Examination which, Supplier<Examined> examination) {
    if (request.only().contains(which)) {
      wanted.put(which, examination);
    }
  }

  void start() {
    wanted.forEach((which, examination) ->
        threads.put(
            which,
            Thread.ofPlatform()
                .daemon()
                .name("examination-" + label(which))
                .start(() -> ended.put(which, guarded(examination)))));
  }

  private static Examined guarded(Supplier<Examined> examination) {
    try {
      return examination.get();
    } catch (RuntimeException e) {
      return new Examined(failed(e.toString()), List.of());
    }
  }

  /** What is told of an examination that broke. */
  static ExaminationRecord failed(String what) {
    ExaminationReason reason = new ExaminationReason.ExaminationFailed(what);
    return ExaminationRecord.of(
        ExaminationRecord.Status.UNAVAILABLE,
        reason,
        "could not look: an internal failure",
        List.of(),
        List.of(reason));
  }

  /** Waits for all; an interrupt is handed on to them, and is set again afterwards. */
  void join() {
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

  /** By name, in the order in which they are always told. */
  Map<String, Examined> ended() {
    Map<String, Examined> all = new LinkedHashMap<>();
    wanted
        .keySet()
        .forEach(which -> {
          // its thread may have died of an error, which nobody caught
          Examined none = new Examined(failed("its thread died"), List.of());
          all.put(label(which), ended.getOrDefault(which, none));
        });
    return all;
  }

  private static String label(Examination which) {
    return which.name().toLowerCase(Locale.ROOT);
  }
}
