package dev.foliot.diagnose.counters;

import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.ExaminationRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the look at sampled accesses adds to an examination of counters. Immutable.
 *
 * @param lookedAt in words with figures
 * @param summary in a few words; empty where there is nothing to say
 * @param lacking what this machine does not have, with where it would be had
 * @param faults what could not be looked at for another reason, with what helps
 * @param confirmed by the address of a class's structure: what confirms that threads share a line
 */
record AccessNotes(
    List<String> lookedAt,
    String summary,
    List<String> lacking,
    List<String> faults,
    Map<Long, String> confirmed) {
  /** What is looked at, as a complaint begins. */
  static final String WHAT = "which memory the threads touch: ";

  /** Nothing to add. */
  static final AccessNotes NONE = new AccessNotes(List.of(), "", List.of(), List.of(), Map.of());

  /** Keeps copies. */
  AccessNotes {
    lookedAt = List.copyOf(lookedAt);
    lacking = List.copyOf(lacking);
    faults = List.copyOf(faults);
    confirmed = Map.copyOf(confirmed);
  }

  /** Of a look that this machine has nothing for. */
  static AccessNotes lacking(String why) {
    return new AccessNotes(List.of(), "", List.of(WHAT + why), List.of(), Map.of());
  }

  /** Of a look that failed. */
  static AccessNotes fault(String why) {
    return new AccessNotes(List.of(), "", List.of(), List.of(WHAT + why), Map.of());
  }

  /**
   * The examination with both. Where nothing was counted, the reason for that is the one that
   * matters, and a look that failed too adds nothing.
   */
  ExaminationRecord addedTo(ExaminationRecord counted) {
    if (counted.status() == Status.UNAVAILABLE && lookedAt.isEmpty()) {
      return counted;
    }
    List<String> looked = new ArrayList<>(counted.lookedAt());
    // how long was counted comes first, all that was counted last: it is long
    looked.addAll(Math.min(1, looked.size()), lookedAt);
    List<String> couldNot = new ArrayList<>(counted.couldNot());
    couldNot.addAll(faults);
    couldNot.addAll(lacking);
    boolean done = counted.status() == Status.DONE && faults.isEmpty();
    String reason = counted.reason() == null && !done ? faults.getFirst() : counted.reason();
    return new ExaminationRecord(
        done ? Status.DONE : Status.PARTIAL,
        reason,
        counted.summary() + (summary.isEmpty() ? "" : "; " + summary),
        looked,
        couldNot,
        counted.counts(),
        null,
        List.of());
  }
}
