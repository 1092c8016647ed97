package dev.foliot.fleet.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class NumberTextTest {
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
  @ValueSource(
      strings = {
        "", " ", ".", "-", "1,5", "1 2", "0x1p3", "1,23,4", "1e", "%", "Gi", "true", "3 x"
      })
  void shouldRefuseWhatIsNone(String text) {
    assertThat(number.read(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1,234.5; 1234.5; NONE",
        "-1,234,567; -1234567; NONE",
        "12,34,567; 1234567; NONE",
        "1 234.5; 1234.5; NONE",
        "1_000; 1000; NONE",
        "12%; 12; PERCENT",
        "12.5 %; 12.5; PERCENT",
        "1250m; 1.25; SCALED",
        "250000000n; 0.25; SCALED",
        "1.5Gi; 1610612736; SCALED",
        "6.02 K; 6020; SCALED",
        "2 GiB; 2147483648; SCALED",
        "3 MB/s; 3e6; SCALED",
        "100 req/s; 100; SCALED",
        "3.2s; 3.2; TIME",
        "350 ms; 0.35; TIME",
        "12µs; 12e-6; TIME",
        "1m30s; 90; TIME",
        "1h2m3.5s; 3723.5; TIME",
      })
  void shouldReadQuantitiesInTheirBasicUnit(String text, double value, NumberText.Unit unit) {
    assertThat(number.read(text)).isTrue();
    assertThat(number.value()).isCloseTo(value, within(1e-12 * Math.abs(value)));
    assertThat(number.unit()).isEqualTo(unit);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0,53; 0.53",
        "1.234,5; 1234.5",
        "1.234; 1234",
        "12; 12",
        "3,2s; 3.2",
        "1,5e3; 1500"
      })
  void shouldReadDecimalCommas(String text, double value) {
    NumberText comma = new NumberText(NumberText.Decimal.COMMA);

    assertThat(comma.read(text)).isTrue();
    assertThat(comma.value()).isEqualTo(value);
    assertThat(comma.read("1.5422")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "?",
      value = {
        "0,53; COMMA",
        "0,533; COMMA",
        "0.533; POINT",
        "6,023; ?",
        "1.234; ?",
        "12; ?",
        "1.5422; POINT",
        "1,234.5; POINT",
        "1.234,5; COMMA",
        "1,234,567; POINT",
        "1.234.567; COMMA",
        "1234.567; POINT",
      })
  void shouldSayWhichSignIsTheDecimal(String text, NumberText.@Nullable Decimal decimal) {
    assertThat(NumberText.decimalOf(text)).isEqualTo(decimal);
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
