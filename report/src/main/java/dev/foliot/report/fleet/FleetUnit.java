package dev.foliot.report.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The power of a thousand in which the script reads a metric's values out: it rounds to
 * thousandths, and a metric may be of millionths.
 *
 * @param name what stands behind a value; empty for ones
 * @param factor a value is multiplied by before it is shown
 */
record FleetUnit(String name, double factor) {
  private static final String[] NAMES = {"", "×10⁻³", "×10⁻⁶", "×10⁻⁹", "×10⁻¹²"};

  /** The unit in which the greatest of some values has a digit before the point. */
  static FleetUnit of(Stream<@Nullable Double> values) {
    double most =
        values.filter(Objects::nonNull).mapToDouble(value -> Math.abs(value)).max().orElse(1);
    int power = 0;
    double factor = 1;
    while (power < NAMES.length - 1 && most * factor < 1 && most > 0) {
      power++;
      factor *= 1e3;
    }
    return new FleetUnit(NAMES[power], factor);
  }

  List<@Nullable Double> of(List<@Nullable Double> values) {
    List<@Nullable Double> scaled = new ArrayList<>();
    for (Double value : values) {
      scaled.add(value == null ? null : (Double) (value * factor));
    }
    return scaled;
  }
}
