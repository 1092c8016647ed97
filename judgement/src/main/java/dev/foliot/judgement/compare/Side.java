package dev.foliot.judgement.compare;

import dev.foliot.judgement.RateKnee;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.util.ArrayList;
import java.util.List;

/**
 * Extracts one side of a comparison from a run.
 *
 * <p>A side is the forks of one arm under one load. INVALID forks are left out and counted: their
 * figures do not describe the system under test.
 */
public final class Side {
  private Side() {}

  /**
   * The side.
   *
   * @param arm index of the arm, from 0
   * @param load index of the load, from 0
   * @throws FoliotException if the run has no such arm or load
   * @throws dev.foliot.store.StoreException if the run cannot be read
   */
  public static BaselineRecord of(StoredRun stored, int arm, int load) {
    BaselineRecord side = of(stored.run(), stored.forks(), arm, load);
    List<ForkRecord> kept =
        stored.forks().stream()
            .filter(fork -> fork.place().arm() == arm && fork.loadIndex() == load)
            .filter(fork -> fork.validity().verdict() != Verdict.INVALID)
            .toList();
    return isSaturated(side) ? side : side.with(WildForks.of(stored, kept));
  }

  /** The same of a run and its forks. */
  static BaselineRecord of(RunRecord run, List<ForkRecord> forks, int arm, int load) {
    mustHave("arm", arm, run.arms().size(), run.id());
    mustHave("load", load, run.loads().size(), run.id());
    List<Percentiles> responses = new ArrayList<>();
    List<Validity> validities = new ArrayList<>();
    List<Double> achieved = new ArrayList<>();
    int saturated = 0;
    int leftOut = 0;
    for (ForkRecord fork : forks) {
      if (fork.place().arm() != arm || fork.loadIndex() != load) {
        continue;
      }
      if (fork.validity().verdict() == Verdict.INVALID) {
        leftOut++;
      } else {
        responses.add(fork.times().response());
        achieved.add(fork.messages().achievedPerS());
        saturated += RateKnee.isSaturated(fork) ? 1 : 0;
        validities.add(fork.validity().in("fork " + fork.place().fork()));
      }
    }
    return new BaselineRecord(
        BaselineRecord.SCHEMA,
        new BaselineRecord.Origin(run.id(), run.benchmark(), run.startedAt()),
        new BaselineRecord.Part(arm, run.arms().get(arm), load, run.loads().get(load)),
        run.environment(),
        validity(validities, leftOut),
        new BaselineRecord.Figures(
            responses,
            achieved.stream().allMatch(rate -> rate > 0) ? achieved : List.of(),
            saturated,
            List.of()));
  }

  /** Whether at least half of the forks had more load than they could take. */
  static boolean isSaturated(BaselineRecord side) {
    return RateKnee.areSaturated(side.figures().saturatedForks(), side.figures().forks().size());
  }

  static void mustHave(String what, int index, int count, String run) {
    if (index < 0 || index >= count) {
      throw FoliotException.usage(
          "run %s has no %s %d: it has %d, counted from 0".formatted(run, what, index, count));
    }
  }

  private static Validity validity(List<Validity> kept, int leftOut) {
    Validity worst = Validity.worst(kept);
    List<Reason> reasons = new ArrayList<>(worst.reasonCodes());
    if (leftOut > 0) {
      reasons.addFirst(new RunReason.ForksLeftOut(leftOut, leftOut + kept.size()));
    }
    return kept.isEmpty()
        ? Validity.of(
            Verdict.INVALID, reasons.isEmpty() ? List.of(new RunReason.NoFork()) : reasons)
        : Validity.of(
            leftOut > 0 && worst.verdict() == Verdict.VALID ? Verdict.SUSPECT : worst.verdict(),
            reasons);
  }
}
