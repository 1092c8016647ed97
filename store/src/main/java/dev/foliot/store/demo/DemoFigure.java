package dev.foliot.store.demo;

import dev.foliot.store.Copies;
import java.util.Map;
import java.util.Objects;

/**
 * A number of each side of a part of a demo.
 *
 * @param name what it is
 * @param unit {@code ns}, {@code s}, {@code /s}, {@code bytes}; empty for a count
 * @param bySide the number by the name of the side; what is not known is absent
 */
public record DemoFigure(String name, String unit, Map<String, Double> bySide) {
  /** Keeps a copy and checks that JSON can hold it. */
  public DemoFigure {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(unit, "unit");
    bySide = Copies.ordered(bySide);
    bySide.forEach((side, value) -> Copies.finite(value, side));
  }
}
