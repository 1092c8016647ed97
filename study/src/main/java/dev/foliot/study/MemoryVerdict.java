package dev.foliot.study;

import dev.foliot.store.StudyAnswer;
import dev.foliot.store.StudyMark;
import dev.foliot.store.StudyMemory;
import dev.foliot.store.StudyPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the study of memory answers. Pure. */
final class MemoryVerdict {
  /** Differences below this matter to nobody. */
  private static final double MARGIN = 0.05;

  private static final double MB = 1e6;

  /** Parts of a difference that are named. */
  private static final int MOST_PARTS = 4;

  private static final double LEAST_PART = 1 * MB;

  /** Direct buffers that nothing reaches matter from here on, and from this share of the whole. */
  private static final double LEAST_FALLEN = 5 * MB;

  private static final double LEAST_FALLEN_SHARE = 0.05;

  private final List<StudyPoint> points;

  private MemoryVerdict(int step, List<StudyPoint> points) {
    this.points = points.stream().filter(point -> point.step() == step).toList();
  }

  /**
   * The answers.
   *
   * @param points those that count
   */
  static List<StudyAnswer> of(StudyPlan plan, List<StudyPoint> points) {
    List<StudyAnswer> answers = new ArrayList<>();
    for (int step = 0; step < plan.steps().size(); step++) {
      String load = plan.steps().get(step).name();
      for (StudyAnswer answer : at(step, plan, points)) {
        answers.add(plan.steps().size() == 1 ? answer : of(load, answer));
      }
    }
    return answers;
  }

  /** The answer for one of several loads, of which each is asked the same. */
  private static StudyAnswer of(String load, StudyAnswer answer) {
    String question = answer.question();
    return new StudyAnswer(
        load + ": " + Character.toLowerCase(question.charAt(0)) + question.substring(1),
        answer.answer(),
        answer.evidence());
  }

  /**
   * The answers for a load.
   *
   * @param step its index
   * @param points those that count
   */
  static List<StudyAnswer> at(int step, StudyPlan plan, List<StudyPoint> points) {
    return new MemoryVerdict(step, points).answers(plan.steps().get(step));
  }

  /**
   * What is compared of a load whose rate changes.
   *
   * @param first its first rate
   * @param last its last one
   * @param growth what the change is
   */
  private record Rates(String first, String last, String growth) {
    /** Those of a load; null where it has one rate, or none. */
    static @Nullable Rates of(StepPlan load) {
      if (MemoryLoads.isATenthMore(load)) {
        return new Rates("L", "1.1 L", "does 10 % more load");
      }
      List<StudyMark> marks = StudyRecords.marks(load);
      if (marks.isEmpty()) {
        return null;
      }
      String first = marks.getFirst().label();
      String last = marks.getLast().label();
      return new Rates(
          "the first rate (" + first + ")",
          "the last rate (" + last + ")",
          "do the rates from " + first + " to " + last);
    }
  }

  private List<StudyAnswer> answers(StepPlan load) {
    String where = load.traffic().toString();
    ArmFigures end = figures(point -> point.measures().get(MemoryReading.RSS_END));
    String question = "Which arm has the smallest RSS at the end of the load?";
    if (end.isEmpty()) {
      return List.of(new StudyAnswer(question, "nothing is known: no fork counts", "no forks"));
    }
    List<StudyAnswer> answers = new ArrayList<>();
    ArmFigures first = figures(point -> point.measures().get(MemoryReading.RSS_FIRST));
    Rates rates = Rates.of(load);
    if (rates == null || first.isEmpty()) {
      answers.add(smallest(question, where, end));
    } else {
      String which = "Which arm has the smallest RSS at the end of ";
      answers.add(smallest(which + rates.first + "?", where, first));
      answers.add(smallest(which + rates.last + "?", where, end));
      answers.add(growth(rates));
    }
    answers.add(difference(end.ranked()));
    answers.add(unreached(end));
    return answers;
  }

  private static StudyAnswer smallest(String question, String where, ArmFigures rss) {
    String first = rss.ranked().getFirst();
    return new StudyAnswer(
        question,
        first + " with " + mb(rss.median(first)) + ": " + rss.best(MARGIN),
        "medians (least to greatest): " + rss.spreads() + "; " + where);
  }

  /** Each fork has both loads, so its own ratio is free of what its process is alone in. */
  private StudyAnswer growth(Rates rates) {
    ArmFigures growth =
        figures(
            point -> {
              Double first = point.measures().get(MemoryReading.RSS_FIRST);
              Double end = point.measures().get(MemoryReading.RSS_END);
              return first == null || end == null ? null : (Double) (100 * (end / first - 1));
            },
            MemoryVerdict::percent);
    return new StudyAnswer(
        "What " + rates.growth + " make of each arm's RSS?",
        growth.isEmpty() ? "nothing is known" : growth.medians(),
        growth.isEmpty()
            ? "no forks"
            : "end of "
                + rates.last
                + " beside end of "
                + rates.first
                + " in each fork, medians (least to greatest): "
                + growth.spreads()
                + "; the one comes after the other, so time is in it too");
  }

