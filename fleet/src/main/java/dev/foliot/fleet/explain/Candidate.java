package dev.foliot.fleet.explain;

import dev.foliot.store.fleet.FleetExplanation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A property that may separate a band from the others.
 *
 * @param label the label's or the metric's name
 * @param value that belongs to the band
 * @param kind what it is
 * @param band that it belongs to
 * @param effect Cliff's delta, from 0 to 1
 * @param riskRatio of a label; null where infinite
 * @param p before adjustment
 * @param profile per examined node: 1 or 0 for with or without the value, or the metric; NaN where
 *     unknown
 */
record Candidate(
    String label,
    String value,
    FleetExplanation.Kind kind,
    int band,
    double effect,
    @Nullable Double riskRatio,
    double p,
    List<Double> profile) {
  Candidate {
    profile = List.copyOf(profile);
  }

  FleetExplanation adjusted(double p, List<String> alike) {
    return new FleetExplanation(label, value, kind, band, effect, riskRatio, p, alike);
  }
}
