package dev.foliot.study;

import dev.foliot.store.StudyAnswer;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.StudyRemedy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the study of remedies answers, for each load: what a remedy gives, what a type check costs
 * then, what {@code diagnose} sees before and after, and what is next. The words are those of
 * {@code foliot compare}: better, worse, same, undecided. Pure.
 */
final class RemedyVerdict {
  /** Differences below this matter to nobody. */
  private static final double MARGIN = 0.05;

  private static final int MOST_FINDINGS = 3;

  private final StudyPlan plan;
  private final RemedyUnit unit;
  private final PointFigures points;
  private final RemedySights sights;

  private RemedyVerdict(StudyPlan plan, List<StudyPoint> points) {
    this.plan = plan;
    this.unit = RemedyUnit.of(plan);
    this.points = new PointFigures(points);
    this.sights = new RemedySights(plan.arms().stream().map(ArmPlan::name).toList(), points);
  }

  static List<StudyAnswer> of(StudyPlan plan, List<StudyPoint> points) {
    RemedyVerdict verdict = new RemedyVerdict(plan, points);
    List<StudyAnswer> answers = new ArrayList<>();
    for (int step = 0; step < plan.steps().size(); step++) {
      answers.addAll(verdict.under(step));
    }
    verdict.landed().ifPresent(answers::add);
    verdict.leftOut().ifPresent(answers::add);
    return answers;
  }

  private List<StudyAnswer> under(int step) {
    String load = plan.steps().get(step).name();
    String question = "What does each remedy give under " + load + "?";
    ArmFigures perS = points.at(step, StudyPoint::throughputPerS, false, unit::perS);
    if (!perS.has(RemedyPlan.AS_IS)) {
      return List.of(
          new StudyAnswer(
              question,
              "nothing is known: no fork of " + RemedyPlan.AS_IS + " counts",
              perS.isEmpty() ? "no forks" : perS.spreads()));
    }
    List<StudyAnswer> answers = new ArrayList<>();
    answers.add(
        new StudyAnswer(
            question,
            beside(perS, false),
            unit.counted() + ", medians (least to greatest): " + perS.spreads()));
    ArmFigures cpu =
        points.at(step, PointFigures.measure(RemedyReading.CPU_NS_PER_OP), true, RemedyUnit::time);
    if (cpu.has(RemedyPlan.AS_IS)) {
      answers.add(
          new StudyAnswer(
              "What CPU time does " + unit.one() + " take under " + load + "?",
              beside(cpu, true),
              unit.cpuOf() + ", medians (least to greatest): " + cpu.spreads()));
    }
    ArmFigures waits = points.at(step, RemedyVerdict::medianWaitNs, true, RemedyUnit::time);
    if (waits.has(RemedyPlan.AS_IS)) {
      answers.add(
          new StudyAnswer(
              "How long does an answer take under " + load + "?",
              beside(waits, true),
              "p50 of each fork, medians (least to greatest): " + waits.spreads()));
    }
    answers.addAll(sights.answers(step, load));
    return answers;
  }

  /** The other arms beside the program as it is, each with its verdict. */
  private String beside(ArmFigures figures, boolean lowIsGood) {
    List<String> others =
        plan.arms().stream()
            .map(ArmPlan::name)
            .filter(arm -> !arm.equals(RemedyPlan.AS_IS) && figures.has(arm))
            .map(arm -> arm + " " + verdict(figures.ratio(arm, RemedyPlan.AS_IS), lowIsGood))
            .toList();
    return others.isEmpty()
        ? "nothing to compare: no fork of another arm counts"
        : "beside " + RemedyPlan.AS_IS + ": " + String.join("; ", others);
  }

  private static String verdict(ArmFigures.Shift ratio, boolean lowIsGood) {
    if (!ratio.isBounded()) {
      return String.format(
          Locale.ROOT,
          "undecided, by medians %.2f times (4 forks of each arm are needed)",
          ratio.estimate());
    }
    String word =
        !ratio.isApartFrom(1, MARGIN)
            ? ratio.low() >= 1 - MARGIN && ratio.high() <= 1 + MARGIN ? "same" : "undecided"
            : ratio.low() > 1 == lowIsGood ? "worse" : "better";
    return word + ", " + ArmRanking.times(ratio);
  }

  private static @Nullable Double medianWaitNs(StudyPoint point) {
    Long p50 = point.response().p50();
    return p50 == null ? null : (Double) p50.doubleValue();
  }

  /** Whether the agent did what it was to do, as seen from outside. */
  private Optional<StudyAnswer> landed() {
    List<StudyRemedy> steered = new ArrayList<>();
    for (ArmPlan arm : plan.arms()) {
      for (StudyPoint point : points.of(arm.name())) {
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
                            .map(RemedyVerdict::place)
                            .collect(Collectors.joining(", "))),
            className()
                + "the agent says: "
                + steered.stream()
                    .map(one -> String.valueOf(one.told()))
                    .distinct()
                    .limit(MOST_FINDINGS)
                    .collect(Collectors.joining("; "))));
  }

  /** Of a command, the class that was steered. */
  private String className() {
    return plan.arms().stream()
        .map(ArmPlan::start)
        .filter(ArmStart.Command.class::isInstance)
        .map(start -> ((ArmStart.Command) start).remedy().flatMap(CommandRemedy::className))
        .flatMap(Optional::stream)
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
    List<String> there = plan.arms().stream().map(ArmPlan::name).toList();
    List<String> missing =
        RemedyPlan.ALL.stream()
            .filter(arm -> !there.contains(arm))
            .map(arm -> arm + ": " + why(arm))
            .toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StudyAnswer(
                "Which remedies were left out?",
                String.join("; ", missing),
                "played: " + String.join(", ", there)));
  }

  private String why(String arm) {
    if (arm.equals(RemedyPlan.STEERED)) {
      return SteerAgent.on(plan.apps()).isEmpty()
          ? "the agent foliot-steer is not beside Foliot, build it again"
          : "diagnose named no class in the program as it is, name one with --class";
    }
    return arm.equals(RemedyPlan.NEWER_JDK) && unit.isOwn()
        ? "no newer JDK is named, name one with a second --jdk"
        : "the newer JDK is older than 23, name one that is not with a second --jdk";
  }
}
