package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.diagnosis.LuckyPlacements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CacheLineTest {
  private static final long BASE = 0x7f3c_5c00_0000L;
  private final CacheLine line = new CacheLine(64, 8);

  /** The two bands that were measured. */
  @ParameterizedTest
  @CsvSource({
    "0, true",
    "8, false",
    "16, false",
    "24, false",
    "32, true",
    "40, true",
    "48, true",
    "56, true"
  })
  void shouldTellTheBandByTheAddress(int residue, boolean same) {
    assertThat(line.holdsBoth(BASE + residue, 32, 56)).isEqualTo(same);
    assertThat(line.offset(BASE + residue)).isEqualTo(residue);
    assertThat(line.lucky(BASE + residue, 32, 56)).isEqualTo(new LuckyPlacements(3, 8, !same));
  }

  @Test
  void shouldHaveOneLuckyPlacementForNeighbours() {
    assertThat(line.lucky(BASE, 32, 40)).isEqualTo(new LuckyPlacements(1, 8, false));
    assertThat(line.lucky(BASE + 24, 32, 40)).isEqualTo(new LuckyPlacements(1, 8, true));
  }

  @Test
  void shouldKnowLinesOfOtherSizes() {
    assertThat(new CacheLine(128, 8).lucky(BASE + 88, 32, 40))
        .isEqualTo(new LuckyPlacements(1, 16, true));
  }

  @Test
  void shouldKnowThatAlignedStructuresHaveNoLuck() {
    assertThat(new CacheLine(64, CacheLine.COMPACT_HEADERS_STEP).lucky(BASE, 32, 56))
        .isEqualTo(new LuckyPlacements(0, 1, false));
  }
}
