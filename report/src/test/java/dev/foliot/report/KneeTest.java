package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KneeTest {
  @Test
  void shouldFindTheLastRateBeforeTheCurveBends() {
    assertThat(Knee.of(points(1, 10, 2, 10, 4, 11, 8, 12, 16, 1000))).isEqualTo(8.0);
  }

  @Test
  void shouldFindNoneInALineOrInTooFewPoints() {
    assertThat(Knee.of(points(1, 10, 2, 20, 4, 40, 8, 80))).as("straight").isNull();
    assertThat(Knee.of(points(1, 10, 2, 10, 4, 11, 8, 12))).as("flat").isNull();
    assertThat(Knee.of(points(1, 10, 2, 10, 4, 1000))).as("three points").isNull();
    assertThat(Knee.of(points(1, 10, 2, 500, 4, 800, 8, 1000))).as("bent down").isNull();
  }

  private static List<double[]> points(double... ratesAndLatencies) {
    List<double[]> points = new ArrayList<>();
    for (int i = 0; i < ratesAndLatencies.length; i += 2) {
      points.add(new double[] {ratesAndLatencies[i], ratesAndLatencies[i + 1]});
    }
    return points;
  }
}
