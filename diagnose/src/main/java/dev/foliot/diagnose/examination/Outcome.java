package dev.foliot.diagnose.examination;

import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.store.diagnosis.ClearedClass;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.ThreadTime;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What an examination has found: findings, nothing, a part, or why it could not look.
 *
 * @param record its completeness, and what was looked at
 * @param findings the most severe first
 * @param besides what else it knows
 */
public record Outcome<F extends Finding>(
    ExaminationRecord record, List<F> findings, Besides besides) {
  /** Keeps a copy. */
  public Outcome {
    Objects.requireNonNull(record, "record");
    findings = List.copyOf(findings);
    Objects.requireNonNull(besides, "besides");
  }

  /**
   * What an examination knows besides its findings.
   *
   * @param cost what its watchpoints cost the target
   * @param evidence what it adds to the findings of all examinations
   * @param cleared watched classes without a finding
   * @param cured whether this JVM does not write the cache of secondary supers, by its version and
   *     flags; empty if unknown, or not asked
   * @param time where the time of the threads went; empty if not asked
   */
  public record Besides(
      WatchCost cost,
      UnaryOperator<Finding> evidence,
      List<ClearedClass> cleared,
      Optional<Boolean> cured,
      Optional<ThreadTime> time) {
    /** Nothing. */
    public static final Besides NONE =
        new Besides(
            WatchCost.NONE,
            UnaryOperator.identity(),
            List.of(),
            Optional.empty(),
            Optional.empty());

    /** Keeps a copy. */
    public Besides {
      cleared = List.copyOf(cleared);
    }

    /** Only the cost of watchpoints. */
    public static Besides of(WatchCost cost) {
      return new Besides(
          cost, UnaryOperator.identity(), List.of(), Optional.empty(), Optional.empty());
    }

    /** Only evidence for findings. */
    public static Besides of(UnaryOperator<Finding> evidence) {
      return new Besides(WatchCost.NONE, evidence, List.of(), Optional.empty(), Optional.empty());
    }

    /** Where the time went, and evidence for findings. */
    public static Besides of(ThreadTime time, UnaryOperator<Finding> evidence) {
      return new Besides(WatchCost.NONE, evidence, List.of(), Optional.empty(), Optional.of(time));
    }
  }

  /**
   * What watchpoints cost the target.
   *
   * @param hits of all threads
   * @param hitNs the measured mean cost of one; 0 if none was needed
   * @param worstThreadShare the largest share of the time that a thread lost
   */
  public record WatchCost(long hits, double hitNs, double worstThreadShare) {
    /** No watchpoint was needed. */
    public static final WatchCost NONE = new WatchCost(0, 0, 0);

    /** The cost of both together; a thread lost to both what it lost to the worse one at least. */
    public WatchCost and(WatchCost other) {
      long all = hits + other.hits;
      return new WatchCost(
          all,
          all == 0 ? Math.max(hitNs, other.hitNs) : (hits * hitNs + other.hits * other.hitNs) / all,
          Math.max(worstThreadShare, other.worstThreadShare));
    }
  }

  /** Nothing could be examined. */
  public static <F extends Finding> Outcome<F> unavailable(Reason why, Reason... limits) {
    return ended(new ExaminationReason.CannotExamine(why), why, List.of(limits));
  }

  /** Nothing was examined, since it was over before; the reason speaks for itself. */
  public static <F extends Finding> Outcome<F> over(Reason why) {
    return ended(why, why, List.of());
  }

  /** The examination broke; the others have results. */
  public static <F extends Finding> Outcome<F> failed(String error) {
    Reason reason = new ExaminationReason.ExaminationFailed(error);
    return new Outcome<>(
        ExaminationRecord.of(
            Status.UNAVAILABLE,
            reason,
            "could not look: an internal failure",
            List.of(),
            List.of(reason)),
        List.of(),
        Besides.NONE);
  }

  private static <F extends Finding> Outcome<F> ended(
      Reason reason, Reason why, List<Reason> limits) {
    return new Outcome<>(
        ExaminationRecord.of(
            Status.UNAVAILABLE, reason, "could not look: " + why.text(), List.of(), limits),
        List.of(),
        Besides.NONE);
  }

  /**
   * What was examined to its end, or in part.
   *
   * @param cutShort why it is incomplete; empty if the first limit says so
   * @param limits the parts not examined
   * @param summary its verdict in one sentence, by why it is incomplete
   * @param lookedAt the examined parts, with figures
   */
  public static <F extends Finding> Outcome<F> of(
      List<F> findings,
      Optional<Reason> cutShort,
      List<Reason> limits,
      Function<Optional<Reason>, String> summary,
      List<String> lookedAt) {
    Optional<Reason> reason =
        cutShort.or(() -> limits.stream().findFirst().map(ExaminationReason.PartMissing::new));
    return new Outcome<>(
        ExaminationRecord.of(
            reason.isPresent() ? Status.PARTIAL : Status.DONE,
            reason.orElse(null),
            summary.apply(reason),
            lookedAt,
            limits),
        findings,
        Besides.NONE);
  }

  /**
   * What was examined, summed up by its first finding.
   *
   * @param nothing what holds if all was examined and nothing was found
   * @param nothingInPart the same if not all was examined
   */
  public static <F extends Finding> Outcome<F> of(
      List<F> findings,
      Optional<Reason> cutShort,
      List<Reason> limits,
      String nothing,
      String nothingInPart,
      List<String> lookedAt) {
    return of(
        findings,
        cutShort,
        limits,
        reason ->
            (findings.isEmpty() ? reason.isEmpty() ? nothing : nothingInPart : first(findings))
                + partly(reason),
        lookedAt);
  }

  /** The same with what else is known. */
  public Outcome<F> with(Besides more) {
    return new Outcome<>(record, findings, more);
  }

  /** The number of findings, and the first of them: {@code 2 findings, first: deadlock (high)}. */
  private static String first(List<? extends Finding> findings) {
    Finding first = findings.getFirst();
    return Numbers.count(findings.size(), "finding")
        + ", first: "
        + first.title()
        + " ("
        + first.severity().words()
        + ")";
  }

  /** Why it is incomplete, to be put behind a sentence. */
  public static String partly(Optional<Reason> reason) {
    return reason.map(why -> "; " + why.text()).orElse("");
  }
}
