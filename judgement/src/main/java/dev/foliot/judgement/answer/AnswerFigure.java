package dev.foliot.judgement.answer;

import java.util.Objects;

/**
 * A figure of an answer.
 *
 * @param name what it is: {@code p99}, {@code sustained_rate}
 * @param value in the unit
 * @param unit {@code ns}, {@code per_s}, {@code share}, {@code count}, {@code ratio}, or {@code
 *     metric} for that of the metric that is compared
 * @param shown the figure as the sentence, the terminal and the page show it
 */
public record AnswerFigure(String name, double value, String unit, String shown) {
  /** Checks that nothing is missing. */
  public AnswerFigure {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(shown, "shown");
  }
}
