package dev.foliot.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AmountsTest {
  @Test
  void shouldCount() {
    assertThat(Amounts.count(1_234.4)).isEqualTo("1,234");
    assertThat(Amounts.count(12.0)).isEqualTo("12");
    assertThat(Amounts.count(20_340_000.0)).isEqualTo("20.3 million");
    assertThat(Amounts.count(1, "class")).isEqualTo("1 class");
    assertThat(Amounts.count(1_396, "class")).isEqualTo("1,396 classes");
    assertThat(Amounts.count(2, "entry")).isEqualTo("2 entries");
    assertThat(Amounts.whole(20_340_000)).isEqualTo("20,340,000");
  }

  @Test
  void shouldTellShares() {
    assertThat(Amounts.percent(0.123)).isEqualTo("12 %");
    assertThat(Amounts.percent(0.0042)).isEqualTo("0.4 %");
    assertThat(Amounts.percent(0.0996)).isEqualTo("10 %");
  }

  @Test
  void shouldTellTimesAndSizes() {
    assertThat(Amounts.seconds(4_949_000_000L)).isEqualTo("4.9 s");
    assertThat(Amounts.duration(2_400_000)).isEqualTo("2.4 ms");
    assertThat(Amounts.span(12_600)).isEqualTo("3.5 h");
    assertThat(Amounts.mib(5 << 19)).isEqualTo("2.5 MiB");
    assertThat(Amounts.mibPerS(51_200)).isEqualTo("50.0 KiB/s");
  }

  @Test
  void shouldList() {
    assertThat(Amounts.list(List.of("a", "b", "c"))).isEqualTo("a, b and c");
    assertThat(Amounts.list(List.of("a"))).isEqualTo("a");
    assertThat(Amounts.list(List.of())).isEmpty();
    assertThat(SharingReason.Precision.AT_LEAST.of(75_000)).isEqualTo("at least 75,000");
  }
}
