package dev.foliot.diagnose.counters.access;

import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.ExaminationRecord.Status;
import dev.foliot.text.CountersReason.AccessesUnknown;
import dev.foliot.text.CountersReason.CountersLimit;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What sampled accesses to memory add to an examination of counters. Immutable.
 *
 * @param lookedAt in words with figures
 * @param summary in a few words; empty where there is nothing to say
 * @param limits what could not be sampled
 * @param confirmed by the address of a class's structure: what confirms that threads share a line
 */
public record AccessResult(
    List<String> lookedAt,
    String summary,
    List<CountersLimit> limits,
    Map<Long, String> confirmed) {
  /** Nothing to add. */
  public static final AccessResult NONE = new AccessResult(List.of(), "", List.of(), Map.of());

  /** Keeps copies. */
  public AccessResult {
    lookedAt = List.copyOf(lookedAt);
    limits = List.copyOf(limits);
    confirmed = Map.copyOf(confirmed);
  }

  /** Of an attempt that this machine has nothing for. */
  public static AccessResult unsupported(Reason why) {
    return NONE.with(List.of(new AccessesUnknown(why, true)));
  }

  /** Of an attempt that failed. */
  public static AccessResult failed(Reason why) {
    return NONE.with(List.of(new AccessesUnknown(why, false)));
  }

  /** The same with other limits. */
  public AccessResult with(List<CountersLimit> others) {
    return new AccessResult(lookedAt, summary, others, confirmed);
  }

  /**
   * The examination with both. Where nothing was counted, the reason for that is the one that
   * matters, and an attempt that failed too adds nothing.
   */
  public ExaminationRecord addedTo(ExaminationRecord counted) {
    if (counted.status() == Status.UNAVAILABLE && lookedAt.isEmpty()) {
      return counted;
    }
    List<String> looked = new ArrayList<>(counted.lookedAt());
    // how long was counted comes first, all that was counted last: it is long
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

  /** Whether the machine has nothing for it, which is no fault. */
  static boolean isUnsupported(CountersLimit limit) {
    return limit instanceof AccessesUnknown unknown && unknown.isUnsupported();
  }
}
