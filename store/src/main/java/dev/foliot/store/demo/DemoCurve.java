package dev.foliot.store.demo;

import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;

/**
 * A line in a demo's picture. Its {@link DemoPart} defines the axes.
 *
 * @param side the side it belongs to
 * @param x ascending
 * @param y one value for each x
 */
public record DemoCurve(String side, List<Double> x, List<Double> y) {
  /** Keeps copies and checks that JSON can hold them. */
  public DemoCurve {
    Objects.requireNonNull(side, "side");
    x = List.copyOf(x);
    y = List.copyOf(y);
    if (x.size() != y.size()) {
      throw new IllegalArgumentException(
          "a curve has " + x.size() + " places and " + y.size() + " values");
    }
    x.forEach(value -> Copies.finite(value, "x"));
    y.forEach(value -> Copies.finite(value, "y"));
  }
}
