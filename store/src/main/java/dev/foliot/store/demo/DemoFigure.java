package dev.foliot.store.demo;

import dev.foliot.store.Copies;
import java.util.Map;
import java.util.Objects;

/**
 * A figure of each side in a part of a demo.
 *
 * @param name its name
 * @param unit {@code ns}, {@code s}, {@code /s}, {@code bytes}; empty for a count
 * @param bySide the value by name of the side; unknown ones are absent
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
