package dev.foliot.cli.bench;

import dev.foliot.benchrun.BenchPlan;
import dev.foliot.benchrun.BenchResult;
import dev.foliot.cli.runs.Judgement;
import dev.foliot.cli.runs.Sides;
import dev.foliot.cli.screen.Console;
import dev.foliot.judgement.compare.ArmComparisons;
import dev.foliot.judgement.compare.Comparer;
import dev.foliot.judgement.compare.PairComparer;
import dev.foliot.judgement.compare.Side;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.text.FoliotException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What a bench is compared with: an older run or a baseline, and its own first JDK. Only arms with
 * the same parameters are compared.
 */
final class BenchComparisons {
  private static final String MEDIAN = "p50";

  @Option(
      names = "--against",
      paramLabel = "A",
      description = "Compare with a run, or with the file of a baseline; see foliot compare.")
  private @Nullable String against;

  @Mixin private final Judgement judgement = new Judgement();

  /** Of each arm; empty without {@code --against}. */
  private final List<BaselineRecord> older = new ArrayList<>();

  /** Finds what is compared with before anything starts: what is wrong with it is said now. */
  void prepare(BenchPlan plan, Store store) {
    judgement.comparer();
    List<Map<String, String>> params =
        plan.arms().stream().map(BenchPlan.BenchArm::distinction).toList();
    boolean severalArms =
        (hasSeveralJdks(plan) && plan.goal() == null) || plan.gate() != null || plan.tasks() > 1;
    if (plan.gate() != null && judgement.hasMargin()) {
      throw usage("pairs of forks have --detect, as in --detect 1.05, instead of --margin");
    }
    if (against != null && plan.gate() != null) {
      throw usage("pairs of forks are compared with each other: give no --against");
    }
    if (against == null) {
      if (judgement.given() && !severalArms) {
        throw usage("say what to compare with: --against, or several --jdk");
      }
    } else if (plan.goal() != null || plan.loads().size() > 1) {
      throw usage("--against compares at one rate: give one --rate and no --find-rate");
    } else {
      Sides sides = new Sides(store, plan.loads().getFirst().rateText());
      boolean isAlone = plan.combinations().size() == 1;
      for (Map<String, String> one : params) {
        older.add(sides.with(against, one, isAlone));
      }
    }
  }

  /** The percentiles that pairs of forks are judged by: the median, and the primary one. */
  List<String> judged() {
    return Stream.of(MEDIAN, judgement.primary()).distinct().toList();
  }

  private static boolean hasSeveralJdks(BenchPlan plan) {
    return plan.arms().size() > plan.combinations().size();
  }

  /** Says now, before minutes are spent, that the gate which was asked for cannot fail. */
  void warn(BenchPlan plan, Console console) {
    int forks =
        older.stream()
            .mapToInt(side -> side.figures().forks().size())
            .reduce(plan.forks(), Math::min);
    if (plan.gate() == null && (!older.isEmpty() || hasSeveralJdks(plan))) {
      judgement.warning(forks).ifPresent(console::error);
    }
  }

  /**
   * The rate of what is compared with; empty where nothing is, or it has several.
   *
   * @throws FoliotException if there is no such run or baseline
   */
  Optional<String> rate(Store store) {
    return against == null ? Optional.empty() : new Sides(store, null).onlyRate(against);
  }

  /** Each arm with the older side, and each later JDK with the first, rate by rate. */
  List<ComparisonRecord> of(BenchResult result, Store store) {
    StoredRun stored = store.find(result.folder().toString());
    RunRecord run = stored.run();
    Comparer comparer = judgement.comparer();
    List<ComparisonRecord> comparisons = new ArrayList<>();
    if (run.gate() != null) {
      comparisons.add(PairComparer.compare(stored, store.dir()));
      return comparisons;
    }
    for (int arm = 0; arm < run.arms().size(); arm++) {
      if (!older.isEmpty()) {
        comparisons.add(comparer.compare(older.get(arm), Side.of(stored, arm, 0), store.dir()));
      }
      comparisons.addAll(ArmComparisons.of(stored, arm, comparer, store.dir()));
    }
    return comparisons;
  }

  /** Why the command must fail: a line for each reason. */
  List<String> failures(List<ComparisonRecord> comparisons) {
    return judgement.failures(comparisons);
  }

  /** Why a gate that was asked for could not fail. */
  List<String> warnings(List<ComparisonRecord> comparisons) {
    return judgement.warnings(comparisons);
  }

  private static FoliotException usage(String message) {
    return new FoliotException(FoliotException.Cause.USAGE, message);
  }
}
