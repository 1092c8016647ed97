package dev.foliot.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DelaysTest {
  private static final long MEAN_NS = 2_000_000;

  private static long[] draw(String distribution, long seed, int count) {
    Delays delays = new Delays(MEAN_NS, Delays.Distribution.parse(distribution), seed);
    return LongStream.generate(delays::nextNs).limit(count).toArray();
  }

  @Test
  void shouldBeConstantWhereThatIsAskedFor() {
    assertThat(draw("constant", 1, 100)).containsOnly(MEAN_NS);
  }

  /** Seeded, so the same at every run; the tolerances are four standard errors. */
  @ParameterizedTest
  @CsvSource({"exponential,1.0,0.693", "lognormal:0.5,0.533,0.882", "lognormal:1,1.311,0.607"})
  void shouldHaveTheMeanThatWasAskedForAndTheSpreadOfItsKind(
      String distribution, double deviation, double median) {
    int count = 200_000;
    double[] shares =
        Arrays.stream(draw(distribution, 42, count))
            .mapToDouble(ns -> (double) ns / MEAN_NS)
            .sorted()
            .toArray();
    double error = 4 * deviation / Math.sqrt(count);
    assertThat(Arrays.stream(shares).average().orElseThrow()).isCloseTo(1, within(error));
    assertThat(shares[count / 2]).isCloseTo(median, within(0.01));
  }

  @Test
  void shouldRepeatWithItsSeedAndDifferWithAnother() {
    assertThat(draw("lognormal:1", 7, 50)).isEqualTo(draw("lognormal:1", 7, 50));
    assertThat(draw("exponential", 7, 50)).isNotEqualTo(draw("exponential", 8, 50));
    assertThat(LongStream.of(draw("exponential", 7, 1000)).distinct().count()).isEqualTo(1000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "normal", "lognormal", "lognormal:0", "lognormal:3.1", "lognormal:-1"})
  void shouldSayWhichDistributionsThereAre(String word) {
    assertThatThrownBy(() -> Delays.Distribution.parse(word))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lognormal:SIGMA");
  }
}
