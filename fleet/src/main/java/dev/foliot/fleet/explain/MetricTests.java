package dev.foliot.fleet.explain;

import dev.foliot.stats.CliffsDelta;
import dev.foliot.stats.MannWhitney;
import dev.foliot.store.fleet.FleetExplanation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Tests one further metric against the bands. */
final class MetricTests {
  private static final int FEWEST_NODES = 3;

  private MetricTests() {}

  /**
   * The candidate for a band; empty if the metric is constant or known of too few nodes.
   *
   * @param values of each examined node, NaN where unknown
   * @param bands of the same nodes
   */
  static Optional<Candidate> candidate(
      String name, double[] values, List<Integer> bands, int band) {
    double[] inside = side(values, bands, band, true);
    double[] outside = side(values, bands, band, false);
    boolean differ =
        Arrays.stream(values).filter(Double::isFinite).distinct().limit(2).count() == 2;
    if (!differ || inside.length < FEWEST_NODES || outside.length < FEWEST_NODES) {
      return Optional.empty();
    }
    double delta = CliffsDelta.of(inside, outside);
    return Optional.of(
        new Candidate(
            name,
            delta < 0 ? "lower" : "higher",
            FleetExplanation.Kind.METRIC,
            band,
            Math.abs(delta),
            null,
            Math.clamp(MannWhitney.pValue(inside, outside), 0, 1),
            Arrays.stream(values).boxed().toList()));
  }

  private static double[] side(double[] values, List<Integer> bands, int band, boolean inside) {
    return IntStream.range(0, values.length)
        .filter(i -> (bands.get(i) == band) == inside && Double.isFinite(values[i]))
        .mapToDouble(i -> values[i])
        .toArray();
  }
}
