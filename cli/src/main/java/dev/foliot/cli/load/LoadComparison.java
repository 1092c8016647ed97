package dev.foliot.cli.load;

import dev.foliot.cli.runs.Sides;
import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.judgement.compare.Comparer;
import dev.foliot.judgement.compare.Gates;
import dev.foliot.judgement.compare.Side;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.loadrun.LoadTest;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.text.FoliotException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A load test beside an older one. */
final class LoadComparison {
  /** With nothing. */
  static final LoadComparison NONE = new LoadComparison(null);

  private final @Nullable BaselineRecord older;

  private LoadComparison(@Nullable BaselineRecord older) {
    this.older = older;
  }

  /**
   * Finds what is compared with before anything starts.
   *
   * @param asked what the user named, null for no comparison
   * @throws FoliotException if it cannot be compared, with the remedy
   */
  static LoadComparison prepare(@Nullable String asked, LoadTest test, Store store) {
    if (asked == null) {
      return NONE;
    }
    if (test.measured().size() != 1 || test.goal() != null) {
      throw FoliotException.usage("--compare compares at one rate: give one --rate");
    }
    if (test.rounds().count() < Gates.LEAST_FORKS) {
      throw FoliotException.usage(
          "--compare needs " + Gates.LEAST_FORKS + " rounds: give --rounds 5 or more");
    }
    BaselineRecord side = new Sides(store, null).with(asked, Map.of(), true);
    mustBeAlike(side, test.loads().getFirst());
    Optional<String> refusal = Gates.refusal(side, Comparer.USUAL_PRIMARY, "rounds");
    if (refusal.isPresent()) {
      throw FoliotException.usage("--compare: " + refusal.get());
    }
    return new LoadComparison(side);
  }

  private static void mustBeAlike(BaselineRecord older, LoadRecord now) {
    LoadRecord before = older.part().load();
    if (before.ratePerS() != now.ratePerS() || !Objects.equals(before.clients(), now.clients())) {
      throw FoliotException.usage(
          "--compare: "
              + older.origin().id()
              + " was measured at "
              + before.rateText()
              + ", and this would be at "
              + now.rateText()
              + ": measure at the same rate");
    }
  }

  /** The comparison; none without an older side. */
  List<ComparisonRecord> of(LoadTestResult result, Store store) {
    if (older == null) {
      return List.of();
    }
    StoredRun stored = store.find(result.folder().toString());
    return List.of(
        new Comparer(Comparer.USUAL_PRIMARY, Comparer.USUAL_MARGIN)
            .compare(older, Side.of(stored, 0, 0), store.dir()));
  }

  /** Why the command must fail: a line for each reason. */
  List<String> failures(List<ComparisonRecord> comparisons) {
    return comparisons.stream()
        .filter(one -> one.decision().verdict() == ComparisonVerdict.WORSE)
        .map(one -> ComparisonAnswer.of(one).sentence())
        .toList();
  }
}
