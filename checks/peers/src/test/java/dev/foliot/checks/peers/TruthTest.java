package dev.foliot.checks.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class TruthTest {
  private static final long MS = 1_000_000;

  @Test
  void shouldGiveWhatCanBeWorkedOutByHand() {
    List<Stop> stops = new ArrayList<>();
    for (long at = 1_000 * MS; at < 20_000 * MS; at += 2_000 * MS) {
      stops.add(new Stop(at, at + 100 * MS));
    }
    Histogram waited = Truth.responses(0, 200_000, 100_000, 2_100, stops);

    // 5 % come in a stop; draining the queue takes 1/47 of it, and delays others too
    assertThat(waited.getTotalCount()).isEqualTo(200_000);
    assertThat(waited.getValueAtPercentile(50)).isCloseTo(2_100, within(3L));
    assertThat(waited.getValueAtPercentile(99) / 1e6).isCloseTo(80.4, within(0.2));
    assertThat(waited.getValueAtPercentile(99.9) / 1e6).isCloseTo(98.0, within(0.3));
  }

  @Test
  void shouldLetAMessageGoOnAfterTheStopThatItMeets() {
    Histogram waited = Truth.responses(0, 2, 1_000, 100, List.of(new Stop(50, 250)));

    assertThat(waited.getMaxValue()).isEqualTo(300);
    assertThat(waited.getMinValue()).isEqualTo(100);
  }

  @Test
  void shouldReadWhatAPeerTells() {
    HarnessResult told =
        HarnessResult.of(
            List.of(
                "noise 1", "peer running", "peer p99 12.5", "peer start 7 7", "peer stall 8 9"));

    assertThat(told.number("p99")).isEqualTo(12.5);
    assertThat(told.number("p99.9")).isNaN();
    assertThat(told.startNs()).isEqualTo(7);
    assertThat(told.planted()).containsExactly(new Stop(8, 9));
  }

  @Test
  void shouldPrintTheMedianAndTheRange() {
    Row row = new Row("x");
    row.add(3, Double.NaN);
    row.add(1, Double.NaN);
    row.add(1_234, Double.NaN);

    assertThat(row.markdown()).isEqualTo("| x | 3.00 (1.00 to 1,234) | - |");
    Row one = new Row("y");
    one.add(2);
    assertThat(one.markdown()).isEqualTo("| y | 2.00 |");
  }
}
