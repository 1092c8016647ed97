package dev.foliot.study.memory;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Rate;
import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyMark;
import dev.foliot.store.study.StudyMemory;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.Measure;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answers of the study of memory. Pure. */
public final class MemoryAnswers {
  private static final double MB = 1e6;

  /** The number of parts of a difference that are named. */
  private static final int MOST_PARTS = 4;

  private static final double LEAST_PART = 1 * MB;

  /** Unreachable direct buffers matter from this amount, and from this share of the total. */
  private static final double LEAST_FALLEN = 5 * MB;

  private static final double LEAST_FALLEN_SHARE = 0.05;

  private static final double TENTH_MORE = 1.1;

  private final StudyFigures figures;
  private final int step;

  private MemoryAnswers(StudyFigures figures, int step) {
    this.figures = figures;
    this.step = step;
  }

  /** The answers for all loads. */
  static List<StudyAnswer> of(StudyFigures figures) {
    List<StudyAnswer> answers = new ArrayList<>();
    List<StudyStep> steps = figures.study().steps();
    for (int step = 0; step < steps.size(); step++) {
      for (StudyAnswer answer : at(step, figures)) {
        answers.add(steps.size() == 1 ? answer : of(steps.get(step).name(), answer));
      }
    }
    return answers;
  }

  /** The answer for one of several loads, with the load's name. */
  private static StudyAnswer of(String load, StudyAnswer answer) {
    String question = answer.question();
    return new StudyAnswer(
        load + ": " + Character.toLowerCase(question.charAt(0)) + question.substring(1),
        answer.answer(),
        answer.evidence());
  }

  private static List<StudyAnswer> at(int step, StudyFigures figures) {
    return new MemoryAnswers(figures, step).answers();
  }

  /** The answers for another study, under its busiest load; empty without memory measurements. */
  public static List<StudyAnswer> beside(StudyFigures figures) {
    return figures.asksFor(Measure.MEMORY) ? at(figures.busiest(), figures) : List.of();
  }

  /**
   * The comparison within a load whose rate changes.
   *
   * @param first its first rate
   * @param last its last one
   * @param growth the name of the change
   */
  private record Rates(String first, String last, String growth) {
    /** The rates of a load; null for a constant rate or none. */
    static @Nullable Rates of(StudyStep load) {
      List<StudyMark> marks = load.marks();
      if (isATenthMore(marks)) {
        return new Rates("L", "1.1 L", "does 10 % more load");
      }
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

    /** Whether it is one rate and then a tenth more, in this study's own load or a file's. */
    private static boolean isATenthMore(List<StudyMark> marks) {
      try {
        return marks.size() == 2
            && Math.abs(perS(marks.getLast()) / perS(marks.getFirst()) - TENTH_MORE) < 1e-9;
      } catch (BadOptionException e) {
        // a rate in a user's own words
        return false;
      }
    }

    private static double perS(StudyMark mark) {
      return Rate.parse(mark.label()).perSecond();
    }
  }

