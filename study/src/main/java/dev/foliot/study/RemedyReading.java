package dev.foliot.study;

import dev.foliot.store.KernelView;
import dev.foliot.store.StudyCourse;
import dev.foliot.store.StudyRemedy;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fork of the study of remedies: its throughput is the type checks of both threads, and a check's
 * price the mean of what one takes in each of them. Not their CPU time over all their checks: one
 * thread makes ten times the checks of the other, and whichever of the two others kept from its CPU
 * would decide that figure. Pure.
 *
 * @param step the load
 * @param told what the program wrote
 * @param remedy what it had of its remedy
 * @param kernel what the kernel says meanwhile
 */
record RemedyReading(StepPlan step, LotteryResult told, StudyRemedy remedy, KernelView kernel) {
  /** CPU time for an operation, in nanoseconds. */
  static final String CPU_NS_PER_OP = "cpu_ns_per_op";

  private static final double NS_PER_S = 1e9;

  /**
   * The whole.
   *
   * @param startEpochMs when the measurement began, in milliseconds since 1970
   * @param unavailable what could not be read, with reasons
   * @param suspect why the conditions make it SUSPECT
   */
  CellOutcome.Played outcome(long startEpochMs, List<String> unavailable, List<String> suspect) {
    return new CellOutcome.Played(
        CheckedLoad.of(step, checks(), told.durationNs(), List.of(), kernel, validity()),
        startEpochMs,
        StudyCourse.NONE,
        null,
        measures(),
        unavailable,
        suspect,
        null,
        null,
        null,
        remedy);
  }

  private long checks() {
    return told.reader().checks() + told.writer().checks();
  }

  private Map<String, Double> measures() {
    Map<String, Double> measures = new LinkedHashMap<>();
    Integer place = remedy.lineOffset();
    if (place != null) {
      measures.put(LotteryReading.LINE_OFFSET, (double) place);
    }
    if (told.reader().perCpuS() > 0 && told.writer().perCpuS() > 0) {
      measures.put(
          CPU_NS_PER_OP,
          NS_PER_S / 2 * (1 / told.reader().perCpuS() + 1 / told.writer().perCpuS()));
      measures.put(LotteryReading.READER_PER_CPU_S, told.reader().perCpuS());
      measures.put("writer_per_cpu_s", told.writer().perCpuS());
    }
    measures.put("reader_per_s", told.reader().perS(told.durationNs()));
    measures.put("writer_per_s", told.writer().perS(told.durationNs()));
    return measures;
  }

  private Validity validity() {
    if (told.reader().checks() == 0 || told.writer().checks() == 0) {
      return new Validity(Verdict.INVALID, List.of("a thread made no type check"));
    }
    List<String> reasons = CheckedLoad.disturbed(kernel);
    return new Validity(reasons.isEmpty() ? Verdict.VALID : Verdict.SUSPECT, reasons);
  }
}
