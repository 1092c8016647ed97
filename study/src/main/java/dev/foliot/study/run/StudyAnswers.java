package dev.foliot.study.run;

import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyDesign;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.Study;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.ArmsInEffect;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.answer.StudyPairs;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A study's record with its answers. Pure. */
public final class StudyAnswers {
  private StudyAnswers() {}

  /** The record of a study with the figures that all forks decide on, and with its answers. */
  public static StudyRecord answered(Study study, StudyFigures figures) {
    StudyFigures derived =
        new StudyFigures(figures.study().withPoints(study.derived(figures)), figures.courses());
    List<Reason> missing = ArmsInEffect.missing(derived.study());
    StudyRecord judged = derived.study().judged(with(derived.study().validity(), missing));
    return judged.answered(withMissing(of(study, derived), missing));
  }

  /** A validity that also says what did not take effect in the arms. */
  private static Validity with(Validity validity, List<Reason> missing) {
    List<Reason> reasons = new ArrayList<>(missing);
    validity.reasonCodes().stream()
        .filter(reason -> !missing.contains(reason))
        .forEach(reasons::add);
    return missing.isEmpty() || validity.verdict() != Verdict.VALID
        ? Validity.of(validity.verdict(), reasons)
        : Validity.of(Verdict.SUSPECT, reasons);
  }

  /** The first answer begins with what did not take effect: the others rest on it. */
  private static List<StudyAnswer> withMissing(List<StudyAnswer> answers, List<Reason> missing) {
    if (answers.isEmpty() || missing.isEmpty()) {
      return answers;
    }
    String before =
        missing.stream()
            .map(reason -> ArmNames.sentence(reason.text()) + " ")
            .collect(Collectors.joining());
    StudyAnswer first = answers.getFirst();
    List<StudyAnswer> all = new ArrayList<>(answers);
    all.set(
        0,
        new StudyAnswer(
            first.question(),
            before + first.headline(),
            before + first.answer(),
            first.evidence(),
            first.verdict() == Verdict.VALID ? Verdict.SUSPECT : first.verdict(),
            first.forks(),
            first.figures()));
    return all;
  }

  /**
   * All answers of a study, its own first.
   *
   * @param study the study of the figures
   */
  static List<StudyAnswer> of(Study study, StudyFigures figures) {
    List<StudyAnswer> answers =
        new ArrayList<>(
            // of a number of forks that depends on them, only pairs give intervals that hold
            StudyPairs.of(figures, study.mainFigure())
                .map(pairs -> List.of(pairs.answer()))
                .orElseGet(() -> study.answers(figures)));
    if (!answers.isEmpty()) {
      answers.set(0, withDropped(answers.getFirst(), figures));
    }
    usedForks(figures).ifPresent(answers::add);
    answers.addAll(study.answersBeside(figures));
    return answers;
  }

  /** The first answer says at its top which arms are missing. */
  private static StudyAnswer withDropped(StudyAnswer first, StudyFigures figures) {
    List<String> missing = new ArrayList<>();
    if (first.verdict() != Verdict.INVALID) {
      List<String> played = arms(figures.study().points());
      List<String> valid = arms(figures.points());
      List<String> without = played.stream().filter(arm -> !valid.contains(arm)).toList();
      List<String> unplayed = figures.arms().stream().filter(arm -> !played.contains(arm)).toList();
      if (!without.isEmpty()) {
        missing.add(
            ArmNames.sentence(
                figures.names().of(figures.names().ordered(without)).does("have")
                    + " no valid fork"));
      }
      if (!unplayed.isEmpty()) {
        missing.add(ArmNames.sentence(figures.names().of(unplayed).does("are") + " not measured"));
      }
    }
    List<StudyDesign.LeftOut> leftOut = figures.study().leftOut();
    if (!leftOut.isEmpty()) {
      missing.add(
          "Left out: "
              + Shown.text(Numbers.and(leftOut.stream().map(StudyDesign.LeftOut::arm).toList()))
              + ".");
    }
    if (missing.isEmpty()) {
      return first;
    }
    return new StudyAnswer(
        first.question(),
        first.headline() + " " + String.join(" ", missing),
        first.answer(),
        first.evidence(),
        first.verdict(),
        first.forks(),
        first.figures());
  }

  private static List<String> arms(List<StudyPoint> points) {
    return points.stream().map(StudyPoint::arm).distinct().toList();
  }

  /** Which forks the other answers leave out; empty where they use all. */
  private static Optional<StudyAnswer> usedForks(StudyFigures figures) {
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
        long valid = all.stream().filter(StudyPoint::counts).count();
        if (valid < all.size()) {
          loads.add(
              (valid == 0 ? "none" : Long.toString(valid))
                  + " of "
                  + all.size()
                  + (figures.study().steps().size() == 1
                      ? ""
                      : " at " + figures.step(step).name()));
        }
      }
      if (!loads.isEmpty()) {
        arms.add(Shown.text(arm) + ": " + String.join(", ", loads));
      }
    }
    if (arms.isEmpty()) {
      return Optional.empty();
    }
    long valid = points.stream().filter(StudyPoint::counts).count();
    String headline = "The answers use " + valid + " of " + points.size() + " forks.";
    return Optional.of(
        new StudyAnswer(
            "Which forks do the answers use?",
            headline,
            headline
                + " INVALID forks are left out. Fewer than all of: "
                + String.join("; ", arms)
                + ".",
            "each fork's reasons say why it is INVALID",
            Basis.ofAll(figures, Metric.THROUGHPUT).validity().verdict(),
            (int) valid,
            List.of()));
  }
}
