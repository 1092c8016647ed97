package dev.foliot.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BadOptionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RatesTest {
  @Test
  void shouldTakeRatesApart() {
    assertThat(Rates.parse("40k/s")).containsExactly("40k/s");
    assertThat(Rates.parse("10k/s, 20k/s,40k/s")).containsExactly("10k/s", "20k/s", "40k/s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10k/s,", ",10k/s", "10k/s,,20k/s", ","})
  void shouldMissARateBesideAComma(String text) {
    assertThatThrownBy(() -> Rates.parse(text))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining("lacks a rate beside a comma: write 10k/s,20k/s,40k/s");
  }
}
