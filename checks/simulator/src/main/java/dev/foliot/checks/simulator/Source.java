package dev.foliot.checks.simulator;

import java.util.Arrays;
import java.util.List;

/**
 * Where tasks come from.
 *
 * @param arrivals when they come
 * @param mixes of which kinds they are; each holds until the next one
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

  /** When tasks come. */
  public sealed interface Arrivals {}

  /** So many clients as the shape says, each of which waits for its task, thinks, and submits. */
  public record Clients(Shape clients, long changesEveryNs, Draw thinkNs) implements Arrivals {
    /** Clients that do not think. */
    public static Clients of(int clients) {
      return new Clients(Shape.steady(clients), Long.MAX_VALUE, Draw.fixed(0));
    }
  }

  /** Tasks per second, whatever the pool does; at random (Poisson) or in even gaps. */
  public record Open(Shape perSecond, boolean poisson) implements Arrivals {}

  /** So many at once. */
  public record Batch(int tasks, long atNs) implements Arrivals {}
}
