package dev.foliot.study.remedy;

import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyDesign;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answers of the study of remedies, for each load. Pure.
 *
 * <p>These are the gain of a remedy, the cost of a type check, the findings of {@code diagnose}
 * before and after, and the next step. The verdicts are those of {@code foliot compare}: better,
 * worse, same, undecided.
 */
final class RemedyAnswers {
  private static final int MOST_FINDINGS = 3;

  private static final String LEFT_OUT = "Which remedies were left out?";

  private final StudyFigures figures;
  private final RemedyUnit unit;
  private final DiagnosisAnswers sights;

  private RemedyAnswers(StudyFigures figures) {
    this.figures = figures;
    this.unit = RemedyUnit.of(figures.step(0));
    this.sights = new DiagnosisAnswers(figures.arms(), figures.study().points());
  }

  static List<StudyAnswer> of(StudyFigures figures) {
    RemedyAnswers all = new RemedyAnswers(figures);
    List<StudyAnswer> answers = new ArrayList<>();
    for (int step = 0; step < figures.study().steps().size(); step++) {
      answers.addAll(all.under(step));
    }
    all.landed().ifPresent(answers::add);
    all.leftOut().ifPresent(answers::add);
    return answers;
  }

  private List<StudyAnswer> under(int step) {
    String load = figures.step(step).name();
    String question = "What does each remedy give under " + load + "?";
    ComparisonText perS = new ComparisonText(figures.at(step, Metric.THROUGHPUT), unit::perS);
    if (!perS.arms().has(RemedyPlan.AS_IS)) {
      return List.of(
          new StudyAnswer(
              question,
              "nothing is known: no fork of " + RemedyPlan.AS_IS + " counts",
              perS.arms().isEmpty() ? "no forks" : perS.spreads()));
    }
    List<StudyAnswer> answers = new ArrayList<>();
    answers.add(
        new StudyAnswer(
            question,
            beside(perS.arms(), false),
            unit.counted() + ", medians (least to greatest): " + perS.spreads()));
    ComparisonText cpu =
        new ComparisonText(figures.at(step, Metric.CPU_PER_OPERATION), Numbers::duration);
    if (cpu.arms().has(RemedyPlan.AS_IS)) {
      answers.add(
          new StudyAnswer(
              "What CPU time does " + unit.one() + " take under " + load + "?",
              beside(cpu.arms(), true),
              unit.cpuOf() + ", medians (least to greatest): " + cpu.spreads()));
    }
    ComparisonText waits =
        new ComparisonText(figures.at(step, Metric.RESPONSE_P50), Numbers::duration);
    if (waits.arms().has(RemedyPlan.AS_IS)) {
      answers.add(
          new StudyAnswer(
              "How long does an answer take under " + load + "?",
              beside(waits.arms(), true),
              "p50 of each fork, medians (least to greatest): " + waits.spreads()));
    }
    answers.addAll(sights.answers(step, load));
    return answers;
  }

  /** The other arms compared with the unchanged program, each with its verdict. */
  private String beside(ArmComparison compared, boolean lowIsGood) {
    List<String> others =
        figures.arms().stream()
            .filter(arm -> !arm.equals(RemedyPlan.AS_IS) && compared.has(arm))
            .map(arm -> arm + " " + verdict(compared.ratio(arm, RemedyPlan.AS_IS), lowIsGood))
            .toList();
    return others.isEmpty()
        ? "nothing to compare: no fork of another arm counts"
        : "beside " + RemedyPlan.AS_IS + ": " + String.join("; ", others);
  }

  private static String verdict(ArmComparison.Shift ratio, boolean lowIsGood) {
    if (!ratio.isBounded()) {
      return "undecided, by medians "
          + Numbers.times(ratio.estimate())
          + " (4 forks of each arm are needed)";
    }
    String word =
        !ratio.isApart(ArmComparison.MARGIN)
            ? ratio.isAlike(ArmComparison.MARGIN) ? "same" : "undecided"
            : ratio.low() > 1 == lowIsGood ? "worse" : "better";
    return word + ", " + ComparisonText.times(ratio);
  }

  /** Whether the agent had its effect, as observed from outside. */
  private Optional<StudyAnswer> landed() {
    List<StudyRemedy> steered = new ArrayList<>();
    for (String arm : figures.arms()) {
      for (StudyPoint point : figures.points(arm)) {
        StudyRemedy remedy = point.remedy();
        if (remedy != null && remedy.wantedOffset() != null) {
          steered.add(remedy);
        }
      }
    }
    if (steered.isEmpty()) {
      return Optional.empty();
    }
    List<StudyRemedy> missed = steered.stream().filter(one -> !isLanded(one)).toList();
    return Optional.of(
        new StudyAnswer(
            "Did the class land where it was steered to?",
            (steered.size() - missed.size())
                + " of "
                + steered.size()
                + " forks have it at "
                + steered.getFirst().wantedOffset()
                + " bytes into a cache line, as read from outside"
                + (missed.isEmpty()
                    ? ""
                    : "; not so: "
                        + missed.stream()
                            .map(RemedyAnswers::place)
                            .collect(Collectors.joining(", "))),
            className()
                + "the agent says: "
                + steered.stream()
                    .map(one -> String.valueOf(one.told()))
                    .distinct()
                    .limit(MOST_FINDINGS)
                    .collect(Collectors.joining("; "))));
  }

  /** The steered class of a command, from its agent's option. */
  private String className() {
    return figures.study().arms().stream()
        .flatMap(arm -> RemedyCommand.steeredClass(arm.command()).stream())
        .findFirst()
        .map(name -> "class " + name + "; ")
        .orElse("");
  }

  private static boolean isLanded(StudyRemedy one) {
    Integer wanted = one.wantedOffset();
    return wanted != null && wanted.equals(one.lineOffset());
  }

  private static String place(StudyRemedy one) {
    return one.lineOffset() == null
        ? "at a place that could not be read"
        : "at " + one.lineOffset();
  }

  /** An older record lacks it, and its stored answer remains. */
  private Optional<StudyAnswer> leftOut() {
    List<StudyDesign.LeftOut> missing = figures.study().leftOut();
    if (missing == null) {
      return figures.study().verdict().stream()
          .filter(answer -> answer.question().equals(LEFT_OUT))
          .findFirst();
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StudyAnswer(
                LEFT_OUT,
                missing.stream()
                    .map(one -> one.arm() + ": " + one.reason())
                    .collect(Collectors.joining("; ")),
                "played: " + String.join(", ", figures.arms())));
  }
}
