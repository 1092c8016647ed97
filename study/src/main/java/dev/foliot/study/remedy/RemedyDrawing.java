package dev.foliot.study.remedy;

import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.judgement.study.StudyFigure;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyRecord;
import java.util.List;
import java.util.OptionalInt;

/** How the page draws remedies: of the built-in program, or of a command with what it counts. */
final class RemedyDrawing {
  private static final String PROGRAM =
      "One program, with the same threads, code and objects in every fork, as it is and with each"
          + " remedy. Under false sharing one thread asks objects of a class for two interfaces in"
          + " turn, which writes a word of HotSpot's description of that class, and another asks"
          + " for their superclass, which reads another word of the same cache line. Under true"
          + " sharing both write. Steered: an agent loads small classes first, so that the two"
          + " words are on different lines. No-table and no-cache are the newer JDK with its cure"
          + " switched off. There is no network.";

  private static final String COMMAND =
      "One command, as it is and with each remedy. Steered: an agent loads small classes first, so"
          + " that the words of HotSpot's description of the class that are written and read are on"
          + " different cache lines. No-table and no-cache are a JDK from 23 on with its cure"
          + " switched off. ";

  private static final StudyFigure PLACE = StudyFigure.of("place in the line", Metric.LINE_OFFSET);

  private RemedyDrawing() {}

  static StudyDrawing of(String question, StudyRecord study) {
    boolean isCommand = RemedyStudy.isCommand(study);
    boolean hasRequests = isCommand && !study.steps().getFirst().load().loop().equals("none");
    return new StudyDrawing(
        question,
        "Take the remedy that brings the speed back at the least effort.",
        !isCommand
            ? PROGRAM
            : hasRequests
                ? COMMAND
                : COMMAND + "It does its own work, and its speed is by the total that it prints.",
        StudyDrawing.Pictures.REMEDIES,
        figures(isCommand, hasRequests),
        // the load that all the remedies are for comes first
        OptionalInt.of(0),
        hasRequests);
  }

  private static List<StudyFigure> figures(boolean isCommand, boolean hasRequests) {
    return !isCommand
        ? List.of(
            PLACE,
            StudyFigure.millions("type checks per second", Metric.THROUGHPUT),
            StudyFigure.of("CPU per type check", Metric.CPU_PER_OPERATION))
        : hasRequests
            ? List.of(
                PLACE,
                StudyFigure.of("requests answered", Metric.THROUGHPUT),
                StudyFigure.of("CPU per request", Metric.CPU_PER_OPERATION),
                StudyFigure.of("p50", Metric.RESPONSE_P50),
                StudyFigure.of("p99", Metric.RESPONSE_P99))
            : List.of(
                PLACE,
                StudyFigure.of("operations by its counter", Metric.THROUGHPUT),
                StudyFigure.of("CPU per operation", Metric.CPU_PER_OPERATION));
  }
}
