package dev.foliot.study;

import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The answers common to all studies, besides their own. Pure. */
public final class StudyAnswers {
  private StudyAnswers() {}

  /**
   * All answers of a study, its own first.
   *
   * @param study the study of the figures
   */
  public static List<StudyAnswer> of(Study study, StudyFigures figures) {
    List<StudyAnswer> answers = new ArrayList<>(study.answers(figures));
    countedForks(figures).ifPresent(answers::add);
    answers.addAll(study.answersBeside(figures));
    return answers;
  }

  /**
   * The forks that the other answers leave out. Arms without a valid fork are left out, the others
   * use their valid forks. Empty if all are valid.
   */
  private static Optional<StudyAnswer> countedForks(StudyFigures figures) {
    List<StudyPoint> points = figures.study().points();
    List<String> arms = new ArrayList<>();
    for (String arm : figures.arms()) {
      List<String> loads = new ArrayList<>();
      for (int step = 0; step < figures.study().steps().size(); step++) {
        int index = step;
        List<StudyPoint> all =
            points.stream()
                .filter(point -> point.step() == index && point.arm().equals(arm))
                .toList();
        long counted = all.stream().filter(StudyPoint::counts).count();
        if (counted < all.size()) {
          loads.add(
              (counted == 0 ? "none" : Long.toString(counted))
                  + " of "
                  + all.size()
                  + (figures.study().steps().size() == 1
                      ? ""
                      : " at " + figures.step(step).name()));
        }
      }
      if (!loads.isEmpty()) {
        arms.add(arm + ": " + String.join(", ", loads));
      }
    }
    long counted = points.stream().filter(StudyPoint::counts).count();
    return arms.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StudyAnswer(
                "Which forks count?",
                counted
                    + " of "
                    + points.size()
                    + "; fewer than all of "
                    + String.join("; of ", arms),
                "INVALID forks count nowhere, and where none of an arm is left the other answers"
                    + " are without it; each fork's reasons say why"));
  }
}
