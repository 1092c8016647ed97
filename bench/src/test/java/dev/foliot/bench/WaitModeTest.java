package dev.foliot.bench;

import static dev.foliot.bench.Refused.refused;
import static dev.foliot.bench.Refused.refusesHostile;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WaitModeTest {
  @ParameterizedTest
  @EnumSource
  void shouldReadBackExactlyWhatItWrites(WaitMode mode) {
    assertThat(WaitMode.parse(mode.toString())).isEqualTo(mode);
  }

  @Test
  void shouldRejectOtherText() {
    refused(() -> WaitMode.parse("SPIN")).contains("'SPIN'", "spin", "park", "auto");
    refusesHostile(WaitMode::parse);
  }
}
