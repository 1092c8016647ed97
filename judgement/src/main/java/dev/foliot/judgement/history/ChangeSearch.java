package dev.foliot.judgement.history;

import dev.foliot.stats.ChangePoints;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds when response times changed in the runs of a line.
 *
 * <p>The runs of each machine are a series of their own, so both sides of a change stand on the
 * same machine. Percentiles of one machine that change within two runs are one change, at the run
 * of the clearest one. INVALID runs are left out. Pure.
 */
final class ChangeSearch {
  /** A machine without a change has one with this probability, all percentiles together. */
  private static final double ERROR_RATE = 0.05;

  private static final double MARGIN = 0.05;
  private static final int TOGETHER = 2;

  private final List<HistoryRun> runs;

  private ChangeSearch(List<HistoryRun> runs) {
    this.runs = runs;
  }

  /** A change of one percentile, by the indices of the runs of one machine. */
  private record One(int first, double pValue, HistoryChange.Shift shift) {}

  /**
   * The changes, in their order.
   *
   * @param runs of one line, in the order of time
   */
  static List<HistoryChange> of(List<HistoryRun> runs) {
    ChangeSearch search = new ChangeSearch(runs);
    Map<HistoryRun.Machine, List<Integer>> byMachine = new LinkedHashMap<>();
    for (int i = 0; i < runs.size(); i++) {
      if (runs.get(i).counts()) {
        byMachine.computeIfAbsent(runs.get(i).machine(), machine -> new ArrayList<>()).add(i);
      }
    }
    return byMachine.values().stream()
        .flatMap(indices -> search.ofMachine(indices).stream())
        .sorted(Comparator.comparingInt(HistoryChange::first))
        .toList();
  }

  private List<HistoryChange> ofMachine(List<Integer> indices) {
    List<One> all =
        Percentiles.NAMES.stream()
            .flatMap(name -> ofPercentile(name, indices).stream())
            .sorted(
                Comparator.comparingDouble(One::pValue)
                    .thenComparingDouble(one -> -Math.abs(Math.log(one.shift.ratio()))))
            .toList();
    List<HistoryChange> changes = new ArrayList<>();
    List<One> left = new ArrayList<>(all);
    while (!left.isEmpty()) {
      One clearest = left.getFirst();
      List<One> together =
          left.stream().filter(one -> Math.abs(one.first - clearest.first) <= TOGETHER).toList();
      left.removeAll(together);
      changes.add(
          new HistoryChange(
              indices.get(clearest.first),
              indices.get(clearest.first - 1),
              together.stream().map(One::shift).toList()));
    }
    return changes;
  }

  private List<One> ofPercentile(String name, List<Integer> indices) {
    List<Integer> places =
        IntStream.range(0, indices.size())
            .filter(place -> median(indices.get(place), name) != null)
            .boxed()
            .toList();
    double[] values =
        places.stream()
            .mapToDouble(place -> Objects.requireNonNull(median(indices.get(place), name)))
            .toArray();
    return ChangePoints.confirmed(values, ERROR_RATE / Percentiles.NAMES.size(), MARGIN).stream()
        .map(found ->
            new One(
                places.get(found.first()),
                found.pValue(),
                new HistoryChange.Shift(name, found.ratio(), found.low(), found.high())))
        .toList();
  }

  private @Nullable Long median(int run, String name) {
    Spread spread = runs.get(run).response().get(name);
    return spread == null ? null : spread.median();
  }
}
