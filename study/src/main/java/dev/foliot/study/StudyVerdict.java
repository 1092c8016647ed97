package dev.foliot.study;

import dev.foliot.load.Traffic;
import dev.foliot.store.StudyAnswer;
import dev.foliot.store.StudyCourse;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a study's points answer, in words with their intervals. INVALID points do not count. Pure.
 */
final class StudyVerdict {
  /** Differences below this matter to nobody. */
  private static final double MARGIN = 0.05;

  private static final double SHARE = 0.95;

  private final StudyPlan plan;
  private final List<StudyPoint> all;
  private final List<StudyPoint> points;
  private final Map<Integer, StudyCourse> courses;

  private StudyVerdict(StudyPlan plan, List<StudyPoint> points, Map<Integer, StudyCourse> courses) {
    this.plan = plan;
    this.all = points;
    this.points =
        points.stream().filter(point -> point.validity().verdict() != Verdict.INVALID).toList();
    this.courses = courses;
  }

  /**
   * The answers, the one that the study is there for first.
   *
   * @param courses the forks against time, by their numbers
   */
  static List<StudyAnswer> of(
      StudyPlan plan, List<StudyPoint> points, Map<Integer, StudyCourse> courses) {
    StudyVerdict verdict = new StudyVerdict(plan, points, courses);
    List<StudyAnswer> answers = new ArrayList<>(verdict.own());
    CountedForks.of(plan, points).ifPresent(answers::add);
    boolean loadsAService =
        plan.study() == StudyName.THROUGHPUT || plan.study() == StudyName.RAMP_UP;
    if (loadsAService && plan.measures().memory()) {
      answers.addAll(MemoryVerdict.at(verdict.highest(), plan, verdict.points));
    }
    return answers;
  }

  /** What the study is there for. */
  private List<StudyAnswer> own() {
    return switch (plan.study()) {
      case RAMP_UP -> rampUp();
      case THROUGHPUT -> throughput();
      case MEMORY -> MemoryVerdict.of(plan, points);
      case SHORT_TASKS -> ShortTasksVerdict.of(plan, points);
      case SCALING -> ScalingVerdict.of(plan, points);
      case SHARING_LOTTERY -> LotteryVerdict.of(plan, points);
      case REMEDY -> RemedyVerdict.of(plan, all);
    };
  }

  private List<StudyAnswer> rampUp() {
    ArmFigures peaks = figures(0, measure("peak_per_s"), false, StudyVerdict::perS);
    String ownQuestion = "How long does each arm take to 95 % of its own peak?";
    if (peaks.isEmpty()) {
      return List.of(new StudyAnswer(ownQuestion, "nothing is known: no fork counts", "no forks"));
    }
    ArmFigures own = figures(0, measure("time_to_95_s"), true, StudyVerdict::seconds);
    return List.of(
        first(peaks),
        new StudyAnswer(
            ownQuestion,
            own.isEmpty() ? "no arm reached it" : own.medians(),
            "medians (least to greatest): " + own.spreads()),
        new StudyAnswer(
            "Whose peak is the highest?",
            peaks.best(MARGIN),
            "medians (least to greatest): " + peaks.spreads()));
  }

  /** The time to one's own peak flatters an arm whose peak is low, so all are held to the best. */
  private StudyAnswer first(ArmFigures peaks) {
    double level = SHARE * peaks.median(peaks.ranked().getFirst());
    Map<String, List<Double>> times = new LinkedHashMap<>();
    List<String> slow = new ArrayList<>();
    for (ArmPlan arm : plan.arms()) {
      List<OptionalDouble> all =
          points.stream()
              .filter(point -> point.arm().equals(arm.name()))
              .map(point -> ramp(point).secondsTo(level))
              .toList();
      if (all.stream().allMatch(OptionalDouble::isPresent)) {
        times.put(arm.name(), all.stream().map(OptionalDouble::getAsDouble).toList());
      } else {
        long there = all.stream().filter(OptionalDouble::isPresent).count();
        slow.add(
            there == 0
                ? arm.name() + " never gets there"
                : arm.name() + " gets there in " + there + " of " + all.size() + " forks");
      }
    }
    ArmFigures figures = new ArmFigures(times, true, StudyVerdict::seconds);
    List<String> sentences = new ArrayList<>(sentences(figures));
    sentences.addAll(slow);
    return new StudyAnswer(
        "Who is first at 95 % of the highest peak?",
        String.join("; ", sentences),
        "the level is "
            + perS(level)
            + "; medians (least to greatest): "
            + (figures.isEmpty() ? "none" : figures.spreads()));
  }

