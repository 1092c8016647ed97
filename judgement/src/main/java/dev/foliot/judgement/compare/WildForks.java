package dev.foliot.judgement.compare;

import dev.foliot.judgement.explain.Explanations;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.WildFork;
import dev.foliot.store.explain.CauseRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds the forks of a side that are far slower than its others, and what made them so. Stateless.
 *
 * <p>A fork is wild at a percentile if that is three times the median of the others, and more than
 * twice the highest of them: it stands alone. One in five may; of more, none is named, since they
 * are then a part of how this program behaves.
 */
final class WildForks {
  private static final int FEWEST = 4;
  private static final int ONE_IN = 5;
  private static final double MEDIANS = 3;
  private static final double NEXT = 2;

  /** A cause of less of the delay is none to name. */
  private static final double WORTH = 0.05;

  private WildForks() {}

  /**
   * The wild forks, by percentile, the slowest first.
   *
   * @param forks of one side, none INVALID
   */
  static List<WildFork> of(StoredRun run, List<ForkRecord> forks) {
    List<WildFork> wild = new ArrayList<>();
    for (String percentile : Percentiles.NAMES) {
      for (ForkRecord fork : wild(percentile, forks)) {
        Optional<CauseRecord> cause = cause(run, fork);
        wild.add(
            new WildFork(
                fork.place().fork(),
                percentile,
                value(fork, percentile) / othersMedian(percentile, fork, forks),
                cause.map(CauseRecord::code).orElse(null),
                cause.map(CauseRecord::delayShare).orElse(0.0)));
      }
    }
    return wild;
  }

  /** Those that stand above all others; empty where they are too many, or a fork has no value. */
  private static List<ForkRecord> wild(String percentile, List<ForkRecord> forks) {
    if (forks.size() < FEWEST
        || forks.stream()
            .anyMatch(fork -> ForkPercentile.value(fork.times().response(), percentile) == null)) {
      return List.of();
    }
    List<ForkRecord> sorted = new ArrayList<>(forks);
    sorted.sort(
        Comparator.comparingDouble((ForkRecord fork) -> value(fork, percentile)).reversed());
    for (int wild = Math.max(1, forks.size() / ONE_IN); wild > 0; wild--) {
      List<ForkRecord> others = sorted.subList(wild, sorted.size());
      double least = value(sorted.get(wild - 1), percentile);
      if (least >= MEDIANS * median(percentile, others)
          && least > NEXT * value(others.getFirst(), percentile)) {
        return sorted.subList(0, wild);
      }
    }
    return List.of();
  }

  private static double othersMedian(String percentile, ForkRecord fork, List<ForkRecord> forks) {
    return median(percentile, forks.stream().filter(other -> !other.equals(fork)).toList());
  }

  private static double median(String percentile, List<ForkRecord> forks) {
    return Median.of(forks.stream().mapToDouble(fork -> value(fork, percentile)).toArray());
  }

  private static double value(ForkRecord fork, String percentile) {
    return Math.max(
        1, Objects.requireNonNull(ForkPercentile.value(fork.times().response(), percentile)));
  }

  private static Optional<CauseRecord> cause(StoredRun run, ForkRecord fork) {
    return Explanations.of(run, fork)
        .flatMap(explanation -> explanation.causes().stream().findFirst())
        .filter(cause -> cause.delayShare() >= WORTH);
  }
}
