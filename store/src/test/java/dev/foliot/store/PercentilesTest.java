package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PercentilesTest {
  @Test
  void shouldGiveEveryPercentileByItsName() {
    Percentiles percentiles = Examples.percentiles(100);

    assertThat(Percentiles.NAMES.stream().map(percentiles::value))
        .containsExactly(101L, 102L, 103L, 104L, null);
    assertThat(percentiles.value("p99_999")).isEqualTo(107L);
    assertThat(percentiles.value("p95")).isNull();
    assertThatThrownBy(() -> percentiles.value("max"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("p99_9");
  }

  @Test
  void shouldNamePercentilesAndUnderstandTheirNames() {
    Map<String, String> names =
        Map.of(
            "99.9",
            "p99_9",
            "10",
            "p10",
            "50.0",
            "p50",
            "0.5",
            "p0_5",
            "99.9999999",
            "p99_9999999");

    names.forEach((percent, name) -> {
      assertThat(Percentiles.name(new BigDecimal(percent))).isEqualTo(name);
      assertThat(Percentiles.percentile(name)).isEqualTo(Double.parseDouble(percent));
    });
    for (String percent : List.of("0", "100", "-1", "100.5", "1e3", "0.00000001")) {
      assertThatThrownBy(() -> Percentiles.name(new BigDecimal(percent)))
          .as(percent)
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String name :
        List.of("p", "p0", "p00_0", "p100", "99", "p9_", "p_9", "q9", "p9_12345678")) {
      assertThatThrownBy(() -> Percentiles.percentile(name))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void shouldHaveFurtherPercentilesInAscendingOrder() {
    Map<String, @Nullable Long> values = Percentiles.usual(5L, 6L, 8L);
    values.put("p5", 3L);
    Percentiles percentiles =
        new Percentiles(
                "ns", 9, new Percentiles.Range(1L, 9L, 5.0), values, Map.of(), Map.of(), Map.of())
            .with(List.of("p99_999", "p95", "p99"), Map.of("p95", 7L, "p99", 1L));

    assertThat(percentiles.names())
        .containsExactly("p5", "p50", "p90", "p95", "p99", "p99_9", "p99_99", "p99_999");
    assertThat(percentiles.value("p50")).isEqualTo(5);
    assertThat(percentiles.value("p99")).isEqualTo(8);
    assertThat(percentiles.value("p95")).isEqualTo(7);
    assertThat(percentiles.value("p99_999")).isNull();
    assertThat(percentiles.more()).containsOnlyKeys("p5", "p95", "p99_999");
  }

  @Test
  void shouldReadBackFurtherPercentilesAndNothingElse(@TempDir Path folder) throws IOException {
    Percentiles figures = Percentiles.empty("ns", Percentiles.names(List.of("p95", "p99_999")));
    Path file = folder.resolve("x.json");
    String text =
        Json.text(figures)
            .replaceFirst(
                "\\{",
                "{\"schema\": \"x/1\", \"p95\": 4, \"maximum\": 1, \"p60\": \"text\", \"new\":"
                    + " {\"a\": [1]},")
            .replaceFirst(",\\s*\"p95\" : null", "");
    Files.writeString(file, text);

    Percentiles read = Json.read(file, Percentiles.class, "x/1");

    assertThat(read.value("p95")).isEqualTo(4L);
    assertThat(read.more()).containsOnlyKeys("p95", "p99_999").containsEntry("p99_999", null);
    assertThat(read.insufficient()).containsKeys("p50", "p99_999");
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
                "ns",
                0,
                new Percentiles.Range(null, null, Double.NaN),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of()))
        .hasMessage("mean is NaN: a stored number is finite");
  }
}
