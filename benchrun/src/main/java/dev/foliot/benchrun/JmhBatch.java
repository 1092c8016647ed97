package dev.foliot.benchrun;

import java.util.ArrayList;
import java.util.List;

/**
 * How many operations a message of each benchmark is. Pure.
 *
 * <p>What a message costs beside the benchmark, some 50 to 150 ns, is to be a small part of it. All
 * benchmarks take the same number where none of them becomes too long by it: only then are their
 * times compared. A number is a power of ten, so that it is the same in most runs.
 */
public final class JmhBatch {
  /** In a closed loop, where each nanosecond between two messages lowers the rate. */
  static final double LEAST_CLOSED_NS = 10_000;

  /** In an open loop, where a message is to be what a user asks for. */
  static final double LEAST_OPEN_NS = 1_000;

  /** A message of a benchmark that goes along may take so long. */
  static final double MOST_NS = 10_000_000;

  /** All that is known of a slower call is that it is slower. */
  private static final double SLOW_NS = 100_000;

  private static final int BASE = 10;
  private static final long MOST_OPERATIONS = 10_000;

  private JmhBatch() {}

  /**
   * A benchmark.
   *
   * @param cost of a call
   * @param operations of a call
   */
  public record Subject(JmhCosts.Cost cost, int operations) {}

  /**
   * The operations of a message of each.
   *
   * @param isClosed whether the load is a closed loop
   */
  public static List<Long> of(List<Subject> subjects, boolean isClosed) {
    double leastNs = isClosed ? LEAST_CLOSED_NS : LEAST_OPEN_NS;
    List<Long> own = subjects.stream().map(one -> own(one, leastNs)).toList();
    // the operations of one call may be more than that: such a benchmark is on its own
    long most =
        own.stream()
            .mapToLong(Long::longValue)
            .filter(operations -> operations <= MOST_OPERATIONS)
            .max()
            .orElse(1);
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < subjects.size(); i++) {
      Subject one = subjects.get(i);
      boolean goesAlong =
          !one.cost().isSingle()
              && most % one.operations() == 0
              && one.cost().callNs() * most / one.operations() <= MOST_NS
              && one.cost().callNs() < SLOW_NS;
      all.add(goesAlong ? (Long) most : own.get(i));
    }
    return all;
  }

  private static long own(Subject one, double leastNs) {
    long calls = 1;
    while (!one.cost().isSingle()
        && calls * one.operations() < MOST_OPERATIONS
        && one.cost().callNs() * calls < leastNs) {
      calls *= BASE;
    }
    return calls * one.operations();
  }
}
