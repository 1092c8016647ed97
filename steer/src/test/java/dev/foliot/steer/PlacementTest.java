package dev.foliot.steer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementTest {
  private static final int EMPTY = 520;
  private static final int MOST_FILLERS = 64;

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 16, 24, 32, 40, 48, 56})
  void shouldReachEveryPlaceWithUpToSevenMethods(int wanted) {
    Placement placement = new Placement(EMPTY, wanted, 100);
    placement.landed(0x8000, placement.methods());

    int methods = placement.methods();
    placement.landed(0x8000 + EMPTY, methods);

    assertThat(methods).isBetween(0, 7);
    assertThat((0x8000 + 2 * EMPTY + 8 * methods) % 64).isEqualTo(wanted);
    assertThat(placement.isThere()).isTrue();
  }

  @Test
  void shouldNotTrustAPlaceBehindWhichTheChunkMayEnd() {
    Placement placement = new Placement(EMPTY, 8, 600);

    placement.landed(0x8000, 0);

    // 0x8208 is at 8, but only up to 0x8400 the chunk is known to go
    assertThat(placement.isThere()).isFalse();
    assertThat(new Placement(EMPTY, 8, 504).isThere()).isFalse();
    Placement modest = new Placement(EMPTY, 8, 504);
    modest.landed(0x8000, 0);
    assertThat(modest.isThere()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {472, 512, 520, 528})
  void shouldPlaceAClassInASimulatedArenaWhereverItStands(int emptyBytes) {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SimulatedArena arena = new SimulatedArena(random.nextInt(1, 4_000) * 1_024L);
      for (int before = random.nextInt(60); before > 0; before--) {
        arena.allocate(emptyBytes + 8 * random.nextInt(60));
      }
      int wanted = 8 * random.nextInt(8);
      int size = emptyBytes + 8 * random.nextInt(100);
      Placement placement = new Placement(emptyBytes, wanted, size);
      int fillers = 0;
      while (!placement.isThere() && fillers < MOST_FILLERS) {
        int methods = placement.methods();
        placement.landed(arena.allocate(emptyBytes + 8 * methods), methods);
        fillers++;
      }

      assertThat(placement.isThere()).as("seed " + seed).isTrue();
      assertThat(arena.allocate(size) % 64).as("seed " + seed).isEqualTo(wanted);
    }
  }
}
