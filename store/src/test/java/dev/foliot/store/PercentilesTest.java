package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PercentilesTest {
  @Test
  void shouldGiveEveryPercentileByItsName() {
    Percentiles percentiles = Examples.percentiles(100);

    assertThat(Percentiles.NAMES.stream().map(percentiles::value))
        .containsExactly(101L, 102L, 103L, 104L, null);
    assertThatThrownBy(() -> percentiles.value("p95"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("p99_9");
  }

  @Test
  void shouldNameEveryPercentileAsInsufficientWithoutData() {
    Percentiles empty = Percentiles.empty("ns");

    assertThat(empty.insufficient()).containsOnlyKeys(Percentiles.NAMES);
    assertThat(Percentiles.NAMES.stream().map(empty::value)).containsOnlyNulls();
  }

  @Test
  void shouldRefuseWhatJsonCannotHold() {
    assertThatThrownBy(() ->
            new Percentiles(
                "ns", 0, null, null, Double.NaN, null, null, null, null, null, Map.of()))
        .hasMessage("mean is NaN: a stored number is finite");
  }
}
