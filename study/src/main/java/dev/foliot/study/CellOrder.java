package dev.foliot.study;

import dev.foliot.stats.ForkOrder;
import dev.foliot.study.plan.Cell;
import dev.foliot.study.plan.StepPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * The order of a study's cells.
 *
 * <p>Loads that continue each other are played in sequence in the same processes. Each is a
 * separate fork; the store records which fork started the processes.
 */
public final class CellOrder {
  private CellOrder() {}

  /** The cells in the order of the plan's seed; a list has cells that share processes. */
  public static List<List<Cell>> of(StudyPlan plan) {
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

  /**
   * The cells of a pair: under loads in random order one fork of each of two arms after the other,
   * in random order.
   *
   * @param pair number of the pair, from 0
   */
  public static List<List<Cell>> pair(StudyPlan plan, int pair, SplittableRandom random) {
    List<List<Integer>> goes = new ArrayList<>(goes(plan.steps()));
    Collections.shuffle(goes, Random.from(random));
    List<List<Cell>> order = new ArrayList<>();
    int fork = pair * plan.cells();
    for (List<Integer> go : goes) {
      int first = random.nextInt(2);
      for (int arm : new int[] {first, 1 - first}) {
        List<Cell> cells = new ArrayList<>();
        for (int step : go) {
          fork++;
          cells.add(new Cell(arm, step, fork, pair));
        }
        order.add(cells);
      }
    }
    return order;
  }

  /**
   * The cells of the extra forks with a flight recording: of each arm the last loads with requests
   * that share processes. Empty if the plan has none.
   */
  public static List<List<Cell>> recorded(StudyPlan plan) {
    List<List<Cell>> order = new ArrayList<>();
    if (!plan.explains()) {
      return order;
    }
    List<Integer> last =
        goes(plan.steps()).stream()
            .filter(go -> plan.steps().get(go.getFirst()).app().hasRequests())
            .reduce((earlier, later) -> later)
            .orElse(List.of());
    int fork = 0;
    for (int arm = 0; arm < plan.arms().size(); arm++) {
      List<Cell> cells = new ArrayList<>();
      for (int step : last) {
        fork++;
        cells.add(new Cell(arm, step, fork, plan.forks()));
      }
      order.add(cells);
    }
    return order;
  }

  /** The numbers of the loads, grouped by shared processes. */
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
