package dev.foliot.judgement.compare;

import dev.foliot.stats.SequentialComparison;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.GateRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares the two arms of a run with a gate by its pairs. Only what the gate judges has a verdict
 * and an interval; the other percentiles are shown. Stateless.
 */
public final class PairComparer {
  private static final String NOT_JUDGED = "not judged, only shown";

  private PairComparer() {}

  /**
   * The comparison of a stored run, which also names forks that are far slower than the others.
   *
   * @param stored a run with a gate
   * @param store the folder of the store, for the record
   */
  public static ComparisonRecord compare(StoredRun stored, Path store) {
    return compare(
        stored.run(), stored.forks(), Side.of(stored, 0, 0), Side.of(stored, 1, 0), store);
  }

  /**
   * The comparison.
   *
   * @param run a run with a gate
   * @param forks of the run
   * @param store the folder of the store, for the record
   */
  public static ComparisonRecord compare(RunRecord run, List<ForkRecord> forks, Path store) {
    return compare(run, forks, Side.of(run, forks, 0, 0), Side.of(run, forks, 1, 0), store);
  }

  private static ComparisonRecord compare(
      RunRecord run, List<ForkRecord> forks, BaselineRecord a, BaselineRecord b, Path store) {
    GateRecord gate = Objects.requireNonNull(run.gate(), "gate");
    Pairs pairs = Pairs.of(gate, run.load(), forks);
    ComparisonRecord.Decision decision = pairs.decision(gate, run.complete());
    // as independent forks, for the medians and what was not alike
    ComparisonRecord plain =
        new Comparer(Comparer.USUAL_PRIMARY, decision.margin()).compare(a, b, store);
    return new ComparisonRecord(
        plain.schema(),
        decision,
        plain.a(),
        plain.b(),
        new ComparisonRecord.Figures(
            plain.figures().percentiles().stream().map(one -> judged(one, pairs)).toList(),
            sustained(plain, pairs),
            // one run on one machine: what differs is what is compared
            List.of()),
        plain.validity(),
        null,
        plain.store());
  }

  private static ComparisonRecord.Percentile judged(
      ComparisonRecord.Percentile plain, Pairs pairs) {
    int index = pairs.judged().indexOf(plain.percentile());
    if (index < 0) {
      return new ComparisonRecord.Percentile(
          plain.percentile(),
          new ComparisonRecord.Change(
              ComparisonVerdict.UNDECIDED, plain.change().ratio(), null, null, null),
          plain.aNs(),
          plain.bNs(),
          plain.reason() == null ? NOT_JUDGED : plain.reason());
    }
    SequentialComparison.Result result = pairs.results().get(index);
    return new ComparisonRecord.Percentile(
        plain.percentile(),
        new ComparisonRecord.Change(
            Comparer.verdict(result.verdict()),
            result.pairs() == 0 ? null : (Double) result.ratio(),
            Comparer.bound(result.low()),
            Comparer.bound(result.high()),
            null),
        plain.aNs(),
        plain.bNs(),
        result.pairs() == 0 ? "no pair has it in both forks" : null);
  }

  private static ComparisonRecord.@Nullable Sustained sustained(
      ComparisonRecord plain, Pairs pairs) {
    ComparisonRecord.Sustained rates = plain.figures().sustained();
    int index = pairs.judged().indexOf(GateRecord.RATE);
    if (rates == null || index < 0) {
      return null;
    }
    SequentialComparison.Result result = pairs.results().get(index);
    return new ComparisonRecord.Sustained(
        Comparer.verdict(result.verdict()),
        1 / result.ratio(),
        Comparer.bound(1 / result.high()),
        Comparer.bound(1 / result.low()),
        null,
        rates.aPerS(),
        rates.bPerS());
  }
}
