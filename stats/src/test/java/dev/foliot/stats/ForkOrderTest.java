package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ForkOrderTest {
  @Test
  void shouldRunEveryArmOnceInEachBlock() {
    List<Integer> order = ForkOrder.of(3, 50, new SplittableRandom(1));

    assertThat(order).hasSize(150);
    for (int block = 0; block < 50; block++) {
      assertThat(order.subList(block * 3, block * 3 + 3)).containsExactlyInAnyOrder(0, 1, 2);
    }
  }

  @Test
  void shouldUseEveryOrderOfABlock() {
    Set<List<Integer>> seen = new HashSet<>();
    List<Integer> order = ForkOrder.of(3, 100, new SplittableRandom(2));
    for (int block = 0; block < 100; block++) {
      seen.add(List.copyOf(order.subList(block * 3, block * 3 + 3)));
    }

    assertThat(seen).hasSize(6);
  }

  @Test
  void shouldRepeatItselfForASeed() {
    assertThat(ForkOrder.of(4, 9, new SplittableRandom(7)))
        .isEqualTo(ForkOrder.of(4, 9, new SplittableRandom(7)));
  }
}
