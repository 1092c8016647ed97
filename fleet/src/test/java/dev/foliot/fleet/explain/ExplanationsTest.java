package dev.foliot.fleet.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.fleet.groups.Found;
import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.fleet.sums.HandMade;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetExplanation.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ExplanationsTest {
  private final RandomGenerator random = HandMade.random();

  private static boolean slow(int node) {
    return node % 5 == 0;
  }

  /** Every fifth of sixty nodes is in band 1. */
  private static Explanations of(
      List<String> labels,
      IntFunction<List<String>> values,
      List<String> others,
      IntFunction<double[]> metrics) {
    return of(60, labels, values, others, metrics);
  }

  private static Explanations of(
      int nodes,
      List<String> labels,
      IntFunction<List<String>> values,
      List<String> others,
      IntFunction<double[]> metrics) {
    HandMade fleet = new HandMade(4, false, others, labels);
    for (int i = 0; i < nodes; i++) {
      double level = slow(i) ? 10 : 0;
      fleet.described(HandMade.name(i), w -> level, metrics.apply(i), values.apply(i));
    }
    FleetMeasured measured = fleet.measured();
    FleetSums sums = measured.sums();
    Centres centres = Centres.of(sums, Panel.metric(sums));
    List<Integer> bands =
        Arrays.stream(centres.ofNodes()).mapToObj(centre -> centre > 5 ? 1 : 0).toList();
    Found found = new Found(2, bands, List.of(5.0), List.of(), 0, 1, 8);
    return Explanations.of(sums, measured.input(), centres, found, new double[0]);
  }

  private static Explanations ofLabels(List<String> labels, IntFunction<List<String>> values) {
    return of(labels, values, List.of(), i -> new double[0]);
  }

  private static Explanations ofMetrics(List<String> others, IntFunction<double[]> metrics) {
    return of(List.of(), i -> List.of(), others, metrics);
  }

  private static List<FleetExplanation> all(Explanations explanations) {
    return Stream.concat(
            explanations.found().explainedBy().stream(), explanations.found().goesWith().stream())
        .toList();
  }

  @Test
  void shouldNameTheLabelThatSeparates() {
    Explanations explanations =
        ofLabels(
            List.of("kernel", "zone"),
            i -> List.of(slow(i) ? "5.4" : "6.1", "z" + random.nextInt(3)));
    assertThat(explanations.found().explainedBy()).isNotEmpty();
    assertThat(all(explanations)).hasSize(1);
    FleetExplanation one = all(explanations).getFirst();
    assertThat(one.label()).isEqualTo("kernel");
    assertThat(one.value()).isEqualTo("5.4");
    assertThat(one.kind()).isEqualTo(Kind.LABEL);
    assertThat(one.band()).isEqualTo(1);
    assertThat(one.effect()).isEqualTo(1);
    assertThat(one.riskRatio()).isNull();
    assertThat(one.pAdjusted()).isLessThan(1e-8);
  }

  @Test
  void shouldNameSeveralValuesThatMakeUpABandTogether() {
    Explanations explanations =
        ofLabels(List.of("type"), i -> List.of(slow(i) ? "m" + i / 5 % 3 : "c" + i % 3));
    assertThat(all(explanations)).hasSize(1);
    assertThat(all(explanations).getFirst().value()).isEqualTo("m0, m1, m2");
  }

  /** Seventy racks with six nodes each; a fifth of the racks is slow. */
  @Test
  void shouldTryALabelWithManyValuesAsAWhole() {
    Explanations explanations =
        of(
            420,
            List.of("rack"),
            i -> List.of("r" + (slow(i) ? i / 5 % 14 : 14 + random.nextInt(56))),
            List.of(),
            i -> new double[0]);
    assertThat(all(explanations)).hasSize(1);
    FleetExplanation one = all(explanations).getFirst();
    assertThat(one.label()).isEqualTo("rack");
    assertThat(one.value()).contains("and 6 more");
    assertThat(one.effect()).isEqualTo(1);
    assertThat(one.pAdjusted()).isLessThan(1e-4);
  }

  /** One in a hundred tests of a random label has a p below 0.01, so 24 of 1,000 are unlikely. */
  @Test
  void shouldNotExplainByManyValuesAtRandom() {
    List<Integer> bands = IntStream.range(0, 210).mapToObj(i -> slow(i) ? 1 : 0).toList();
    int[] tenths = new int[10];
    int significant = 0;
    for (int run = 0; run < 1_000; run++) {
      List<String> racks = IntStream.range(0, 210).mapToObj(i -> "r" + random.nextInt(70)).toList();
      for (Candidate one : new LabelTests("rack", racks, bands).candidates(1, true)) {
        tenths[(int) Math.min(9, 10 * one.p())]++;
        significant += one.p() < 0.01 ? 1 : 0;
      }
    }
    assertThat(significant).isBetween(1, 23);
    // the last tenth has the values of exactly 1 as well
    assertThat(IntStream.of(tenths).limit(9)).allMatch(count -> count > 60 && count < 140);
  }

  @Test
  void shouldSayNothingWhereNothingExplains() {
    Explanations explanations =
        of(
            List.of("zone", "rack"),
            i -> List.of("z" + random.nextInt(3), "r" + random.nextInt(10)),
            List.of("heap", "gc"),
            i -> new double[] {random.nextGaussian(), random.nextDouble()});
    assertThat(all(explanations)).isEmpty();
    assertThat(explanations.found().explainedBy()).isEmpty();
    assertThat(explanations.step().said()).contains("none");
  }

  /** Three of fifteen: one label in 455 does so by chance. */
  @Test
  void shouldSayWhichLabelPartsTheBandsThoughSoFewNodesProveNothing() {
    Explanations explanations =
        of(
            15,
            List.of("kernel", "zone", "rack", "image"),
            i -> List.of(slow(i) ? "5.4" : "6.1", "z" + i % 3, "r" + i / 3 % 4, "i" + i % 4),
            List.of(),
            i -> new double[0]);
    assertThat(all(explanations)).isEmpty();
    FleetExplanation almost = explanations.found().almost();
    assertThat(almost).isNotNull();
    assertThat(almost.label()).isEqualTo("kernel");
    assertThat(almost.value()).isEqualTo("5.4");
  }

  @Test
  void shouldLeaveOutALabelThatNamesTheNode() {
    Explanations explanations =
        ofLabels(List.of("ip", "region"), i -> List.of("10.0.0." + i, "eu"));
    assertThat(all(explanations)).isEmpty();
    assertThat(explanations.step().said())
        .contains("'ip' names the node")
        .contains("'region' is the same on all nodes");
  }

  @Test
  void shouldPutLabelsTogetherThatPartTheNodesAlike() {
    Explanations explanations =
        ofLabels(
            List.of("kernel", "image"),
            i -> List.of(slow(i) ? "5.4" : "6.1", slow(i) ? "old" : "new"));
    assertThat(all(explanations)).hasSize(1);
    assertThat(all(explanations).getFirst().alike()).containsExactly("image = old");
  }

  @Test
  void shouldPutMetricsTogetherThatGoTogether() {
    Explanations explanations =
        ofMetrics(
            List.of("misses", "stalls", "heap"),
            i -> {
              double misses = (slow(i) ? 10 : 0) + random.nextGaussian();
              double stalls = 3 * misses + 0.1 * random.nextGaussian();
              return new double[] {misses, stalls, random.nextGaussian()};
            });
    assertThat(explanations.found().explainedBy()).isEmpty();
    assertThat(all(explanations)).hasSize(1);
    FleetExplanation one = all(explanations).getFirst();
    assertThat(one.kind()).isEqualTo(Kind.METRIC);
    assertThat(one.value()).isEqualTo("higher");
    assertThat(one.alike()).hasSize(1);
  }

  @Test
  void shouldNotExplainTheMetricByItself() {
    Explanations explanations =
        ofMetrics(List.of("cpu"), i -> new double[] {slow(i) ? 10 : i / 100.0});
    assertThat(all(explanations)).isEmpty();
    assertThat(explanations.step().said()).contains("'cpu' is part of the metric");
  }

  @Test
  void shouldPassOverLabelsThatAreNotKnown() {
    Explanations explanations =
        ofLabels(
            List.of("kernel", "none"), i -> List.of(i % 2 == 0 ? "" : slow(i) ? "5.4" : "6.1", ""));
    assertThat(all(explanations)).hasSize(1);
    assertThat(explanations.step().said()).contains("'none' is not known of any node");
  }

  @Test
  void shouldReadTheNamesInAMetric() {
    assertThat(Explanations.namesIn("rate(\"cpu seconds\") / (rps + 1.5e3)"))
        .contains("cpu seconds", "rps")
        .doesNotContain("1.5e3");
  }
}
