package dev.foliot.judgement.run;

import dev.foliot.stats.Median;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the forks of an arm under a load. It has the median and the range of every percentile
 * with enough data.
 */
public final class Summary {
  private static final Spread NONE = new Spread(null, null, null);

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
   * By arm and load, without INVALID forks.
   *
   * @param arms how many the run has
   * @param loads how many the run has
   */
  public static Map<SummaryKey, Map<String, Spread>> of(
      List<ForkRecord> forks, int arms, int loads) {
    Map<SummaryKey, Map<String, Spread>> summary = new LinkedHashMap<>();
    for (int i = 0; i < arms; i++) {
      for (int j = 0; j < loads; j++) {
        int arm = i;
        int load = j;
        List<ForkRecord> alike =
            forks.stream().filter(f -> f.place().arm() == arm && f.loadIndex() == load).toList();
        ofAlike(alike)
            .forEach((kind, spreads) ->
                summary.put(SummaryKey.of(arm, arms, load, loads, kind), spreads));
      }
    }
    return summary;
  }

  private static Map<String, Map<String, Spread>> ofAlike(List<ForkRecord> forks) {
    Map<String, Row> rows = new LinkedHashMap<>();
    rows.put(SummaryKey.RESPONSE, one -> one.times().response());
    rows.put(SummaryKey.SERVICE, one -> one.times().service());
    rows.put("lag", one -> one.times().lag());
    rows.put("backlog", one -> one.times().backlog());
    rows.put("lateness", one -> one.times().lateness());
    Set<String> probes = new LinkedHashSet<>();
    forks.forEach(fork -> probes.addAll(fork.times().probes().keySet()));
    probes.forEach(
        name -> rows.put(SummaryKey.probe(name), fork -> fork.times().probes().get(name)));
    rows.put("jitter", one -> one.pauses().jitter());
    List<ForkRecord> counted =
        forks.stream().filter(f -> f.validity().verdict() != Verdict.INVALID).toList();
    Map<String, Map<String, Spread>> summary = new LinkedHashMap<>();
    rows.forEach((name, row) -> summary.put(name, spreads(counted, row)));
    return summary;
  }

  private static Map<String, Spread> spreads(List<ForkRecord> forks, Row row) {
    Map<String, Spread> spreads = new LinkedHashMap<>();
    List<Percentiles> all =
        forks.stream().flatMap(fork -> Stream.ofNullable(row.of(fork))).toList();
    for (String name : Percentiles.namesOf(all)) {
      spreads.put(
          name,
          ForkPercentile.carried(all, name)
              ? spread(forks, row, figures -> ForkPercentile.value(figures, name))
              : NONE);
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
    // a selection of forks that have the percentile would be biased by noise
    if (values.isEmpty() || values.size() < forks.size()) {
      return NONE;
    }
    Collections.sort(values);
    double[] all = values.stream().mapToDouble(Long::doubleValue).toArray();
    return new Spread(Math.round(Median.of(all)), values.getFirst(), values.getLast());
  }
}
