package dev.foliot.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DigitsTest {
  @Test
  void shouldShowThreeDigits() {
    assertThat(Digits.of(0)).isEqualTo("0");
    assertThat(Digits.of(0.052345)).isEqualTo("0.0523");
    assertThat(Digits.of(1234)).isEqualTo("1230");
    assertThat(Digits.of(2)).isEqualTo("2");
    assertThat(Digits.of(-1.5)).isEqualTo("-1.5");
    assertThat(Digits.of(1.2e-9)).isEqualTo("1.20e-09");
    assertThat(Digits.of(Double.NaN)).isEqualTo("unknown");
  }

  @Test
  void shouldShowSharesAndChances() {
    assertThat(Digits.percent(0.125)).isEqualTo("12.5 %");
    assertThat(Digits.chance(0.0312)).isEqualTo("= 0.0312");
    assertThat(Digits.chance(1e-9)).isEqualTo("< 0.0001");
  }

  @Test
  void shouldCount() {
    assertThat(Digits.count(1, "node")).isEqualTo("1 node");
    assertThat(Digits.count(1200, "node")).isEqualTo("1,200 nodes");
  }

  @Test
  void shouldKeepFiveDigitsToDraw() {
    assertThat(Digits.drawn(1.2345678)).isEqualTo(1.2346);
    assertThat(Digits.drawn(-98765432.0)).isEqualTo(-98765000);
    assertThat(Digits.drawn(0)).isZero();
  }
}
