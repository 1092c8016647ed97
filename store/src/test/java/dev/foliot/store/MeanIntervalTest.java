package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeanIntervalTest {
  /** From printed tables of Student's t, two-sided 0.001; R gives the same with qt(0.9995, df). */
  @ParameterizedTest
  @CsvSource({
    "1,636.619",
    "2,31.599",
    "3,12.924",
    "4,8.610",
    "5,6.869",
    "9,4.781",
    "19,3.883",
    "30,3.646",
    "40,3.551",
    "60,3.460",
    "120,3.373",
    "1000000,3.291"
  })
  void shouldKnowTheQuantilesOfStudentsT(int degrees, double t) {
    assertThat(MeanInterval.t(degrees)).isCloseTo(t, within(6e-4));
  }

  @Test
  void shouldFallAllTheWay() {
    for (int degrees = 1; degrees < 1_000; degrees++) {
      assertThat(MeanInterval.t(degrees)).isGreaterThan(MeanInterval.t(degrees + 1));
    }
  }

  @Test
  void shouldTakeTheForkForTheUnit() {
    MeanInterval interval = MeanInterval.of(List.of(1.0, 2.0, 3.0));

    assertThat(interval.mean()).isEqualTo(2);
    // A standard deviation of 1 over the root of 3, times the quantile of 2 degrees of freedom.
    assertThat(interval.error()).isCloseTo(31.59905 / Math.sqrt(3), within(1e-9));
  }

  @Test
  void shouldGiveOneForkNoInterval() {
    assertThat(MeanInterval.of(List.of(7.0))).isEqualTo(new MeanInterval(7, Double.NaN));
  }
}
