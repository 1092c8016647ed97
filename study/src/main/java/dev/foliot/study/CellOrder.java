package dev.foliot.study;

import dev.foliot.stats.ForkOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The order in which the cells of a study are played. Loads that continue each other are played in
 * one go, in their order, and so have the same processes; each is a fork by itself all the same, of
 * which the store tells whose processes it had.
 */
final class CellOrder {
  private CellOrder() {}

  /** By the plan's seed; what is played in one go is one list. */
  static List<List<Cell>> of(StudyPlan plan) {
    List<List<Integer>> goes = goes(plan.steps());
    int all = plan.arms().size() * goes.size();
    List<List<Cell>> order = new ArrayList<>();
    int fork = 0;
    for (int drawn : ForkOrder.of(all, plan.forks(), new SplittableRandom(plan.seed()))) {
      List<Cell> cells = new ArrayList<>();
      for (int step : goes.get(drawn % goes.size())) {
        fork++;
        cells.add(new Cell(drawn / goes.size(), step, fork, order.size() / all));
      }
      order.add(cells);
    }
    return order;
  }

  /** The numbers of the loads, those together that are played in one go. */
  private static List<List<Integer>> goes(List<StepPlan> steps) {
    List<List<Integer>> goes = new ArrayList<>();
    for (int step = 0; step < steps.size(); step++) {
      if (goes.isEmpty() || !steps.get(step).continues()) {
        goes.add(new ArrayList<>());
      }
      goes.getLast().add(step);
    }
    return goes;
  }
}
