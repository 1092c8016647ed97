package dev.foliot.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberTextTest {
  private final NumberText number = new NumberText();

  @ParameterizedTest
  @CsvSource({
    "1,1",
    "-1.5,-1.5",
    "+2,2",
    ".5,0.5",
    "5.,5",
    "1e3,1000",
    "-1.5E-3,-0.0015",
    "007,7",
    "0,0",
    "-0,-0.0",
    "123456789012345678,123456789012345678"
  })
  void shouldReadWhatMeasuringProgramsWrite(String text, double value) {
    assertThat(number.read(text)).isTrue();
    assertThat(number.value()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ".", "-", "1,5", "1 2", "0x1p3", "1d", "12%", "true", "1_000"})
  void shouldRefuseWhatIsNone(String text) {
    assertThat(number.read(text)).isFalse();
  }

  @Test
  void shouldReadWhatIsNotFinite() {
    assertThat(number.read("NaN")).isTrue();
    assertThat(number.value()).isNaN();
    assertThat(number.read("-Inf")).isTrue();
    assertThat(number.value()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(number.read("+Infinity")).isTrue();
    assertThat(number.value()).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void shouldReadEveryNumberAsJavaDoes() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(30) - 10);
      String text =
          switch (random.nextInt(3)) {
            case 0 -> Double.toString(value);
            case 1 -> "%.6f".formatted(value);
            default -> Long.toString((long) value);
          };
      assertThat(number.read(text)).as("%s, seed %d", text, seed).isTrue();
      assertThat(number.value()).as("%s, seed %d", text, seed).isEqualTo(Double.parseDouble(text));
    }
  }
}
