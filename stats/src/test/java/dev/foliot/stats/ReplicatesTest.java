package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicatesTest {
  /**
   * SciPy 1.17.1: norm.sf(sqrt(n / (n - 1)) * t.isf(0.025, n - 1)). It is 0.0231 for 100, 0.00855
   * for 10, 0.000954 for 5, nearly 0 for 3; see reference.py.
   */
  @ParameterizedTest
  @CsvSource({"100, 23, 978", "10, 8, 993", "5, 1, 1000", "3, 1, 1000"})
  void shouldMoveTheQuantilesOutwardsForFewUnits(double units, double low, double high) {
    double[] replicates = IntStream.rangeClosed(1, 1000).asDoubleStream().toArray();
    assertThat(Replicates.range(replicates, units, 0.95)).isEqualTo(new Range(low, high));
  }
}
