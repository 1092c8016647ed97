package dev.foliot.fleet;

import dev.foliot.store.fleet.FleetExplanation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What may separate a band from the others.
 *
 * @param label the label's or the metric's name
 * @param value that belongs to the band
 * @param kind {@link #LABEL} or {@link #METRIC}
 * @param band that it belongs to
 * @param effect Cliff's delta, from 0 to 1
 * @param riskRatio of a label; null where infinite
 * @param p before it is adjusted
 * @param profile of each node that is looked at 1 or 0, with the value or without, or its metric;
 *     NaN where unknown
 */
record Candidate(
    String label,
    String value,
    String kind,
    int band,
    double effect,
    @Nullable Double riskRatio,
    double p,
    List<Double> profile) {
  static final String LABEL = "label";
  static final String METRIC = "metric";

  Candidate {
    profile = List.copyOf(profile);
  }

  FleetExplanation adjusted(double p, List<String> alike) {
    return new FleetExplanation(label, value, kind, band, effect, riskRatio, p, alike);
  }
}
