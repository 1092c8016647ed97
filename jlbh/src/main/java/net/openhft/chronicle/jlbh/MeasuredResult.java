package net.openhft.chronicle.jlbh;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The result of measured runs. */
final class MeasuredResult implements JLBHResult {
  /** A percentile, and the least count that carries it. */
  private static final double[][] CARRIED = {
    {0.5, 0},
    {0.9, 0},
    {0.99, 0},
    {0.997, 10_001},
    {0.999, 100_000},
    {0.9997, 300_000},
    {0.9999, 1_000_000},
    {0.99997, 3_000_000},
    {0.99999, 10_000_000},
    {0.999997, 30_000_000},
    {0.999999, 100_000_000},
    {1, 0}
  };

  private final List<Durations> endToEnd = new ArrayList<>();
  private final Map<String, List<Durations>> probes = new LinkedHashMap<>();
  private final List<Durations> jitter = new ArrayList<>();
  private final boolean hasJitter;

  MeasuredResult(List<Measurement> runs, JLBHOptions options) {
    this.hasJitter = options.recordOsJitter;
    for (Measurement run : runs) {
      endToEnd.add(endToEnd(run, options));
      run.probes()
          .forEach((name, durations) ->
              probes.computeIfAbsent(name, any -> new ArrayList<>()).add(durations));
      jitter.add(run.jitter().durations());
    }
  }

  /** What the task's samples say: from the due time, or from the actual start. */
  static Durations endToEnd(Measurement run, JLBHOptions options) {
    Kind kind = options.accountForCoordinatedOmission ? Kind.RESPONSE : Kind.SERVICE;
    return Objects.requireNonNull(run.durations().get(kind));
  }

  /** The percentiles that a count carries, as fractions; the maximum last. */
  static double[] fractions(long count) {
    return Arrays.stream(CARRIED)
        .filter(one -> count >= one[1])
        .mapToDouble(one -> one[0])
        .toArray();
  }

  List<double[]> percentileRuns() {
    return percentiles(endToEnd);
  }

  Map<String, List<double[]>> probePercentileRuns() {
    Map<String, List<double[]>> all = new LinkedHashMap<>();
    probes.forEach((name, runs) -> all.put(name, percentiles(runs)));
    return all;
  }

  /** All runs get the percentiles of the smallest one, to be compared. */
  private static List<double[]> percentiles(List<Durations> runs) {
    double[] fractions = fractions(runs.stream().mapToLong(Durations::count).min().orElse(0));
    List<double[]> all = new ArrayList<>();
    for (Durations run : runs) {
      all.add(Arrays.stream(fractions).map(one -> valueNs(run, one)).toArray());
    }
    return all;
  }

  static long valueNs(Durations durations, double fraction) {
    return fraction >= 1 ? durations.maxNs() : durations.percentileNs(100 * fraction);
  }

  @Override
  public ProbeResult endToEnd() {
    return new Probe(endToEnd);
  }

  @Override
  public Optional<ProbeResult> probe(String probeName) {
    return Optional.ofNullable(probes.get(probeName)).map(Probe::new);
  }

  @Override
  public Set<String> probeNames() {
    return Collections.unmodifiableSet(probes.keySet());
  }

  @Override
  public Optional<ProbeResult> osJitter() {
    return hasJitter ? Optional.of(new Probe(jitter)) : Optional.empty();
  }

  /** One kind of durations in each run. */
  private record Probe(List<Durations> runs) implements ProbeResult {
    @Override
    public RunResult summaryOfLastRun() {
      return new Run(runs.get(runs.size() - 1));
    }

    @Override
    public List<RunResult> eachRunSummary() {
      return runs.stream().<RunResult>map(Run::new).toList();
    }
  }

  /** One kind of durations in one run. */
  private record Run(Durations durations) implements RunResult {
    @Override
    public Map<Percentile, Duration> percentiles() {
      Map<Percentile, Duration> all = new EnumMap<>(Percentile.class);
      for (double fraction : fractions(durations.count())) {
        for (Percentile percentile : Percentile.values()) {
          if (percentile.fraction() == fraction) {
            all.put(percentile, Duration.ofNanos(valueNs(durations, fraction)));
          }
        }
      }
      return Collections.unmodifiableMap(all);
    }

    private @Nullable Duration get(Percentile percentile) {
      return percentiles().get(percentile);
    }

    private Duration always(Percentile percentile) {
      return Duration.ofNanos(valueNs(durations, percentile.fraction()));
    }

    @Override
    public Duration get50thPercentile() {
      return always(Percentile.PERCENTILE_50TH);
    }

    @Override
    public Duration get90thPercentile() {
      return always(Percentile.PERCENTILE_90TH);
    }

    @Override
    public Duration get99thPercentile() {
      return always(Percentile.PERCENTILE_99TH);
    }

    @Override
    public @Nullable Duration get999thPercentile() {
      return get(Percentile.PERCENTILE_99_9TH);
    }

    @Override
    public @Nullable Duration get9999thPercentile() {
      return get(Percentile.PERCENTILE_99_99TH);
    }

    @Override
    public Duration getWorst() {
      return always(Percentile.WORST);
    }

    @Override
    public String toString() {
      return percentiles().toString();
    }
  }
}
