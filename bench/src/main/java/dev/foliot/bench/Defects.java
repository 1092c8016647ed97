package dev.foliot.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What makes a measurement say nothing of the system under test, in sentences with their numbers.
 *
 * <p>Of what this JVM can know of itself: what the kernel did to it is its parent's to see.
 */
public final class Defects {
  private static final double LATENESS_SHARE = 0.10;
  private static final long LATENESS_NS = 50_000;

  /** Fewer messages beyond a percentile convict nobody. */
  private static final int FEW = 10;

  private static final double ROUNDING = 1e-6;
  private static final double[] USUAL = {50, 90, 99, 99.9};

  private Defects() {}

  /** Messages that are missing, or whose times are wrong: the percentiles are not of the load. */
  public static List<String> ofMessages(Measurement measurement) {
    List<String> reasons = new ArrayList<>();
    Measurement.Totals totals = measurement.totals();
    String failure = measurement.failure();
    if (failure != null) {
      reasons.add(failure);
    }
    if (totals.lost() > 0) {
      reasons.add(totals.lost() + " of " + totals.started() + " messages were never done");
    }
    if (totals.unstarted() > 0 && failure == null) {
      reasons.add(
          "SATURATED: "
              + totals.unstarted()
              + " of "
              + totals.scheduled()
              + " messages had no time to start; the percentiles leave them out and are too low");
    }
    if (totals.refusedEnds() > 0) {
      reasons.add(
          totals.refusedEnds()
              + " calls of done ended no message: they came twice, or for messages never sent");
    }
    if (totals.contradictory() > 0) {
      reasons.add(totals.contradictory() + " messages have times that contradict each other");
    }
    return reasons;
  }

  /**
   * The harness's own lateness, where it is above 50 us and a tenth of the response time.
   *
   * @param percentile the one to judge by; a lower one is taken where fewer than ten messages are
   *     beyond it
   */
  public static Optional<String> ofLateness(Measurement measurement, double percentile) {
    double carried = Math.min(percentile, mostCarried(durations(measurement, Kind.RESPONSE)));
    long lateness = durations(measurement, Kind.LATENESS).percentileNs(carried);
    long response = durations(measurement, Kind.RESPONSE).percentileNs(carried);
    if (lateness <= LATENESS_NS || lateness <= LATENESS_SHARE * response) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "the harness was late: lateness p%s is %.1f us, response %.1f us",
            carried == Math.rint(carried) ? "" + (long) carried : "" + carried,
            lateness / 1e3,
            response / 1e3));
  }

  /** The highest of the usual percentiles with ten messages beyond it. */
  private static double mostCarried(Durations response) {
    double most = 0;
    for (double percentile : USUAL) {
      if (response.count() * (100 - percentile) / 100 + ROUNDING >= FEW) {
        most = percentile;
      }
    }
    return most;
  }

  private static Durations durations(Measurement measurement, Kind kind) {
    return Objects.requireNonNull(measurement.durations().get(kind));
  }
}
