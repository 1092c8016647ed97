package dev.foliot.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.report.page.Units;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {
  private static final double EXACT = 1e-12;

  @Test
  void shouldPutEqualDifferencesEquallyFarApart() {
    Axis scale = Axis.linear(-2, 8, 5, Units::shortSeconds);

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
    Axis scale = Axis.log(10, 100_000, 9, Units::shortDuration);

    assertThat(scale.at(10)).isZero();
    assertThat(scale.at(1_000)).isEqualTo(0.5, within(EXACT));
    assertThat(scale.at(100_000)).isEqualTo(1, within(EXACT));
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
    Axis scale = Axis.durations(least, most, ticks);

    assertThat(scale.low()).isEqualTo(low, within(1e-9));
    assertThat(scale.high()).isEqualTo(high, within(1e-6));
    assertThat(scale.ticks()).hasSizeLessThanOrEqualTo(ticks);
  }

  @Test
  void shouldLeaveOutDecadesWhereThereIsNoRoom() {
    assertThat(labels(Axis.log(1, 1e9, 4, Units::shortDuration)))
        .containsExactly("1\u00a0ns", "1\u00a0µs", "1\u00a0ms", "1\u00a0s");
  }

  @Test
  void shouldCountNines() {
    Axis scale = Axis.nines(4);

    assertThat(scale.at(0)).isZero();
    assertThat(scale.at(Axis.ninesOf(0.9))).isEqualTo(0.25, within(EXACT));
    assertThat(scale.at(Axis.ninesOf(0.99))).isEqualTo(0.5, within(EXACT));
    assertThat(scale.at(Axis.ninesOf(0.9999))).isEqualTo(1, within(EXACT));
    assertThat(scale.at(Axis.ninesOf(1))).isEqualTo(1);
    assertThat(scale.at(Axis.ninesOf(0.5))).isEqualTo(Math.log10(2) / 4, within(EXACT));
    assertThat(Axis.shareOf(2)).isEqualTo(0.99, within(EXACT));
    assertThat(labels(scale))
        .containsExactly("50\u00a0%", "90\u00a0%", "99\u00a0%", "99.9\u00a0%", "99.99\u00a0%");
  }

  @Test
  void shouldRefuseAnAxisOfNoLength() {
    assertThatThrownBy(() -> Axis.linear(1, 1, 5, Units::shortSeconds))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Axis.log(0, 1, 5, Units::duration))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Axis.nines(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldLabelSomeValuesAsFarAsThereIsRoom() {
    Axis scale =
        Axis.linear(0, 10, 5, Units::shortSeconds)
            .labelledAt(List.of(3.0, 3.5, 8.0), 0.1, Units::shortNumber);

    assertThat(scale.at(5)).isEqualTo(0.5);
    assertThat(labels(scale)).containsExactly("3", "8");
  }

  @Test
  void shouldLabelRoundMoments() {
    double midnight = 1_796_083_200;
    Axis day = Axis.time(midnight - 3 * 3600, midnight + 9 * 3600, 8);

    assertThat(day.ticks())
        .extracting(Axis.Tick::label)
        .containsExactly("22:00", "12-01", "02:00", "04:00", "06:00", "08:00");
    assertThat(Axis.time(midnight, midnight + 90, 6).ticks())
        .extracting(Axis.Tick::label)
        .containsExactly(
            "00:00:00", "00:00:15", "00:00:30", "00:00:45", "00:01:00", "00:01:15", "00:01:30");
    assertThat(Axis.time(midnight, midnight + 86_400 * 365.0, 8).ticks())
        .hasSizeBetween(4, 9)
        .allMatch(tick -> tick.label().matches("202[67]-\\d\\d-\\d\\d"));
    assertThat(Axis.moment(midnight)).isEqualTo("2026-12-01 00:00:00 UTC");
    assertThat(Axis.length(900)).isEqualTo("15\u00a0min");
  }

  private static List<String> labels(Axis scale) {
    return scale.ticks().stream().map(Axis.Tick::label).toList();
  }
}
