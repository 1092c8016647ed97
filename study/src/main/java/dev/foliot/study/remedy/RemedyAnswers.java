package dev.foliot.study.remedy;

import dev.foliot.judgement.answer.FigureList;
import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyDesign;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/**
 * What the study of remedies answers, for each load: what a remedy gives, how much CPU time a type
 * check needs then, what {@code diagnose} reports before and after, and what is next. The words are
 * those of {@code foliot compare}. Pure.
 */
final class RemedyAnswers {
  private static final int MOST_FINDINGS = 3;

  private static final String LEFT_OUT = "Which remedies were left out?";

  private static final String LANDED = "Is the class where it was steered to?";

  private final StudyFigures figures;
  private final RemedyUnit unit;
  private final DiagnosisAnswers sights;

  private RemedyAnswers(StudyFigures figures) {
    this.figures = figures;
    this.unit = RemedyUnit.of(figures.step(0));
    this.sights = new DiagnosisAnswers(figures);
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
    Basis basis = Basis.of(figures, step, Metric.THROUGHPUT);
    ComparisonText perS = text(figures.at(step, Metric.THROUGHPUT), unit::perS);
    if (!perS.arms().has(RemedyPlan.AS_IS)) {
      String answer = "Nothing is known: " + RemedyPlan.AS_IS + " has no valid fork.";
      return List.of(
          basis.answer(
              question,
              answer,
              List.of(answer),
              perS.arms().isEmpty() ? "no forks" : perS.spreads()));
    }
    List<StudyAnswer> answers = new ArrayList<>();
    answers.add(
        basis.answer(
            question,
            headline(perS.arms(), false),
            beside(perS.arms(), false),
            unit.counted() + ", medians (least to greatest): " + perS.spreads()));
    ComparisonText cpu = text(figures.at(step, Metric.CPU_PER_OPERATION), Numbers::duration);
    if (cpu.arms().has(RemedyPlan.AS_IS)) {
      answers.add(
          Basis.of(figures, step, Metric.CPU_PER_OPERATION)
              .answer(
                  "How much CPU time does " + unit.one() + " need under " + load + "?",
                  headline(cpu.arms(), true),
                  beside(cpu.arms(), true),
                  unit.cpuOf() + ", medians (least to greatest): " + cpu.spreads()));
    }
    ComparisonText waits = text(figures.at(step, Metric.RESPONSE_P50), Numbers::duration);
    if (waits.arms().has(RemedyPlan.AS_IS)) {
      answers.add(
          Basis.of(figures, step, Metric.RESPONSE_P50)
              .answer(
                  "How long does an answer take under " + load + "?",
                  headline(waits.arms(), true),
                  beside(waits.arms(), true),
                  "p50 of each fork, medians (least to greatest): " + waits.spreads()));
    }
    answers.addAll(sights.answers(step, load));
    return answers;
  }

  private static ComparisonText text(ArmComparison arms, DoubleFunction<String> shown) {
    return new ComparisonText(arms, shown, ComparisonText.Claim.TASKS, ArmNames.NONE);
  }

  /** The remedy with the best figure, and whether it is better with confidence. */
  private Headline headline(ArmComparison compared, boolean lowIsGood) {
    List<String> others = others(compared);
    if (others.isEmpty()) {
      return Headline.of(NO_OTHERS);
    }
    Comparator<String> byRatio =
        Comparator.comparingDouble(arm -> compared.ratio(arm, RemedyPlan.AS_IS).estimate());
    String best = others.stream().min(lowIsGood ? byRatio : byRatio.reversed()).orElseThrow();
    ArmComparison.Shift ratio = compared.ratio(best, RemedyPlan.AS_IS);
    FigureList all = new FigureList();
    if (others.stream().noneMatch(arm -> compared.ratio(arm, RemedyPlan.AS_IS).isBounded())) {
      return Headline.of(seen(compared, others, all) + " " + ComparisonText.tooFewForks(), all);
    }
    String shown = Numbers.times(ratio.estimate());
    String times =
        best
            + " ("
            + all.add(ComparisonText.figure("ratio of " + best, "ratio", ratio, shown))
            + " as-is)";
    return Headline.of(
        !ratio.isBounded()
            ? seen(compared, List.of(best), new FigureList()) + " " + ComparisonText.tooFewForks()
            : ratio.isApart(ArmComparison.MARGIN) && ratio.low() > 1 != lowIsGood
                ? "The best is " + times + "."
                : "No remedy is better than as-is; the best median is that of " + times + ".",
        all);
  }

