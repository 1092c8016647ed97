package dev.foliot.lab;

import java.util.ArrayList;
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
      List<Integer> left = new ArrayList<>();
      for (int arm = 0; arm < arms; arm++) {
        left.add(arm);
      }
      while (!left.isEmpty()) {
        order.add(left.remove(random.nextInt(left.size())));
      }
    }
    return order;
  }
}
