package dev.foliot.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/** Orders the forks of several cells; a cell is an arm under a load. */
public final class ForkOrder {
  private ForkOrder() {}

  /**
   * Orders cells by number: each block has every cell once, in random order. Drift of the machine
   * then affects all cells equally.
   */
  public static List<Integer> of(int cells, int forks, RandomGenerator random) {
    List<Integer> order = new ArrayList<>();
    for (int block = 0; block < forks; block++) {
      int first = order.size();
      for (int cell = 0; cell < cells; cell++) {
        // Durstenfeld's shuffle, while the block grows
        order.add(cell);
        Collections.swap(order, first + random.nextInt(cell + 1), first + cell);
      }
    }
    return order;
  }
}