  /** {@code By the medians: steered 1.20 times and newer-jdk 4.79 times as-is.} */
  private static String seen(ArmComparison compared, List<String> arms, FigureList all) {
    return "By the medians: "
        + Numbers.and(
            arms.stream()
                .map(arm -> {
                  ArmComparison.Shift ratio = compared.ratio(arm, RemedyPlan.AS_IS);
                  return arm
                      + " "
                      + all.add(
                          ComparisonText.figure(
                              "ratio of " + arm, "ratio", ratio, Numbers.times(ratio.estimate())));
                })
                .toList())
        + " "
        + RemedyPlan.AS_IS
        + ".";
  }

  private static final String NO_OTHERS = "Nothing to compare: no other arm has a valid fork.";

  private List<String> others(ArmComparison compared) {
    return figures.arms().stream()
        .filter(arm -> !arm.equals(RemedyPlan.AS_IS) && compared.has(arm))
        .toList();
  }

  /** The other arms compared with the unchanged program, each with its verdict. */
  private List<String> beside(ArmComparison compared, boolean lowIsGood) {
    List<String> sentences =
        new ArrayList<>(
            others(compared).stream()
                .map(arm -> arm + verdict(compared.ratio(arm, RemedyPlan.AS_IS), lowIsGood) + ".")
                .toList());
    if (sentences.isEmpty()) {
      sentences.add(NO_OTHERS);
    } else if (others(compared).stream()
        .anyMatch(arm -> !compared.ratio(arm, RemedyPlan.AS_IS).isBounded())) {
      sentences.add(ComparisonText.tooFewForks());
    }
    return sentences;
  }

  private static String verdict(ArmComparison.Shift ratio, boolean lowIsGood) {
    String times = ComparisonText.times(ratio, RemedyPlan.AS_IS);
    if (!ratio.isBounded()) {
      return ": " + times + " by the medians";
    }
    String word =
        !ratio.isApart(ArmComparison.MARGIN)
            ? ratio.isAlike(ArmComparison.MARGIN) ? "the same" : "inconclusive"
            : ratio.low() > 1 == lowIsGood ? "worse" : "better";
    return " is " + word + ": " + times;
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
    String headline =
        (steered.size() - missed.size())
            + " of "
            + steered.size()
            + " forks have the class at "
            + steered.getFirst().wantedOffset()
            + " bytes into a cache line, as read from outside.";
    return Optional.of(
        new StudyAnswer(
            LANDED,
            headline,
            headline
                + (missed.isEmpty()
                    ? ""
                    : " The others: "
                        + missed.stream()
                            .map(RemedyAnswers::place)
                            .collect(Collectors.joining(", "))
                        + "."),
            className()
                + "the agent says: "
                + steered.stream()
                    .map(one -> String.valueOf(one.told()))
                    .distinct()
                    .limit(MOST_FINDINGS)
                    .collect(Collectors.joining("; ")),
            Basis.ofAll(figures, Metric.THROUGHPUT).validity().verdict(),
            steered.size(),
            List.of()));
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

  private Optional<StudyAnswer> leftOut() {
    List<StudyDesign.LeftOut> missing = figures.study().leftOut();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    String answer =
        missing.stream()
            .map(one -> one.arm() + ": " + one.reason() + ".")
            .collect(Collectors.joining(" "));
    return Optional.of(
        new StudyAnswer(
            LEFT_OUT,
            Numbers.and(missing.stream().map(StudyDesign.LeftOut::arm).toList()) + ".",
            answer,
            "measured: " + String.join(", ", figures.arms()),
            null,
            null,
            List.of()));
  }
}
