package dev.foliot.judgement.run;

import dev.foliot.stats.Counted;
import dev.foliot.stats.ForksBootstrap;
import dev.foliot.stats.Range;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.StoredRun;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.TaggedInterval;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Adds intervals to the medians of a summary, from the stored histograms of the forks.
 *
 * <p>Fewer than three forks give no interval.
 */
public final class SummaryIntervals {
  private static final int LEAST_FORKS = 3;

  /** With more forks only complete ones are resampled, not their parts, to save time. */
  private static final int MOST_FORKS_IN_PARTS = 100;

  private static final String MAX = "max";
  private static final double CONFIDENCE = 0.95;
  private static final long SEED = 1;

  private final StoredRun stored;

  private SummaryIntervals(StoredRun stored) {
    this.stored = stored;
  }

  /** The run's summary with intervals. */
  public static Map<SummaryKey, Map<String, Spread>> of(StoredRun stored) {
    return new SummaryIntervals(stored).all();
  }

  private Map<SummaryKey, Map<String, Spread>> all() {
    RunRecord run = stored.run();
    List<ForkRecord> forks =
        stored.forks().stream().filter(f -> f.validity().verdict() != Verdict.INVALID).toList();
    Map<SummaryKey, Map<String, Spread>> summary = new LinkedHashMap<>(run.summary());
    for (int arm = 0; arm < run.arms().size(); arm++) {
      for (int load = 0; load < run.loads().size(); load++) {
        int ofArm = arm;
        int ofLoad = load;
        List<ForkRecord> cell =
            forks.stream()
                .filter(f -> f.place().arm() == ofArm && f.loadIndex() == ofLoad)
                .toList();
        if (cell.size() >= LEAST_FORKS) {
          cell(
              kind -> SummaryKey.of(ofArm, run.arms().size(), ofLoad, run.loads().size(), kind),
              cell,
              summary);
        }
      }
    }
    return summary;
  }

  private void cell(
      Function<String, SummaryKey> key,
      List<ForkRecord> forks,
      Map<SummaryKey, Map<String, Spread>> summary) {
    Map<String, List<List<Counted>>> rows = new LinkedHashMap<>();
    for (ForkRecord fork : forks) {
      Map<String, List<Counted>> blocks = blocks(fork, forks.size() > MOST_FORKS_IN_PARTS);
      blocks.forEach(
          (row, ofFork) -> rows.computeIfAbsent(row, r -> new ArrayList<>()).add(ofFork));
    }
    rows.forEach((row, ofForks) ->
        summary.computeIfPresent(
            key.apply(row),
            (name, spreads) ->
                ofForks.size() == forks.size() ? bounded(spreads, ofForks) : spreads));
  }

  private static Map<String, Spread> bounded(
      Map<String, Spread> spreads, List<List<Counted>> forks) {
    Map<String, Spread> bounded = new LinkedHashMap<>(spreads);
    spreads.forEach((name, spread) -> {
      if (!name.equals(MAX) && spread.median() != null) {
        Range range =
            ForksBootstrap.percentile(forks, Percentiles.percentile(name), CONFIDENCE, SEED);
        long median = spread.median();
        if (Double.isFinite(range.low()) && Double.isFinite(range.high())) {
          bounded.put(
              name,
              new Spread(
                  median,
                  spread.min(),
                  spread.max(),
                  Math.min(median, Math.round(range.low())),
                  Math.max(median, Math.round(range.high()))));
        }
      }
    });
    return bounded;
  }

  /** The counts of each interval, by the name of the summary's row. */
  private Map<String, List<Counted>> blocks(ForkRecord fork, boolean whole) {
    Map<String, String> rowOfTag = new LinkedHashMap<>();
    for (String kind : List.of("response", "service", "lag", "backlog", "lateness", "jitter")) {
      rowOfTag.put(kind, kind);
    }
    int number = 0;
    for (String probe : fork.times().probes().keySet()) {
      rowOfTag.put("probe-" + number++, SummaryKey.probe(probe));
    }
    Map<String, List<Counted>> blocks = new LinkedHashMap<>();
    stored.eachHistogram(fork.place().fork(), interval -> keep(interval, rowOfTag, blocks));
    if (whole) {
      blocks.replaceAll((row, parts) -> List.of(Counted.merge(parts)));
    }
    blocks.values().removeIf(parts -> parts.stream().allMatch(part -> part.total() == 0));
    return blocks;
  }

  private static void keep(
      TaggedInterval interval, Map<String, String> rowOfTag, Map<String, List<Counted>> blocks) {
    String row = rowOfTag.get(interval.tag());
    if (row != null) {
      Objects.requireNonNull(blocks.computeIfAbsent(row, r -> new ArrayList<>()))
          .add(counted(interval.histogram()));
    }
  }

  /** Each bucket by its greatest value, as for percentiles. */
  private static Counted counted(Histogram histogram) {
    LongStream.Builder values = LongStream.builder();
    LongStream.Builder counts = LongStream.builder();
    for (HistogramIterationValue bucket : histogram.recordedValues()) {
      values.add(bucket.getValueIteratedTo());
      counts.add(bucket.getCountAtValueIteratedTo());
    }
    return new Counted(values.build().toArray(), counts.build().toArray());
  }
}
