package dev.foliot.benchrun;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchParams;
import dev.foliot.bench.BenchTask;
import dev.foliot.judgement.search.RateGoal;
import dev.foliot.service.ClassPath;
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
    BenchPlan.BenchArm arm = new BenchPlan.BenchArm(Jdk.current(), List.of(), null);
    return of(Collections.nCopies(arms, arm), loads, goal);
  }

  /** An arm for each value of a parameter. */
  static BenchPlan ofSizes(List<BenchConfig> loads, @Nullable RateGoal goal, String... sizes) {
    return of(
        Arrays.stream(sizes)
            .map(size ->
                new BenchPlan.BenchArm(Jdk.current(), List.of(), null, Map.of("size", size)))
            .toList(),
        loads,
        goal);
  }

  private static BenchPlan of(
      List<BenchPlan.BenchArm> arms, List<BenchConfig> loads, @Nullable RateGoal goal) {
    ClassPath here = ForkCommand.harness();
    return new BenchPlan(
        new TaskClass(BenchTask.class.getName(), Map.of(), new BenchParams(List.of())),
        here,
        arms,
        loads,
        BenchPlan.Forks.of(2),
        goal,
        List.of(),
        List.of("foliot"));
  }
}
