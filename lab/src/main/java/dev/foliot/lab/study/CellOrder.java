package dev.foliot.lab.study;

import dev.foliot.lab.ForkOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The order in which the cells of a study are played. */
final class CellOrder {
  private CellOrder() {}

  /** By the plan's seed. */
  static List<Cell> of(StudyPlan plan) {
    List<Cell> order = new ArrayList<>();
    int loads = plan.steps().size();
    for (int cell : ForkOrder.of(plan.cells(), plan.forks(), new SplittableRandom(plan.seed()))) {
      int number = order.size();
      order.add(new Cell(cell / loads, cell % loads, number + 1, number / plan.cells()));
    }
    return order;
  }
}
