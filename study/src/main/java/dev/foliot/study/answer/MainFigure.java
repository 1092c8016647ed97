package dev.foliot.study.answer;

import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyPoint;
import org.jspecify.annotations.Nullable;

/**
 * The figure by which a study ranks its arms, and by which pairs of forks decide.
 *
 * @param metric the figure
 * @param name in a sentence, {@code throughput}
 * @param value of a fork
 */
public record MainFigure(Metric metric, String name, Value value) {
  /** Reads the figure of a fork. Pure. */
  @FunctionalInterface
  public interface Value {
    /** The value; null if unknown. */
    @Nullable Double of(StudyFigures figures, StudyPoint point);
  }

  /** One that is unknown where its metric is. */
  public MainFigure(Metric metric, String name) {
    this(metric, name, (figures, point) -> figures.value(point, metric));
  }
}