  private static List<String> sentences(ArmFigures figures) {
    List<String> ranked = figures.ranked();
    List<String> sentences = new ArrayList<>();
    if (ranked.isEmpty()) {
      sentences.add("no arm gets there in all its forks");
      return sentences;
    }
    String first = ranked.getFirst();
    sentences.add(first + " after " + seconds(figures.median(first)));
    for (String arm : ranked.subList(1, ranked.size())) {
      ArmFigures.Shift later = figures.difference(arm, first);
      String by =
          String.format(
              Locale.ROOT, "%.1f s (%.1f to %.1f)", later.estimate(), later.low(), later.high());
      sentences.add(
          arm
              + " after "
              + seconds(figures.median(arm))
              + (!later.isBounded()
                  ? ", undecided whether later: too few forks (4 of each arm are needed)"
                  : later.isApartFrom(0, 0)
                      ? ", later by " + by
                      : ", not told apart: later by " + by));
    }
    return sentences;
  }

  private Ramp ramp(StudyPoint point) {
    StepPlan step = plan.steps().get(point.step());
    StudyCourse course = courses.getOrDefault(point.fork(), StudyCourse.NONE);
    return Ramp.of(course.intervals(), step.durationNs(), step.delayNs());
  }

  private List<StudyAnswer> throughput() {
    int top = highest();
    ArmFigures most = figures(top, StudyPoint::throughputPerS, false, StudyVerdict::perS);
    String question = "Which arm answers most?";
    if (most.isEmpty()) {
      return List.of(new StudyAnswer(question, "nothing is known: no fork counts", "no forks"));
    }
    String at = plan.steps().get(top).name();
    ArmFigures perCpu = figures(top, measure("per_cpu_s"), false, StudyVerdict::perCpuS);
    List<StudyAnswer> answers = new ArrayList<>();
    answers.add(parting());
    answers.add(
        new StudyAnswer(
            question,
            "at " + at + ", where throughput is highest: " + most.best(MARGIN),
            "medians (least to greatest): " + most.spreads()));
    if (!perCpu.isEmpty()) {
      answers.add(
          new StudyAnswer(
              "How many transactions does a CPU-second of the service give?",
              "at " + at + ": " + perCpu.best(MARGIN),
              "medians (least to greatest): " + perCpu.spreads()));
    }
    return answers;
  }

  /** The step at which the best arm answers most. */
  private int highest() {
    int top = 0;
    double most = 0;
    for (int step = 0; step < plan.steps().size(); step++) {
      ArmFigures here = figures(step, StudyPoint::throughputPerS, false, StudyVerdict::perS);
      double best = here.isEmpty() ? 0 : here.median(here.ranked().getFirst());
      if (best > most) {
        most = best;
        top = step;
      }
    }
    return top;
  }

  private StudyAnswer parting() {
    String question = "At which load do the arms part?";
    List<String> evidence = new ArrayList<>();
    String answer = null;
    for (int step : ascending()) {
      ArmFigures here = figures(step, StudyPoint::throughputPerS, false, StudyVerdict::perS);
      if (!here.isEmpty()) {
        String name = plan.steps().get(step).name();
        evidence.add(name + ": " + here.spreads());
        List<String> ranked = here.ranked();
        List<String> apart =
            ranked.stream()
                .skip(1)
                .filter(arm -> here.ratio(arm, ranked.getFirst()).isApartFrom(1, MARGIN))
                .toList();
        if (answer == null && !apart.isEmpty()) {
          // of what is beyond it nothing is said: arms that part may meet again
          answer = "first at " + name + ": " + here.best(MARGIN);
        }
      }
    }
    return new StudyAnswer(
        question,
        answer == null
            ? "at none that was tried, as far as these forks can tell (4 of each arm and load are"
                + " needed to tell)"
            : answer,
        String.join(" | ", evidence));
  }

  /** The loads as the page has them: the least first; as the plan has them if of two kinds. */
  private List<Integer> ascending() {
    List<Traffic> loads = plan.steps().stream().map(StepPlan::traffic).toList();
    List<Integer> order = IntStream.range(0, loads.size()).boxed().toList();
    return loads.stream().map(Object::getClass).distinct().count() > 1
        ? order
        : order.stream()
            .sorted(Comparator.comparingDouble((Integer step) -> size(loads.get(step))))
            .toList();
  }

  private static double size(Traffic load) {
    return switch (load) {
      case Traffic.Closed closed -> closed.clients();
      case Traffic.Open open -> open.rate().perSecond();
      case Traffic.Idle _ -> 0;
    };
  }

  private static Function<StudyPoint, @Nullable Double> measure(String name) {
    return point -> point.measures().get(name);
  }

  private ArmFigures figures(
      int step,
      Function<StudyPoint, @Nullable Double> figure,
      boolean lowIsGood,
      DoubleFunction<String> shown) {
    Map<String, List<Double>> values = new LinkedHashMap<>();
    for (StudyPoint point : points) {
      Double value = figure.apply(point);
      if (point.step() == step && value != null) {
        values.computeIfAbsent(point.arm(), arm -> new ArrayList<>()).add(value);
      }
    }
    return new ArmFigures(values, lowIsGood, shown);
  }

  private static String perS(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f/s" : "%,.0f/s", value);
  }

  private static String perCpuS(double value) {
    return String.format(Locale.ROOT, "%,.0f per CPU-second", value);
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.1f s", value);
  }
}
