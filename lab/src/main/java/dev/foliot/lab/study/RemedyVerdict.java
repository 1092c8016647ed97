package dev.foliot.lab.study;

import dev.foliot.store.StudyAnswer;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.StudyRemedy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the study of remedies answers, for each load: what a remedy gives, what a type check costs
 * then, what {@code diagnose} sees before and after, and what is next. The words are those of
 * {@code foliot compare}: better, worse, same, undecided. Pure.
 */
final class RemedyVerdict {
  /** Differences below this matter to nobody. */
  private static final double MARGIN = 0.05;

  private static final double M = 1e6;
  private static final int MOST_FINDINGS = 3;

  private final StudyPlan plan;
  private final PointFigures points;

  private RemedyVerdict(StudyPlan plan, List<StudyPoint> points) {
    this.plan = plan;
    this.points = new PointFigures(points);
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
    ArmFigures perS =
        points.at(step, StudyPoint::throughputPerS, false, RemedyVerdict::millionsPerS);
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
            "type checks of both threads, medians (least to greatest): " + perS.spreads()));
    ArmFigures cpu =
        points.at(step, PointFigures.measure(RemedyReading.CPU_NS_PER_OP), true, RemedyVerdict::ns);
    if (cpu.has(RemedyPlan.AS_IS)) {
      answers.add(
          new StudyAnswer(
              "What CPU time does a type check take under " + load + "?",
              beside(cpu, true),
              "of both threads, medians (least to greatest): " + cpu.spreads()));
    }
    answers.addAll(seen(step, load));
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

  /** What diagnose saw of each arm; nothing where it could look at none. */
  private List<StudyAnswer> seen(int step, String load) {
    List<String> sights = new ArrayList<>();
    List<String> headlines = new ArrayList<>();
    for (ArmPlan arm : plan.arms()) {
      looked(arm.name(), step)
          .ifPresent(remedy -> {
            sights.add(arm.name() + ": " + sight(remedy));
            headlines.add(arm.name() + ": " + remedy.headline());
          });
    }
    Optional<StudyRemedy> before = looked(RemedyPlan.AS_IS, step);
    if (sights.isEmpty() || before.isEmpty()) {
      return List.of();
    }
    return List.of(
        new StudyAnswer(
            "What does diagnose see under " + load + "?",
            String.join("; ", sights),
            "of one fork of each arm, before it is measured: " + String.join("; ", headlines)),
        next(step, load, before.get()));
  }

  private Optional<StudyRemedy> looked(String arm, int step) {
    for (StudyPoint point : points.of(arm)) {
      StudyRemedy remedy = point.remedy();
      if (point.step() == step && remedy != null && remedy.headline() != null) {
        return Optional.of(remedy);
      }
    }
    return Optional.empty();
  }

  private static String sight(StudyRemedy remedy) {
    if (remedy.findings().isEmpty()) {
      return "nothing";
    }
    int more = remedy.findings().size() - MOST_FINDINGS;
    return remedy.findings().stream()
            .limit(MOST_FINDINGS)
            .map(RemedyVerdict::named)
            .collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static String named(StudyRemedy.Seen one) {
    return one.title() + " of " + one.subject() + " (" + one.severity().words() + ")";
  }

  /** One bottleneck hides behind another: what is the largest once the first is gone? */
  private StudyAnswer next(int step, String load, StudyRemedy before) {
    String question = "Which bottleneck is next under " + load + "?";
    if (before.findings().isEmpty()) {
      return new StudyAnswer(
          question,
          "not known: nothing was found in the program as it is",
          String.valueOf(before.headline()));
    }
    StudyRemedy.Seen first = before.findings().getFirst();
    List<String> after = new ArrayList<>();
    for (ArmPlan arm : plan.arms()) {
      if (!arm.name().equals(RemedyPlan.AS_IS)) {
        looked(arm.name(), step).ifPresent(remedy -> after.add(arm.name() + after(first, remedy)));
      }
    }
    return new StudyAnswer(
        question,
        after.isEmpty() ? "not known: diagnose looked at no remedy" : String.join("; ", after),
        "the largest finding as it is: " + named(first) + ", " + first.severityReason());
  }

  private static String after(StudyRemedy.Seen first, StudyRemedy remedy) {
    boolean isStill =
        remedy.findings().stream()
            .anyMatch(
                one -> one.title().equals(first.title()) && one.subject().equals(first.subject()));
    if (isStill) {
      return " leaves " + first.title() + " of " + first.subject();
    }
    return remedy.findings().isEmpty()
        ? " ends it, and nothing else is found behind it"
        : " ends it, and behind it is " + named(remedy.findings().getFirst());
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
            "the agent says: "
                + steered.stream()
                    .map(one -> String.valueOf(one.told()))
                    .distinct()
                    .limit(MOST_FINDINGS)
                    .collect(Collectors.joining("; "))));
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
      return "the agent foliot-steer is not beside Foliot, build it again";
    }
    boolean hasNewer =
        plan.arms().stream().anyMatch(one -> one.name().equals(RemedyPlan.NEWER_JDK));
    return hasNewer
        ? "not in the shortest form, leave --shortest out"
        : "the newer JDK is older than 23, name one that is not with a second --jdk";
  }

  private static String millionsPerS(double perS) {
    return String.format(Locale.ROOT, "%,.1f M/s", perS / M);
  }

  private static String ns(double ns) {
    return String.format(Locale.ROOT, "%.2f ns", ns);
  }
}
