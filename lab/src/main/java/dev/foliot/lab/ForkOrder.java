package dev.foliot.lab;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/** The order in which the forks of several arms run. */
final class ForkOrder {
  private ForkOrder() {}

  /**
   * Arms by number: in each block every arm once, in random order, so that whatever drifts on the
   * machine meets all arms alike.
   */
  static List<Integer> of(int arms, int forks, RandomGenerator random) {
    List<Integer> order = new ArrayList<>();
    for (int block = 0; block < forks; block++) {
      int first = order.size();
      for (int arm = 0; arm < arms; arm++) {
        // Durstenfeld's shuffle, as the block grows
        order.add(arm);
        Collections.swap(order, first + random.nextInt(arm + 1), first + arm);
      }
    }
    return order;
  }
}