  private StudyAnswer difference(List<String> ranked) {
    String question = "What is the difference between the arms made of?";
    Map<String, ArmFigures> parts = new LinkedHashMap<>();
    for (String part : StudyMemory.PARTS) {
      ArmFigures figures = figures(point -> point.measures().get(StudyMemory.measure(part)));
      if (!figures.isEmpty()) {
        parts.put(part, figures);
      }
    }
    List<String> known = ranked.stream().filter(arm -> isKnown(arm, parts)).toList();
    if (known.isEmpty()) {
      return new StudyAnswer(
          question,
          "nothing is known: what memory is made of could not be read; see what is unavailable in"
              + " the points",
          "no looks");
    }
    String base = known.getFirst();
    List<String> answers = new ArrayList<>();
    for (String arm : known.subList(1, known.size())) {
      answers.add(beside(arm, base, parts));
    }
    List<String> evidence = new ArrayList<>();
    for (String arm : known) {
      evidence.add(arm + ": " + composition(arm, parts));
    }
    return new StudyAnswer(
        question,
        answers.isEmpty()
            ? "there is one arm only: " + composition(base, parts)
            : String.join("; ", answers),
        "medians right after the load, the largest part first: " + String.join(" | ", evidence));
  }

  private static boolean isKnown(String arm, Map<String, ArmFigures> parts) {
    return parts.values().stream().anyMatch(part -> part.has(arm));
  }

  /** {@code fixed:50 beside virtual: java heap +30 MB (25 to 35), thread stacks +2 MB}. */
  private static String beside(String arm, String base, Map<String, ArmFigures> parts) {
    record Part(String name, ArmFigures.Shift shift) {}
    List<Part> largest =
        parts.entrySet().stream()
            .filter(part -> part.getValue().has(arm) && part.getValue().has(base))
            .map(part -> new Part(part.getKey(), part.getValue().difference(arm, base)))
            .filter(part -> Math.abs(part.shift.estimate()) >= LEAST_PART)
            .sorted(Comparator.comparingDouble((Part part) -> -Math.abs(part.shift.estimate())))
            .limit(MOST_PARTS)
            .toList();
    if (largest.isEmpty()) {
      return arm + " beside " + base + ": no part differs by 1 MB";
    }
    return arm
        + " beside "
        + base
        + ": "
        + String.join(
            ", ",
            largest.stream().map(part -> shown(part.name) + " " + shown(part.shift)).toList());
  }

  private static String shown(ArmFigures.Shift shift) {
    String by = String.format(Locale.ROOT, "%+.1f MB", shift.estimate() / MB);
    return shift.isBounded()
        ? by
            + String.format(
                Locale.ROOT,
                " (%+.1f to %+.1f%s)",
                shift.low() / MB,
                shift.high() / MB,
                shift.isApartFrom(0, 0) ? "" : ", undecided")
        : by + " (undecided: 4 forks of each arm are needed)";
  }

  private static String composition(String arm, Map<String, ArmFigures> parts) {
    return String.join(
        ", ",
        parts.entrySet().stream()
            .filter(part -> part.getValue().has(arm))
            .sorted(
                Comparator.comparingDouble(
                    (Map.Entry<String, ArmFigures> part) -> -part.getValue().median(arm)))
            .filter(part -> part.getValue().median(arm) >= LEAST_PART / 10)
            .map(part -> shown(part.getKey()) + " " + mb(part.getValue().median(arm)))
            .toList());
  }

  private StudyAnswer unreached(ArmFigures rss) {
    String question = "Are direct buffers held by objects that nothing reaches?";
    ArmFigures direct = figures(point -> point.measures().get(MemoryReading.DIRECT_END));
    ArmFigures fell = figures(point -> point.measures().get(MemoryReading.DIRECT_FELL));
    if (fell.isEmpty()) {
      return new StudyAnswer(
          question,
          "nothing is known: no full collection could be made and seen; see what is unavailable in"
              + " the points",
          "no collections");
    }
    List<String> named = new ArrayList<>();
    for (String arm : fell.ranked().reversed()) {
      double bytes = fell.median(arm);
      if (bytes >= Math.max(LEAST_FALLEN, LEAST_FALLEN_SHARE * rss.median(arm))) {
        named.add(
            String.format(
                Locale.ROOT,
                "%s: %s of direct buffers are held by objects that nothing reaches: they fell at"
                    + " the collection at the end (%.0f %% of its RSS)",
                arm,
                mb(bytes),
                100 * bytes / rss.median(arm)));
      }
    }
    return new StudyAnswer(
        question,
        named.isEmpty()
            ? "no, not in an amount that matters (5 MB, and 5 % of the RSS)"
            : String.join("; ", named),
        "what fell, medians (least to greatest): "
            + fell.spreads()
            + "; direct buffers after the load: "
            + direct.spreads());
  }

  private ArmFigures figures(Function<StudyPoint, @Nullable Double> figure) {
    return figures(figure, MemoryVerdict::mb);
  }

  private ArmFigures figures(
      Function<StudyPoint, @Nullable Double> figure, DoubleFunction<String> shown) {
    Map<String, List<Double>> values = new LinkedHashMap<>();
    for (StudyPoint point : points) {
      Double value = figure.apply(point);
      if (value != null) {
        values.computeIfAbsent(point.arm(), arm -> new ArrayList<>()).add(value);
      }
    }
    return new ArmFigures(values, true, shown);
  }

  private static String shown(String part) {
    return part.replace('_', ' ');
  }

  private static String mb(double bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / MB);
  }

  private static String percent(double value) {
    return String.format(Locale.ROOT, "%+.1f %%", value);
  }
}
