package net.openhft.chronicle.jlbh;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The results of all runs. Immutable. */
public interface JLBHResult {
  /** The messages from end to end. */
  ProbeResult endToEnd();

  /**
   * The durations of a probe.
   *
   * @param probeName its name
   */
  Optional<ProbeResult> probe(String probeName);

  /** The names of the probes, in the order of their making. */
  Set<String> probeNames();

  /** The stalls of the whole JVM, where they were asked for. */
  Optional<ProbeResult> osJitter();

  /** The durations of one kind. */
  interface ProbeResult {
    /** The last run. */
    RunResult summaryOfLastRun();

    /** Every run, in order. */
    List<RunResult> eachRunSummary();
  }

  /** One run. */
  interface RunResult {
    /** The percentiles that its count carries. */
    Map<Percentile, Duration> percentiles();

    /** The median. */
    Duration get50thPercentile();

    /** The 90th percentile. */
    Duration get90thPercentile();

    /** The 99th percentile. */
    Duration get99thPercentile();

    /** The 99.9th percentile; null where the count does not carry it. */
    @Nullable Duration get999thPercentile();

    /** The 99.99th percentile; null where the count does not carry it. */
    @Nullable Duration get9999thPercentile();

    /** The longest. */
    Duration getWorst();

    /** A percentile. */
    enum Percentile {
      /** 50 %. */
      PERCENTILE_50TH(0.5),
      /** 90 %. */
      PERCENTILE_90TH(0.9),
      /** 99 %. */
      PERCENTILE_99TH(0.99),
      /** 99.7 %. */
      PERCENTILE_99_7TH(0.997),
      /** 99.9 %. */
      PERCENTILE_99_9TH(0.999),
      /** 99.97 %. */
      PERCENTILE_99_97TH(0.9997),
      /** 99.99 %. */
      PERCENTILE_99_99TH(0.9999),
      /** 99.999 %. */
      PERCENTILE_99_999TH(0.99999),
      /** The maximum. */
      WORST(1);

      private final double fraction;

      Percentile(double fraction) {
        this.fraction = fraction;
      }

      double fraction() {
        return fraction;
      }
    }
  }
}
