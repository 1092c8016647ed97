package dev.foliot.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/** The order in which the forks of several cells run; a cell is an arm under a load. */
public final class ForkOrder {
  private ForkOrder() {}

  /**
   * Cells by number: in each block every cell once, in random order, so that whatever drifts on the
   * machine meets all alike.
   */
  public static List<Integer> of(int cells, int forks, RandomGenerator random) {
    List<Integer> order = new ArrayList<>();
    for (int block = 0; block < forks; block++) {
      int first = order.size();
      for (int cell = 0; cell < cells; cell++) {
        // Durstenfeld's shuffle, as the block grows
        order.add(cell);
        Collections.swap(order, first + random.nextInt(cell + 1), first + cell);
      }
    }
    return order;
  }
}