  private List<StudyAnswer> answers() {
    StudyStep load = figures.step(step);
    String where = load.traffic();
    ArmComparison end = figures.at(step, Metric.RSS_END);
    String question = "Which arm has the smallest RSS at the end of the load?";
    if (end.isEmpty()) {
      return List.of(new StudyAnswer(question, "nothing is known: no fork counts", "no forks"));
    }
    List<StudyAnswer> answers = new ArrayList<>();
    ArmComparison first = figures.at(step, Metric.RSS_FIRST_END);
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

  private static StudyAnswer smallest(String question, String where, ArmComparison rss) {
    ComparisonText text = new ComparisonText(rss, Numbers::bytes);
    return new StudyAnswer(
        question,
        rss.best() + " with " + Numbers.bytes(rss.median(rss.best())) + ": " + text.ahead(),
        "medians (least to greatest): " + text.spreads() + "; " + where);
  }

  /** Each fork has both loads, so its own ratio excludes the properties of its process. */
  private StudyAnswer growth(Rates rates) {
    ComparisonText growth =
        new ComparisonText(
            figures.at(step, MemoryAnswers::growthPercent, ArmComparison.Better.LOW),
            percent -> Numbers.change(percent / 100));
    boolean isKnown = !growth.arms().isEmpty();
    return new StudyAnswer(
        "What " + rates.growth + " make of each arm's RSS?",
        isKnown ? growth.medians() : "nothing is known",
        isKnown
            ? "end of "
                + rates.last
                + " beside end of "
                + rates.first
                + " in each fork, medians (least to greatest): "
                + growth.spreads()
                + "; the one comes after the other, so time is in it too"
            : "no forks");
  }

  private static @Nullable Double growthPercent(StudyPoint point) {
    Double first = Metric.RSS_FIRST_END.of(point);
    Double end = Metric.RSS_END.of(point);
    return first == null || end == null ? null : (Double) (100 * (end / first - 1));
  }

  private StudyAnswer difference(List<String> ranked) {
    String question = "What is the difference between the arms made of?";
    Map<String, ArmComparison> parts = new LinkedHashMap<>();
    for (String part : StudyMemory.PARTS) {
      ArmComparison known = figures.at(step, Metric.ofMemory(part));
      if (!known.isEmpty()) {
        parts.put(part, known);
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

  private static boolean isKnown(String arm, Map<String, ArmComparison> parts) {
    return parts.values().stream().anyMatch(part -> part.has(arm));
  }

  /** {@code fixed:50 beside virtual: java heap +30 MB (25 to 35), thread stacks +2 MB}. */
  private static String beside(String arm, String base, Map<String, ArmComparison> parts) {
    record Part(String name, ArmComparison.Shift shift) {}
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

  private static String shown(ArmComparison.Shift shift) {
    return shown(shift, " (undecided: 4 forks of each arm are needed)");
  }

  /**
   * The difference in MB; with the interval, or the text for one that is unbounded for lack of
   * forks.
   */
  static String shown(ArmComparison.Shift shift, String unbounded) {
    return Numbers.signed(shift.estimate() / MB, 1)
        + " MB"
        + (shift.isBounded()
            ? " ("
                + Numbers.signed(shift.low() / MB, 1)
                + " to "
                + Numbers.signed(shift.high() / MB, 1)
                + (shift.isApart(0) ? ")" : ", undecided)")
            : unbounded);
  }

  private static String composition(String arm, Map<String, ArmComparison> parts) {
    return String.join(
        ", ",
        parts.entrySet().stream()
            .filter(part -> part.getValue().has(arm))
            .sorted(
                Comparator.comparingDouble(
                    (Map.Entry<String, ArmComparison> part) -> -part.getValue().median(arm)))
            .filter(part -> part.getValue().median(arm) >= LEAST_PART / 10)
            .map(part -> shown(part.getKey()) + " " + Numbers.bytes(part.getValue().median(arm)))
            .toList());
  }

  private StudyAnswer unreached(ArmComparison rss) {
    String question = "Are direct buffers held by objects that nothing reaches?";
    ArmComparison direct = figures.at(step, Metric.DIRECT_END);
    ArmComparison fell = figures.at(step, Metric.DIRECT_FELL);
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
            arm
                + ": "
                + Numbers.bytes(bytes)
                + " of direct buffers are held by objects that nothing reaches: they fell at the"
                + " collection at the end ("
                + Numbers.percent(bytes / rss.median(arm), 0)
                + " of its RSS)");
      }
    }
    return new StudyAnswer(
        question,
        named.isEmpty()
            ? "no, not in an amount that matters (5 MB, and 5 % of the RSS)"
            : String.join("; ", named),
        "what fell, medians (least to greatest): "
            + new ComparisonText(fell, Numbers::bytes).spreads()
            + "; direct buffers after the load: "
            + new ComparisonText(direct, Numbers::bytes).spreads());
  }

  private static String shown(String part) {
    return part.replace('_', ' ');
  }
}
