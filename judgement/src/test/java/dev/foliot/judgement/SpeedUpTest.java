package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpeedUpTest {
  private static List<Double> forks(double perS) {
    return List.of(perS * 0.999, perS, perS * 1.001, perS * 1.002);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 8, 3894, 66200, true, false",
    "1, 8, 8100, 66200, false, true",
    "1, 2, 954, 1921, false, true",
    "1, 2, 900, 1765, false, false",
    "4, 12, 1000, 1250, false, false",
    "4, 12, 1000, 3200, true, false",
  })
  void shouldTellAResultFromWhatTheCpusCannotGive(
      int few, int many, double onFew, double onMany, boolean isImpossible, boolean isFull) {
    SpeedUp speedUp = SpeedUp.of(few, forks(onFew), many, forks(onMany));

    assertThat(speedUp.isImpossible()).isEqualTo(isImpossible);
    assertThat(speedUp.isFull()).isEqualTo(isFull);
  }

  @Test
  void shouldSayInPlainWordsWhyItIsNoResult() {
    assertThat(SpeedUp.of(1, forks(3_894), 8, forks(66_200)).refusal())
        .isEqualTo(
            "17.0 times the throughput on 8 CPUs as on 1 is more than the CPUs can give (8.00"
                + " times); the forks on 1 CPU were still warming up, or were disturbed");
  }
}
