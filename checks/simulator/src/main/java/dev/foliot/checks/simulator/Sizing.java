package dev.foliot.checks.simulator;

import dev.foliot.pool.control.Controller;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Observation;
import dev.foliot.pool.control.Unit;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A way to determine the pool's size.
 *
 * @param name its name in tables
 * @param start the size to begin with, by the number of cores
 * @param handsOver whether a task is bound to the thread that is woken for it
 * @param decider creates the controller of one run, by the first size; null for a fixed size
 */
public record Sizing(
    String name,
    IntUnaryOperator start,
    boolean handsOver,
    @Nullable IntFunction<Function<Observation, Decision>> decider) {
  /** A fixed size. */
  public static Sizing fixed(int size) {
    return new Sizing("fixed " + size, cores -> size, false, null);
  }

  /** A thread for every task that finds none idle, like {@code Executors.newCachedThreadPool}. */
  public static Sizing cached() {
    return new Sizing("cached", cores -> Workload.MAXIMUM, true, null);
  }

  /** The pool's own controller with the start size of the platform implementation. */
  public static Sizing adaptive() {
    return deciding(
        "adaptive",
        cores -> Math.max(2, cores),
        start -> new Controller(start, Unit.THREADS)::next);
  }

  /** The pool's own controller of permits, with a first number. */
  public static Sizing adaptivePermits(int start) {
    return deciding(
        "adaptive permits", cores -> start, size -> new Controller(size, Unit.PERMITS)::next);
  }

  /** A climber of throughput with a tick of 1.5 s and seeded random choices. */
  public static Sizing hillClimber(long seed) {
    return deciding("climber", cores -> Math.max(4, 2 * cores), start -> new Climber(seed)::next);
  }

  /** Any controller. */
  public static Sizing deciding(
      String name, IntUnaryOperator start, IntFunction<Function<Observation, Decision>> decider) {
    return new Sizing(name, start, false, decider);
  }
}
