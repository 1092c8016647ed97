package dev.foliot.judgement.study;

import dev.foliot.store.study.Metric;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How a page draws a study.
 *
 * @param question that its pictures answer
 * @param advice how to use the answer; empty for none
 * @param introduction what was done, before the pictures; empty where the kind of load says it
 * @param pictures the kind of pictures
 * @param figures those that decide, for the table of arms
 * @param deciding index of the load under which they do; empty for the busiest
 * @param hasRequests whether there are requests, which may fail
 */
public record StudyDrawing(
    String question,
    String advice,
    String introduction,
    Pictures pictures,
    List<StudyFigure> figures,
    OptionalInt deciding,
    boolean hasRequests) {
  /** A kind of pictures. */
  public enum Pictures {
    /** Throughput, response time and CPU against the load. */
    LOADS,
    /** Throughput and threads from the moment at which a load comes. */
    RAMPS,
    /** The parts of memory over time and at the end. */
    MEMORY,
    /** Tasks against their length. */
    TASKS,
    /** Throughput against the number of CPUs, with the law of its growth. */
    CPUS,
    /** Speed against the place of a class in a cache line. */
    PLACES,
    /** A table of remedies with what a diagnosis finds. */
    REMEDIES
  }

  /** The figures of a load of requests. */
  public static final List<StudyFigure> OF_LOADS =
      List.of(
          StudyFigure.of("throughput", Metric.THROUGHPUT),
          StudyFigure.of("requests per CPU-second", Metric.PER_CPU),
          StudyFigure.of("p99", Metric.RESPONSE_P99),
          StudyFigure.of("RSS", Metric.RSS),
          StudyFigure.of("threads", Metric.THREADS));

  /** A study that this version does not know. */
  public static final StudyDrawing UNKNOWN =
      ofService("what was measured", "", Pictures.LOADS, OF_LOADS);

  /** Keeps a copy and checks that nothing is missing. */
  public StudyDrawing {
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(advice, "advice");
    Objects.requireNonNull(introduction, "introduction");
    Objects.requireNonNull(pictures, "pictures");
    figures = List.copyOf(figures);
    Objects.requireNonNull(deciding, "deciding");
  }

  /** A service under requests. */
  public static StudyDrawing ofService(
      String question, String advice, Pictures pictures, List<StudyFigure> figures) {
    return new StudyDrawing(question, advice, "", pictures, figures, OptionalInt.empty(), true);
  }

  /** A program without requests. */
  public static StudyDrawing ofProgram(
      String question,
      String advice,
      String introduction,
      Pictures pictures,
      List<StudyFigure> figures) {
    return new StudyDrawing(
        question, advice, introduction, pictures, figures, OptionalInt.empty(), false);
  }

  /** The same with the load that decides. */
  public StudyDrawing decidedBy(int step) {
    return new StudyDrawing(
        question, advice, introduction, pictures, figures, OptionalInt.of(step), hasRequests);
  }
}
