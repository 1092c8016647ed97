package dev.foliot.diagnose;

import dev.foliot.diagnose.Diagnosis.Examination;
import dev.foliot.diagnose.counters.CountersExamination;
import dev.foliot.diagnose.locks.LocksExamination;
import dev.foliot.diagnose.memory.MemoryExamination;
import dev.foliot.diagnose.recording.OutsideEvidence;
import dev.foliot.diagnose.recording.RecordingExamination;
import dev.foliot.diagnose.runtime.RuntimeExamination;
import dev.foliot.diagnose.scheduler.SchedulerExamination;
import dev.foliot.diagnose.watch.WatchTurns;
import dev.foliot.diagnose.words.WordsExamination;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.text.ExaminationReason;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the examinations other than shared cache lines, each on its own thread.
 *
 * <p>If one fails it is unavailable, and the others go on. An interrupt of the joining thread ends
 * them early, with the results so far.
 */
final class OtherExaminations {
  private final Map<Examination, Supplier<Result>> wanted = new LinkedHashMap<>();
  private final Map<Examination, Result> ended = new ConcurrentHashMap<>();
  private final Map<Examination, Thread> threads = new LinkedHashMap<>();
  private volatile OutsideEvidence evidence = OutsideEvidence.NONE;
  private volatile WordsExamination.@Nullable Outcome words;

  /**
   * The result of one examination.
   *
   * @param confirmed by the address of a class's structure: an observation that confirms that
   *     threads share one of its cache lines
   */
  record Result(
      ExaminationRecord record, List<? extends Finding> findings, Map<Long, String> confirmed) {
    Result(ExaminationRecord record, List<? extends Finding> findings) {
      this(record, findings, Map.of());
    }
  }

  OtherExaminations(Path root, long pid, Diagnosis.Request request, WatchTurns turns) {
    put(
        request,
        Examination.COUNTERS,
        () -> {
          CountersExamination.Outcome outcome =
              CountersExamination.of(root, pid, request.duration());
          return new Result(outcome.record(), outcome.findings(), outcome.confirmed());
        });
    put(
        request,
        Examination.SCHEDULER,
        () -> {
          SchedulerExamination.Outcome outcome =
              SchedulerExamination.of(root, pid, request.duration(), request.attach());
          return new Result(outcome.record(), outcome.findings());
        });
    put(
        request,
        Examination.MEMORY,
        () -> {
          MemoryExamination.Outcome outcome =
              MemoryExamination.of(root, pid, request.duration(), request.attach());
          return new Result(outcome.record(), outcome.findings());
        });
    put(
        request,
        Examination.RUNTIME,
        () -> {
          RuntimeExamination.Outcome outcome = RuntimeExamination.of(root, pid, request.duration());
          return new Result(outcome.record(), outcome.findings());
        });
    put(
        request,
        Examination.LOCKS,
        () -> {
          LocksExamination.Outcome outcome = LocksExamination.of(root, pid, request.duration());
          return new Result(outcome.record(), outcome.findings());
        });
    put(
        request,
        Examination.WORDS,
        () -> {
          WordsExamination.Outcome outcome =
              WordsExamination.of(root, pid, request.duration(), turns);
          words = outcome;
          return new Result(outcome.record(), outcome.findings());
        });
    if (request.attach()) {
      put(
          request,
          Examination.RECORDING,
          () -> {
            RecordingExamination.Outcome outcome =
                RecordingExamination.of(root, pid, request.duration());
            evidence = outcome.evidence();
            return new Result(outcome.record(), outcome.findings());
          });
    }
  }

  private void put(Diagnosis.Request request, Examination which, Supplier<Result> examination) {
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

  private static Result guarded(Supplier<Result> examination) {
    try {
      return examination.get();
    } catch (RuntimeException e) {
      return new Result(failed(e.toString()), List.of());
    }
  }

  /** The record of a failed examination. */
  static ExaminationRecord failed(String what) {
    ExaminationReason reason = new ExaminationReason.ExaminationFailed(what);
    return ExaminationRecord.of(
        ExaminationRecord.Status.UNAVAILABLE,
        reason,
        "could not look: an internal failure",
        List.of(),
        List.of(reason));
  }

  /** Waits for all. An interrupt is passed on to them, and set again afterwards. */
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

  /** What a flight recording adds to the findings of all; after {@link #join}. */
  OutsideEvidence evidence() {
    return evidence;
  }

  /**
   * What the examination of written words cost the target; after {@link #join}; null without it.
   */
  WordsExamination.@Nullable Outcome words() {
    return words;
  }

  /** The results by name, in the fixed order of reports. */
  Map<String, Result> ended() {
    Map<String, Result> all = new LinkedHashMap<>();
    wanted
        .keySet()
        .forEach(which -> {
          // an uncaught error may have ended its thread
          Result none = new Result(failed("its thread died"), List.of());
          all.put(label(which), ended.getOrDefault(which, none));
        });
    return all;
  }

  private static String label(Examination which) {
    return which.name().toLowerCase(Locale.ROOT);
  }
}
