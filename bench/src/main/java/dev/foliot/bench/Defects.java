package dev.foliot.bench;

import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Faults that make a measurement useless, as reasons with their numbers.
 *
 * <p>It covers only faults that this JVM can observe; the parent checks the kernel's effects.
 */
public final class Defects {
  private static final double LATENESS_SHARE = 0.10;
  private static final long LATENESS_NS = 50_000;

  /** Fewer messages than this beyond a percentile are no evidence. */
  private static final int FEW = 10;

  private static final double ROUNDING = 1e-6;
  private static final double[] USUAL = {50, 90, 99, 99.9};

  private Defects() {}

  /** Reports missing messages and wrong times; the percentiles do not describe the load then. */
  public static List<Reason> ofMessages(Measurement measurement) {
    List<Reason> reasons = new ArrayList<>();
    Measurement.Totals totals = measurement.totals();
    Measurement.Failure failure = measurement.failure();
    if (failure != null) {
      reasons.add(new Reason.Plain(failure.reason()));
    }
    if (totals.lost() > 0) {
      reasons.add(new LoadReason.MessagesLost(totals.lost(), totals.started()));
    }
    if (totals.unstarted() > 0 && failure == null) {
      reasons.add(new LoadReason.MessagesUnstarted(totals.unstarted(), totals.scheduled()));
    }
    if (totals.faults().refusedEnds() > 0) {
      reasons.add(new LoadReason.EndsRefused(totals.faults().refusedEnds()));
    }
    if (totals.faults().contradictory() > 0) {
      reasons.add(new LoadReason.TimesContradict(totals.faults().contradictory()));
    }
    return reasons;
  }

  /**
   * The load generator's own lateness, where it is above 50 us and a tenth of the response time;
   * empty below 20 messages, which carry no percentile.
   *
   * @param percentile the percentile to judge by; a lower one is used if it has fewer than ten
   *     messages beyond it
   */
  public static Optional<LoadReason.LoadGeneratorLate> ofLateness(
      Measurement measurement, double percentile) {
    double carried = Math.min(percentile, mostCarried(durations(measurement, Kind.RESPONSE)));
    if (carried <= 0) {
      return Optional.empty();
    }
    long lateness = durations(measurement, Kind.LATENESS).percentileNs(carried);
    long response = durations(measurement, Kind.RESPONSE).percentileNs(carried);
    if (lateness <= LATENESS_NS || lateness <= LATENESS_SHARE * response) {
      return Optional.empty();
    }
    return Optional.of(new LoadReason.LoadGeneratorLate(carried, lateness, response));
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
