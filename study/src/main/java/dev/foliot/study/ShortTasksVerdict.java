package dev.foliot.study;

import dev.foliot.service.Jdk;
import dev.foliot.store.StudyAnswer;
import dev.foliot.store.StudyPoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What short-tasks answers. Pure. */
final class ShortTasksVerdict {
  private static final double MARGIN = 0.05;

  private final StudyPlan plan;
  private final PointFigures points;

  private ShortTasksVerdict(StudyPlan plan, PointFigures points) {
    this.plan = plan;
    this.points = points;
  }

  /** Loads that differ by the length of their tasks only. */
  private record Row(StudyApp app, @Nullable Integer cpus, List<Integer> steps) {
    String name() {
      return app.label() + (cpus == null ? "" : " on " + StepWords.cpus(cpus));
    }
  }

  static List<StudyAnswer> of(StudyPlan plan, List<StudyPoint> points) {
    PointFigures counting = new PointFigures(points);
    if (counting.isEmpty()) {
      return List.of(
          new StudyAnswer("Which arm does most?", "nothing is known: no fork counts", "no forks"));
    }
    return new ShortTasksVerdict(plan, counting).answers();
  }

  private List<StudyAnswer> answers() {
    List<StudyAnswer> answers = new ArrayList<>();
    for (Row row : rows()) {
      add(
          answers,
          row,
          row.name() + ": which arm does most?",
          StudyPoint::throughputPerS,
          false,
          ShortTasksVerdict::perS);
    }
    for (Row row : rows()) {
      add(
          answers,
          row,
          row.name() + ": how much CPU does a task take?",
          PointFigures.measure("cpu_us_per_task"),
          true,
          WaitAnswers::us);
    }
    jdks().ifPresent(answers::add);
    answers.addAll(new WaitAnswers(plan, points).all());
    return answers;
  }

  private List<Row> rows() {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (int i = 0; i < plan.steps().size(); i++) {
      StepPlan step = plan.steps().get(i);
      Row row = new Row(step.app(), step.cpus(), new ArrayList<>());
      rows.computeIfAbsent(row.name(), name -> row).steps.add(i);
    }
    return List.copyOf(rows.values());
  }

  private void add(
      List<StudyAnswer> answers,
      Row row,
      String question,
      Function<StudyPoint, @Nullable Double> figure,
      boolean lowIsGood,
      DoubleFunction<String> shown) {
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int step : row.steps) {
      ArmFigures figures = points.at(step, figure, lowIsGood, shown);
      if (!figures.isEmpty()) {
        answer.add(task(step) + ": " + new ArmRanking(figures, MARGIN, shown));
        evidence.add(task(step) + ": " + figures.spreads());
      }
    }
    if (!answer.isEmpty()) {
      answers.add(
          new StudyAnswer(
              question,
              String.join(" | ", answer),
              "medians (least to greatest): " + String.join(" | ", evidence)));
    }
  }

  private String task(int step) {
    StepPlan load = plan.steps().get(step);
    Long taskNs = load.taskNs();
    return taskNs == null ? load.name() : StepWords.task(taskNs);
  }

  /** All in which an arm may differ but its JDK. */
  private record AllButJdk(String strategy, List<String> jvmArgs, ArmBounds bounds) {
    static AllButJdk of(ArmPlan arm) {
      return new AllButJdk(strategyOf(arm), arm.jvmArgs(), arm.bounds());
    }
  }

  /** Arms that differ in their JDK alone, the first one first. */
  private List<List<ArmPlan>> pairs() {
    Map<AllButJdk, List<ArmPlan>> alike = new LinkedHashMap<>();
    for (ArmPlan arm : plan.arms()) {
      List<ArmPlan> arms = alike.computeIfAbsent(AllButJdk.of(arm), key -> new ArrayList<>());
      if (arms.stream().noneMatch(one -> one.jdk().home().equals(arm.jdk().home()))) {
        arms.add(arm);
      }
    }
    return alike.values().stream().filter(arms -> arms.size() > 1).toList();
  }

  private Optional<StudyAnswer> jdks() {
    List<String> apart = new ArrayList<>();
    List<String> all = new ArrayList<>();
    int undecided = 0;
    for (List<ArmPlan> arms : pairs()) {
      ArmPlan base = arms.getFirst();
      for (ArmPlan arm : arms.subList(1, arms.size())) {
        for (int step : IntStream.range(0, plan.steps().size()).toArray()) {
          ArmFigures figures =
              points.at(step, StudyPoint::throughputPerS, false, ShortTasksVerdict::perS);
          if (figures.ranked().containsAll(List.of(arm.name(), base.name()))) {
            ArmFigures.Shift ratio = figures.ratio(arm.name(), base.name());
            String words = beside(arm, base, plan.steps().get(step).name(), ratio);
            all.add(words);
            if (ratio.isApartFrom(1, MARGIN)) {
              apart.add(words);
            } else if (!ratio.isBounded()) {
              undecided++;
            }
          }
        }
      }
    }
    if (all.isEmpty()) {
      return Optional.empty();
    }
    String answer =
        undecided == all.size()
            ? "undecided, too few forks (4 of each arm are needed)"
            : apart.isEmpty()
                ? "no arm differs by more than 5 % with confidence, under any load"
                : String.join("; ", apart);
    return Optional.of(
        new StudyAnswer(
            "Does the JDK make a difference?",
            answer,
            all.size()
                + " comparisons, each with 95 % for itself, so that about "
                + Math.round(all.size() * 0.05)
                + " may be wrong by chance; arms with platform threads are the control: "
                + String.join(" | ", all)));
  }

  /** By strategy and version, where these tell the two from all others; else by their names. */
  private String beside(ArmPlan arm, ArmPlan base, String load, ArmFigures.Shift ratio) {
    List<ArmPlan> alike =
        plan.arms().stream().filter(one -> strategyOf(one).equals(strategyOf(arm))).toList();
    boolean isEnough =
        alike.stream().map(one -> one.jdk().version()).distinct().count() == alike.size();
    return (isEnough ? strategyOf(arm) + ", " : "")
        + load
        + ": "
        + (isEnough ? version(arm.jdk()) : arm.name())
        + " does "
        + ArmRanking.times(ratio)
        + " what "
        + (isEnough ? version(base.jdk()) : base.name())
        + " does";
  }

  private static String strategyOf(ArmPlan arm) {
    return Objects.requireNonNull(arm.strategy(), "a command").text();
  }

  private static String version(Jdk jdk) {
    return "JDK " + jdk.version();
  }

  private static String perS(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f/s" : "%,.0f/s", value);
  }
}
