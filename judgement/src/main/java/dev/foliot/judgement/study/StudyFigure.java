package dev.foliot.judgement.study;

import dev.foliot.store.study.Metric;
import java.util.Objects;

/**
 * A figure that a page shows of each fork, by a name of its own.
 *
 * @param name what it is, without its unit
 * @param metric the figure
 * @param inMillions whether values are shown in millions
 */
public record StudyFigure(String name, Metric metric, boolean inMillions) {
  /** Checks that nothing is missing. */
  public StudyFigure {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(metric, "metric");
  }

  /** A figure in its own unit. */
  public static StudyFigure of(String name, Metric metric) {
    return new StudyFigure(name, metric, false);
  }

  /** A count a second that is shown in millions. */
  public static StudyFigure millions(String name, Metric metric) {
    return new StudyFigure(name, metric, true);
  }
}
