package dev.foliot.diagnose.counters.access;

import dev.foliot.linux.reason.CountersReason.AccessesUnknown;
import dev.foliot.linux.reason.CountersReason.CountersLimit;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The results of sampled memory accesses, for an examination of counters. Immutable.
 *
 * @param lookedAt text with figures
 * @param summary in a few words; empty for none
 * @param limits what could not be sampled
 * @param confirmed by the address of a class's structure: evidence that threads share a line
 */
public record AccessResult(
    List<String> lookedAt,
    String summary,
    List<CountersLimit> limits,
    Map<Long, String> confirmed) {
  /** No results. */
  public static final AccessResult NONE = new AccessResult(List.of(), "", List.of(), Map.of());

  /** Keeps copies. */
  public AccessResult {
    lookedAt = List.copyOf(lookedAt);
    limits = List.copyOf(limits);
    confirmed = Map.copyOf(confirmed);
  }

  /** The result of an attempt that this machine does not support. */
  public static AccessResult unsupported(Reason why) {
    return NONE.with(List.of(new AccessesUnknown(why, true)));
  }

  /** The result of a failed attempt. */
  public static AccessResult failed(Reason why) {
    return NONE.with(List.of(new AccessesUnknown(why, false)));
  }

  /** A copy with other limits. */
  public AccessResult with(List<CountersLimit> others) {
    return new AccessResult(lookedAt, summary, others, confirmed);
  }

  /**
   * Merges this into the examination. If the counting failed, its reason matters, and a failed
   * sampling adds nothing.
   */
  public ExaminationRecord addedTo(ExaminationRecord counted) {
    if (counted.status() == Status.UNAVAILABLE && lookedAt.isEmpty()) {
      return counted;
    }
    List<String> looked = new ArrayList<>(counted.lookedAt());
    // the counting time comes first, the long list of counts last
    looked.addAll(Math.min(1, looked.size()), lookedAt);
    List<Reason> couldNot = new ArrayList<>(counted.limits());
    List<CountersLimit> faults = limits.stream().filter(one -> !isUnsupported(one)).toList();
    couldNot.addAll(faults);
    limits.stream().filter(AccessResult::isUnsupported).forEach(couldNot::add);
    boolean done = counted.status() == Status.DONE && faults.isEmpty();
    return ExaminationRecord.of(
            done ? Status.DONE : Status.PARTIAL,
            done ? null : counted.limit().orElseGet(faults::getFirst),
            counted.summary() + (summary.isEmpty() ? "" : "; " + summary),
            looked,
            couldNot)
        .with(counted.counts());
  }

  /** Whether the machine lacks support, which is no failure. */
  static boolean isUnsupported(CountersLimit limit) {
    return limit instanceof AccessesUnknown unknown && unknown.isUnsupported();
  }
}
