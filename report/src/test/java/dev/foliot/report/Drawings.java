package dev.foliot.report;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.judgement.study.StudyDrawing.Pictures;
import dev.foliot.judgement.study.StudyFigure;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyRecord;
import java.util.List;
import java.util.OptionalInt;

/** Drawings of every kind, as studies ask for them. */
final class Drawings {
  private static final StudyFigure PLACE = StudyFigure.of("place in the line", Metric.LINE_OFFSET);

  private Drawings() {}

  static StudyDrawing of(StudyRecord study) {
    return switch (study.study()) {
      case "throughput" -> ofService(Pictures.LOADS, StudyDrawing.OF_LOADS);
      case "ramp-up" ->
          ofService(
              Pictures.RAMPS,
              List.of(
                  StudyFigure.of("time to full throughput", Metric.TIME_TO_FULL),
                  StudyFigure.of("sustained throughput", Metric.PLATEAU),
                  StudyFigure.of("threads", Metric.THREADS),
                  StudyFigure.of("RSS", Metric.RSS),
                  StudyFigure.of("CPU of the service", Metric.CPU_CORES)));
      case "memory" ->
          ofService(
                  Pictures.MEMORY,
                  List.of(
                      StudyFigure.of("RSS at the end", Metric.RSS_END),
                      StudyFigure.of("direct buffers at the end", Metric.DIRECT_END),
                      StudyFigure.of("throughput", Metric.THROUGHPUT)))
              .decidedBy(study.steps().size() - 1);
      case "short-tasks" ->
          ofService(
              Pictures.TASKS,
              List.of(
                  StudyFigure.of("throughput", Metric.THROUGHPUT),
                  StudyFigure.of("CPU per task", Metric.CPU_PER_TASK),
                  StudyFigure.of("parked while tasks waited", Metric.PARKED_SHARE)));
      case "scaling" -> ofService(Pictures.CPUS, StudyDrawing.OF_LOADS);
      case "sharing-lottery" ->
          StudyDrawing.ofProgram(
              "a question",
              "an advice",
              "One program, with the same threads.",
              Pictures.PLACES,
              List.of(PLACE, StudyFigure.millions("reader", Metric.READER)));
      case "remedy" -> remedy(study);
      default -> StudyDrawing.UNKNOWN;
    };
  }

  private static StudyDrawing ofService(Pictures pictures, List<StudyFigure> figures) {
    return StudyDrawing.ofService("a question", "an advice", pictures, figures);
  }

  private static StudyDrawing remedy(StudyRecord study) {
    boolean isCommand = study.arms().stream().anyMatch(arm -> arm.app().equals(StudyArm.COMMAND));
    return new StudyDrawing(
        "a question",
        "an advice",
        isCommand
            ? "One command, as it is and with each remedy. "
            : "One program, as it is and with each remedy.",
        Pictures.REMEDIES,
        isCommand
            ? List.of(
                PLACE,
                StudyFigure.of("requests answered", Metric.THROUGHPUT),
                StudyFigure.of("CPU per request", Metric.CPU_PER_OPERATION))
            : List.of(
                PLACE,
                StudyFigure.millions("type checks per second", Metric.THROUGHPUT),
                StudyFigure.of("CPU per type check", Metric.CPU_PER_OPERATION)),
        OptionalInt.of(0),
        isCommand);
  }
}
