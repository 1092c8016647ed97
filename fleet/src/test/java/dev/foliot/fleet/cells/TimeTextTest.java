package dev.foliot.fleet.cells;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class TimeTextTest {
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
    "2026-03-01 10:00:00.123456789 +0000 UTC m=+0.012345678,2026-03-01T10:00:00.123456Z",
    "2026-03-01 10:00:00 +0100 CET,2026-03-01T09:00:00Z",
    "2026-07-01 10:00:00 Europe/Berlin,2026-07-01T08:00:00Z",
    "01.03.2026,2026-03-01T00:00:00Z",
    "1.3.2026 10:00:00,2026-03-01T10:00:00Z",
    "03/13/2026 10:00:00 PM,2026-03-13T22:00:00Z",
    "13/03/2026 10:00,2026-03-13T10:00:00Z",
    "01/Mar/2026:10:00:00 +0100,2026-03-01T09:00:00Z",
    "'Sun, 01 Mar 2026 10:00:00 GMT',2026-03-01T10:00:00Z",
    "Sun Mar  1 10:00:00 CET 2026,2026-03-01T09:00:00Z",
    "Sun  1 Mar 10:00:00 UTC 2026,2026-03-01T10:00:00Z",
    "'Mar 1, 2026 10:00:00 AM',2026-03-01T10:00:00Z",
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

  @ParameterizedTest
  @CsvSource({
    "01/02/2026,DAY_FIRST,2026-02-01T00:00:00Z",
    "01/02/2026,MONTH_FIRST,2026-01-02T00:00:00Z",
  })
  void shouldReadDatesInTheirOrder(String text, TimeText.Order order, String instant) {
    TimeText ordered = new TimeText(order);

    assertThat(ordered.read(text)).isTrue();
    assertThat(ordered.us())
        .isEqualTo(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant)));
    assertThat(ordered.ambiguous()).isFalse();
    assertThat(time.read(text)).isTrue();
    assertThat(time.ambiguous()).isTrue();
    assertThat(ordered.read(order == TimeText.Order.DAY_FIRST ? "12/13/2026" : "13/12/2026"))
        .isFalse();
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
