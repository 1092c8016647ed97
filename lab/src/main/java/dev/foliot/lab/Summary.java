package dev.foliot.lab;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Spread;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The forks of an arm side by side: of every percentile that all of them have the median and the
 * range.
 */
final class Summary {
  private Summary() {}

  @FunctionalInterface
  private interface Row {
    @Nullable Percentiles of(ForkRecord fork);
  }

  @FunctionalInterface
  private interface Figure {
    @Nullable Long of(Percentiles figures);
  }

  /**
   * For each arm, without its INVALID forks; with several arms the rows' names begin with {@code
   * arm N}, counted from 0.
   */
  static Map<String, Map<String, Spread>> of(List<ForkRecord> forks, int arms) {
    Map<String, Map<String, Spread>> summary = new LinkedHashMap<>();
    for (int i = 0; i < arms; i++) {
      int arm = i;
      List<ForkRecord> ofArm =
          forks.stream()
              .filter(f -> f.arm() == arm && f.validity().verdict() != Verdict.INVALID)
              .toList();
      ofArm(ofArm).forEach((row, s) -> summary.put(arms == 1 ? row : "arm " + arm + " " + row, s));
    }
    return summary;
  }

  private static Map<String, Map<String, Spread>> ofArm(List<ForkRecord> forks) {
    Map<String, Row> rows = new LinkedHashMap<>();
    rows.put("response", ForkRecord::response);
    rows.put("service", ForkRecord::service);
    rows.put("lag", ForkRecord::lag);
    rows.put("backlog", ForkRecord::backlog);
    rows.put("lateness", ForkRecord::lateness);
    Set<String> probes = new LinkedHashSet<>();
    forks.forEach(fork -> probes.addAll(fork.probes().keySet()));
    probes.forEach(name -> rows.put("probe " + name, fork -> fork.probes().get(name)));
    rows.put("jitter", ForkRecord::jitter);
    Map<String, Map<String, Spread>> summary = new LinkedHashMap<>();
    rows.forEach((name, row) -> summary.put(name, spreads(forks, row)));
    return summary;
  }

  private static Map<String, Spread> spreads(List<ForkRecord> forks, Row row) {
    Map<String, Spread> spreads = new LinkedHashMap<>();
    for (String name : Percentiles.NAMES) {
      spreads.put(name, spread(forks, row, figures -> figures.value(name)));
    }
    spreads.put("max", spread(forks, row, Percentiles::max));
    return spreads;
  }

  private static Spread spread(List<ForkRecord> forks, Row row, Figure figure) {
    List<Long> values = new ArrayList<>();
    for (ForkRecord fork : forks) {
      Percentiles figures = row.of(fork);
      Long value = figures == null ? null : figure.of(figures);
      if (value != null) {
        values.add(value);
      }
    }
    // those forks that do have a percentile would be a choice by their noise
    if (values.isEmpty() || values.size() < forks.size()) {
      return new Spread(null, null, null);
    }
    Collections.sort(values);
    double[] all = values.stream().mapToDouble(Long::doubleValue).toArray();
    return new Spread(Math.round(median(all)), values.getFirst(), values.getLast());
  }

  /** Of at least one value, in any order: the middle one, or half-way between the middle two. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
