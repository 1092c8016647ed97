package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchParams;
import dev.foliot.bench.BenchTask;
import dev.foliot.judgement.search.RateGoal;
import dev.foliot.service.Jdk;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans of a bench that never run. */
final class Plans {
  private Plans() {}

  /** Loads of these rates. */
  static List<BenchConfig> rates(String... rates) {
    return Arrays.stream(rates)
        .map(rate -> BenchConfig.DEFAULT.with(Map.of("rate", rate)))
        .toList();
  }

  /** One arm under these loads, two forks each. */
  static BenchPlan of(List<BenchConfig> loads) {
    return of(1, loads);
  }

  /** Several arms under these loads. */
  static BenchPlan of(int arms, List<BenchConfig> loads) {
    return of(arms, loads, null);
  }

  /** Several arms under these loads, with a goal for a search. */
  static BenchPlan of(int arms, List<BenchConfig> loads, @Nullable RateGoal goal) {
    return of(Collections.nCopies(arms, arm(Map.of())), loads, goal);
  }

  /** An arm for each value of a parameter. */
  static BenchPlan ofSizes(List<BenchConfig> loads, @Nullable RateGoal goal, String... sizes) {
    return of(Arrays.stream(sizes).map(size -> arm(Map.of("size", size))).toList(), loads, goal);
  }

  private static BenchPlan of(
      List<BenchPlan.BenchArm> arms, List<BenchConfig> loads, @Nullable RateGoal goal) {
    return new BenchPlan(
        arms,
        loads,
        new BenchPlan.Repetition(2, goal, null),
        BenchPlan.Extras.NONE,
        List.of("foliot"));
  }

  private static BenchPlan.BenchArm arm(Map<String, String> params) {
    return new BenchPlan.BenchArm(
        BenchPlan.Code.of(
            new TaskClass(BenchTask.class.getName(), Map.of(), new BenchParams(List.of())),
            ForkCommand.harness()),
        new BenchPlan.ForkJvm(Jdk.current(), List.of(), null),
        params);
  }
}
