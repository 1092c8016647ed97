package dev.foliot.bench;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/** What should have been recorded of every kind, kept in plain HdrHistograms. */
final class Ledger {
  private static final int DIGITS = 3;

  private final Map<Kind, Tally> kinds = new EnumMap<>(Kind.class);

  Ledger() {
    for (Kind kind : Kind.values()) {
      kinds.put(kind, new Tally());
    }
  }

  private static final class Tally {
    final Histogram histogram = new Histogram(DIGITS);
    BigInteger sum = BigInteger.ZERO;
    long min = Long.MAX_VALUE;
    long max;

    void add(long ns) {
      histogram.recordValue(ns);
      sum = sum.add(BigInteger.valueOf(ns));
      min = Math.min(min, ns);
      max = Math.max(max, ns);
    }
  }

  void add(Kind kind, long ns) {
    tally(kind).add(ns);
  }

  private Tally tally(Kind kind) {
    return Objects.requireNonNull(kinds.get(kind));
  }

  long percentileNs(Kind kind, double percentile) {
    return tally(kind).histogram.getValueAtPercentile(percentile);
  }

  long maxNs(Kind kind) {
    return tally(kind).max;
  }

  /** In what the recorded durations differ from this; empty if in nothing at all. */
  List<String> differences(Map<Kind, Durations> recorded) {
    List<String> differences = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      Tally expected = tally(kind);
      Durations actual = Objects.requireNonNull(recorded.get(kind));
      compare(differences, kind, "count", expected.histogram.getTotalCount(), actual.count());
      compare(differences, kind, "sum", expected.sum, actual.sumNs());
      if (actual.count() > 0) {
        compare(differences, kind, "least", expected.min, actual.minNs());
        compare(differences, kind, "greatest", expected.max, actual.maxNs());
      }
      if (!expected.histogram.equals(actual.histogram())) {
        differences.add(kind + ": the counts of the buckets differ");
      }
    }
    return differences;
  }

  private static void compare(
      List<String> differences, Kind kind, String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      differences.add(kind + ": " + what + " " + actual + " instead of " + expected);
    }
  }
}
