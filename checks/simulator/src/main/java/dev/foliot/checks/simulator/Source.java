package dev.foliot.checks.simulator;

import java.util.Arrays;
import java.util.List;

/**
 * A source of tasks.
 *
 * @param arrivals their times
 * @param mixes their kinds; each holds until the next one
 */
public record Source(Arrivals arrivals, List<Mix> mixes) {
  /** Copies the list. */
  public Source {
    mixes = List.copyOf(mixes);
  }

  /** Tasks of one kind. */
  public static Source of(Arrivals arrivals, int kind, int kinds) {
    double[] weights = new double[kinds];
    weights[kind] = 1;
    return new Source(arrivals, List.of(new Mix(0, weights)));
  }

  /** The weights of the kinds from a time on. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Mix(long fromNs, double[] weights) {
    @Override
    public String toString() {
      return Arrays.toString(weights) + " from " + fromNs + " ns";
    }
  }

  /** The times of tasks. */
  public sealed interface Arrivals {}

  /** A number of clients by a shape; each waits for its task, thinks, and submits the next. */
  public record Clients(Shape clients, long changesEveryNs, Draw thinkNs) implements Arrivals {
    /** Clients without think time. */
    public static Clients of(int clients) {
      return new Clients(Shape.steady(clients), Long.MAX_VALUE, Draw.fixed(0));
    }
  }

  /** Tasks per second, independently of the pool; at random (Poisson) or in even gaps. */
  public record Open(Shape perSecond, boolean poisson) implements Arrivals {}

  /** A number of tasks at once. */
  public record Batch(int tasks, long atNs) implements Arrivals {}
}
