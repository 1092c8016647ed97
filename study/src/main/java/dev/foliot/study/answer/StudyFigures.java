package dev.foliot.study.answer;

import dev.foliot.judgement.ArmsByLoad;
import dev.foliot.judgement.FigureVerdict;
import dev.foliot.stats.ArmComparison;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The data for a study's answers: its stored record, and its forks over time. Immutable.
 *
 * <p>Only valid and suspect forks have figures here.
 *
 * @param study its record
 * @param courses the forks over time, by their numbers; unknown ones are absent
 */
public record StudyFigures(StudyRecord study, Map<Integer, StudyCourse> courses) {
  /** The answer where no fork has the figures. */
  public static final String NOTHING = "Nothing is known: no valid fork has the figures.";

  /** Keeps a copy. */
  public StudyFigures {
    courses = Map.copyOf(courses);
  }

  /** The names of all arms, those without a fork included. */
  public List<String> arms() {
    return study.arms().stream().map(StudyArm::name).toList();
  }

  /** The arms as people speak of them. */
  public ArmNames names() {
    return new ArmNames(study);
  }

  /** A load. */
  public StudyStep step(int index) {
    return study.steps().get(index);
  }

  /** A fork over time. */
  public StudyCourse course(StudyPoint point) {
    return courses.getOrDefault(point.fork(), StudyCourse.NONE);
  }

  /** The valid and suspect forks. */
  public List<StudyPoint> points() {
    return study.points().stream().filter(StudyPoint::counts).toList();
  }

  /** The valid and suspect forks of an arm. */
  public List<StudyPoint> points(String arm) {
    return points().stream().filter(point -> point.arm().equals(arm)).toList();
  }

  /** A copy with some of its arms only. */
  public StudyFigures of(List<String> arms) {
    return new StudyFigures(
        new StudyRecord(
            study.schema(),
            study.id(),
            study.design(),
            study.points().stream().filter(point -> arms.contains(point.arm())).toList(),
            study.verdict(),
            study.validity(),
            study.complete()),
        courses);
  }

  /** The arms by a metric under a load. */
  public ArmComparison at(int step, Metric metric) {
    return at(step, point -> value(point, metric), better(metric));
  }

  /**
   * A metric of a fork; null where it is not known, or where what happened to the fork makes
   * figures of this kind INVALID.
   */
  public @Nullable Double value(StudyPoint point, Metric metric) {
    Double value = metric.of(point);
    return value == null || FigureVerdict.of(point, metric.kind()).verdict() == Verdict.INVALID
        ? null
        : value;
  }

  private static ArmComparison.Better better(Metric metric) {
    return switch (metric.better()) {
      case HIGH -> ArmComparison.Better.HIGH;
      case LOW, NEITHER -> ArmComparison.Better.LOW;
    };
  }

  /**
   * The arms by a figure under a load.
   *
   * @param figure of a fork; null if unknown
   */
  public ArmComparison at(
      int step, Function<StudyPoint, @Nullable Double> figure, ArmComparison.Better better) {
    return new ArmComparison(ArmsByLoad.values(study, step, figure), better);
  }

  /** The arms by differences of a metric that may be 0. */
  public ArmComparison differences(int step, Metric metric, double margin) {
    return new ArmComparison(
        ArmsByLoad.values(study, step, point -> value(point, metric)),
        better(metric),
        ArmComparison.By.DIFFERENCE,
        margin);
  }

  /** The load with the highest throughput of the best arm; the first one if unknown. */
  public int busiest() {
    int busiest = 0;
    double most = 0;
    for (int step = 0; step < study.steps().size(); step++) {
      ArmComparison here = at(step, Metric.THROUGHPUT);
      double best = here.isEmpty() ? 0 : here.median(here.best());
      if (best > most) {
        most = best;
        busiest = step;
      }
    }
    return busiest;
  }

  /**
   * Whether something was to be measured.
   *
   * @param measure as study files name it
   */
  public boolean asksFor(String measure) {
    return study.measures().contains(measure);
  }
}
