package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HolmTest {
  /** R 4.2.2, p.adjust(…, method = "holm"): src/test/resources/reference/reference.R. */
  @Test
  void shouldAdjustAsRDoes() {
    assertThat(Holm.adjust(new double[] {0.01, 0.04, 0.03, 0.005, 0.5}))
        .containsExactly(new double[] {0.04, 0.09, 0.09, 0.025, 0.5}, within(1e-15));
    assertThat(Holm.adjust(new double[] {0.6, 0.02, 0.02, 0.9}))
        .containsExactly(new double[] {1, 0.08, 0.08, 1}, within(1e-15));
    assertThat(Holm.adjust(new double[0])).isEmpty();
  }

  @Test
  void shouldHoldEachTestAtTheLevelOfItsStep() {
    assertThat(Holm.levels(new double[] {0.001, 0.5, 0.02, 0.6}, 0.06))
        .containsExactly(new double[] {0.015, 0.03, 0.02, 0.03}, within(1e-15));
    assertThat(Holm.levels(new double[] {0.9, 0.8}, 0.05)).containsExactly(0.025, 0.025);
    assertThat(Holm.levels(new double[] {0.01, 0.02}, 0.05)).containsExactly(0.025, 0.05);
  }

  @Test
  void shouldRejectTheSameByLevelAsByAdjustedValue() {
    long seed = Seeds.fresh("shouldRejectTheSameByLevelAsByAdjustedValue");
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 1000; i++) {
      double[] p = random.doubles(5).map(v -> v * v * v).toArray();
      double[] levels = Holm.levels(p, 0.05);
      double[] adjusted = Holm.adjust(p);
      for (int j = 0; j < p.length; j++) {
        assertThat(p[j] <= levels[j]).as("seed %d", seed).isEqualTo(adjusted[j] <= 0.05);
      }
    }
  }

  @Test
  void shouldRefuseWhatIsNoProbability() {
    assertThatIllegalArgumentException().isThrownBy(() -> Holm.adjust(new double[] {1.1}));
    assertThatIllegalArgumentException().isThrownBy(() -> Holm.adjust(new double[] {Double.NaN}));
  }
}
