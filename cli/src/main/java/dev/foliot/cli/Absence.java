package dev.foliot.cli;

import dev.foliot.store.DiagnosisRecord;
import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.ExaminationRecord.Status;
import dev.foliot.store.Finding;
import dev.foliot.store.ResourceFinding;
import dev.foliot.store.SharingFinding;
import org.jspecify.annotations.Nullable;

/**
 * That a side lacks a finding which the other one has. What it tells depends on how far the
 * examination came that finds such things, and on no other.
 *
 * @param examination the one that finds it
 * @param status how far it came; null where it was not made
 */
record Absence(String examination, @Nullable Status status) {
  static Absence of(DiagnosisRecord side, Finding finding) {
    String name = examination(finding);
    ExaminationRecord examination = side.examinations().get(name);
    return new Absence(name, examination == null ? null : examination.status());
  }

  private static String examination(Finding finding) {
    return switch (finding) {
      case SharingFinding sharing -> "sharing";
      case ResourceFinding resource ->
          switch (resource.kind()) {
            case RUN_QUEUE_WAIT, LATE_WAKE_UP, MIGRATIONS, PARKED_WORKER, THROTTLING, STEAL ->
                "scheduler";
            case PROMOTED_BUFFERS, NATIVE_GROWTH, THREAD_STACKS -> "memory";
          };
    };
  }

  /** Whether all was looked at, so that it is not there. */
  boolean isSure() {
    return status == Status.DONE;
  }

  /** What that side has instead. */
  String words() {
    if (status == null) {
      return "not looked at";
    }
    return switch (status) {
      case DONE -> "no finding";
      case PARTIAL -> "no finding, but not all could be looked at";
      case UNAVAILABLE -> "could not be looked at";
    };
  }

  /** What follows where it is not sure. */
  String doubt(String side) {
    if (status == null) {
      return side + " made no examination of " + examination + ", so it may be there as well";
    }
    return switch (status) {
      case DONE -> side + " does not have it";
      case PARTIAL -> side + " could look at a part only, so it may be there as well";
      case UNAVAILABLE -> side + " could not look for it, so it may be there as well";
    };
  }
}
