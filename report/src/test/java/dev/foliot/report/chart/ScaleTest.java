package dev.foliot.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.report.page.Units;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {
  private static final double EXACT = 1e-12;

  @Test
  void shouldPutEqualDifferencesEquallyFarApart() {
    Scale scale = new LinearScale(-2, 8, 5, Units::shortSeconds);

    assertThat(scale.at(-2)).isZero();
    assertThat(scale.at(0)).isEqualTo(0.2, within(EXACT));
    assertThat(scale.at(8)).isEqualTo(1);
    assertThat(scale.at(-3)).as("below").isZero();
    assertThat(scale.at(9)).as("above").isEqualTo(1);
    assertThat(labels(scale))
        .containsExactly("-2\u00a0s", "0\u00a0s", "2\u00a0s", "4\u00a0s", "6\u00a0s", "8\u00a0s");
  }

  @Test
  void shouldPutEqualRatiosEquallyFarApart() {
    Scale scale = new LogScale(10, 100_000, 9, Units::shortDuration);

    assertThat(scale.at(10)).isZero();
    assertThat(scale.at(1_000)).isEqualTo(0.5, within(EXACT));
    assertThat(scale.atNs(100_000)).isEqualTo(1, within(EXACT));
    assertThat(scale.at(0)).as("nothing is below").isZero();
    assertThat(labels(scale))
        .as("1 and 3 of each power, since 1, 2 and 5 are too many")
        .containsExactly(
            "10\u00a0ns",
            "30\u00a0ns",
            "100\u00a0ns",
            "300\u00a0ns",
            "1\u00a0µs",
            "3\u00a0µs",
            "10\u00a0µs",
            "30\u00a0µs",
            "100\u00a0µs");
  }

  @ParameterizedTest
  @CsvSource({
    "3, 5, 5, 2, 10",
    "1, 2, 2, 1, 2",
    "812, 4200167, 9, 500, 5000000",
    "0, 0, 3, 1, 2",
    "999, 1001, 9, 500, 2000"
  })
  void shouldBeginAndEndAtRoundDurations(
      double least, double most, int ticks, double low, double high) {
    LogScale scale = LogScale.durations(least, most, ticks);

    assertThat(scale.low()).isEqualTo(low, within(1e-9));
    assertThat(scale.high()).isEqualTo(high, within(1e-6));
    assertThat(scale.ticks()).hasSizeLessThanOrEqualTo(ticks);
  }

  @Test
  void shouldLeaveOutDecadesWhereThereIsNoRoom() {
    assertThat(labels(new LogScale(1, 1e9, 4, Units::shortDuration)))
        .containsExactly("1\u00a0ns", "1\u00a0µs", "1\u00a0ms", "1\u00a0s");
  }

  @Test
  void shouldCountNines() {
    Scale scale = new NinesScale(4);

    assertThat(scale.at(0)).isZero();
    assertThat(scale.at(0.9)).isEqualTo(0.25, within(EXACT));
    assertThat(scale.at(0.99)).isEqualTo(0.5, within(EXACT));
    assertThat(scale.at(0.9999)).isEqualTo(1, within(EXACT));
    assertThat(scale.at(1)).isEqualTo(1);
    assertThat(scale.at(0.5)).isEqualTo(Math.log10(2) / 4, within(EXACT));
    assertThat(labels(scale))
        .containsExactly("50\u00a0%", "90\u00a0%", "99\u00a0%", "99.9\u00a0%", "99.99\u00a0%");
  }

  @Test
  void shouldRefuseAnAxisOfNoLength() {
    assertThatThrownBy(() -> new LinearScale(1, 1, 5, Units::shortSeconds))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LogScale(0, 1, 5, Units::duration))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new NinesScale(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldLabelWhatItIsTold() {
    Scale scale =
        new LabelledScale(
            new LinearScale(0, 10, 5, Units::shortSeconds), List.of(new Scale.Tick(0.3, "three")));

    assertThat(scale.at(5)).isEqualTo(0.5);
    assertThat(labels(scale)).containsExactly("three");
  }

  private static List<String> labels(Scale scale) {
    return scale.ticks().stream().map(Scale.Tick::label).toList();
  }
}
