package dev.foliot.text;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A figure of an answer.
 *
 * @param name what it is: {@code p99}, {@code sustained_rate}
 * @param value in the unit
 * @param unit {@code ns}, {@code per_s}, {@code share}, {@code count}, {@code ratio}, or {@code
 *     metric} for that of the metric that is compared; of a study that of its metric
 * @param low the low end of its interval, which is that of the forks for a median and of 95 %
 *     confidence for a ratio or a difference; null without one
 * @param high the high end
 * @param shown the figure as the sentence, the terminal and the page show it
 */
public record AnswerFigure(
    String name,
    double value,
    String unit,
    @Nullable Double low,
    @Nullable Double high,
    String shown) {
  /** Checks that nothing is missing. */
  public AnswerFigure {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(shown, "shown");
  }

  /** A figure without an interval. */
  public static AnswerFigure of(String name, double value, String unit, String shown) {
    return new AnswerFigure(name, value, unit, null, null, shown);
  }
}
