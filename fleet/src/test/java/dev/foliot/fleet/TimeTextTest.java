package dev.foliot.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
  private final TimeText time = new TimeText();

  @ParameterizedTest
  @CsvSource({
    "2026-03-01T10:00:00Z,2026-03-01T10:00:00Z",
    "2026-03-01 10:00:00,2026-03-01T10:00:00Z",
    "2026-03-01T10:00,2026-03-01T10:00:00Z",
    "2026-03-01,2026-03-01T00:00:00Z",
    "2026/03/01 10:00:00,2026-03-01T10:00:00Z",
    "2026-03-01T10:00:00.123456789Z,2026-03-01T10:00:00.123456Z",
    "2026-03-01T10:00:00+02:00,2026-03-01T08:00:00Z",
    "2026-03-01T10:00:00-0530,2026-03-01T15:30:00Z",
    "2026-03-01 10:00:00 UTC,2026-03-01T10:00:00Z",
    "2026-03-01 10:00:00+01,2026-03-01T09:00:00Z",
    "2026-03-01T10:00:00+01:00[Europe/Berlin],2026-03-01T09:00:00Z",
    "2026-03-01T10:00:00Z[UTC],2026-03-01T10:00:00Z",
    "1772359200,2026-03-01T10:00:00Z",
    "1772359200.25,2026-03-01T10:00:00.250Z",
    "1772359200000,2026-03-01T10:00:00Z",
    "1772359200000001,2026-03-01T10:00:00.000001Z",
    "1772359200000000000,2026-03-01T10:00:00Z",
    "0,1970-01-01T00:00:00Z",
  })
  void shouldReadTimesOfAllSizesAndZones(String text, String instant) {
    assertThat(time.read(text)).isTrue();
    assertThat(time.us())
        .isEqualTo(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "NaN",
        "inf",
        "1e300",
        "2026-13-01",
        "2026-02-30",
        "2026-03-01T",
        "2026-03-01T25:00:00",
        "2026-03-01T10:00:00.",
        "2026-03-01T10:00:00+2",
        "2026-03-01T10:00:00Europe/Berlin",
        "2026-03-01T10:00:00+01:00[Europe/Berlin",
        "20260301T100000",
        "10:00:00",
        "node-1",
      })
  void shouldRefuseWhatIsNone(String text) {
    assertThat(time.read(text)).isFalse();
  }

  @Test
  void shouldSayWhetherItHadAZone() {
    assertThat(time.read("2026-03-01T10:00:00")).isTrue();
    assertThat(time.zoned()).isFalse();
    assertThat(time.read("2026-03-01T10:00:00Z")).isTrue();
    assertThat(time.zoned()).isTrue();
    assertThat(time.epoch()).isFalse();
  }
}
