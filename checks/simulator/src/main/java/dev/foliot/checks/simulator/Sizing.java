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
 * How the pool's size is found.
 *
 * @param name what it is called in tables
 * @param start the size to begin with, by the number of cores
 * @param handsOver whether a task is bound to the thread that is woken for it
 * @param decider makes what decides in one run, by the size to begin with; null for a fixed size
 */
public record Sizing(
    String name,
    IntUnaryOperator start,
    boolean handsOver,
    @Nullable IntFunction<Function<Observation, Decision>> decider) {
  /** Always the same size. */
  public static Sizing fixed(int size) {
    return new Sizing("fixed " + size, cores -> size, false, null);
  }

  /** A thread for every task that finds none idle, as {@code Executors.newCachedThreadPool}. */
  public static Sizing cached() {
    return new Sizing("cached", cores -> Workload.MAXIMUM, true, null);
  }

  /** The pool's own controller with the start size of the platform body. */
  public static Sizing adaptive() {
    return deciding(
        "adaptive",
        cores -> Math.max(2, cores),
        start -> new Controller(start, Unit.THREADS)::next);
  }

  /** The pool's own controller of permits, which begins with so many. */
  public static Sizing adaptivePermits(int start) {
    return deciding(
        "adaptive permits", cores -> start, size -> new Controller(size, Unit.PERMITS)::next);
  }

  /** A climber of throughput with a tick of 1.5 s, whose coins fall as the seed says. */
  public static Sizing hillClimber(long seed) {
    return deciding("climber", cores -> Math.max(4, 2 * cores), start -> new Climber(seed)::next);
  }

  /** Whatever decides. */
  public static Sizing deciding(
      String name, IntUnaryOperator start, IntFunction<Function<Observation, Decision>> decider) {
    return new Sizing(name, start, false, decider);
  }
}
