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
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.plan.Measure;
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
  private final ArmNames names;

  private MemoryAnswers(StudyFigures figures, int step) {
    this.figures = figures;
    this.step = step;
    this.names = figures.names();
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
        answer.headline(),
        answer.answer(),
        answer.evidence(),
        answer.verdict(),
        answer.forks(),
        answer.figures());
  }

  private static List<StudyAnswer> at(int step, StudyFigures figures) {
    return new MemoryAnswers(figures, step).answers();
  }

  /** The answers for another study, under its busiest load; empty without memory measurements. */
  public static List<StudyAnswer> beside(StudyFigures figures) {
    return figures.asksFor(Measure.MEMORY.label()) ? at(figures.busiest(), figures) : List.of();
  }

  /**
   * The comparison within a load whose rate changes.
   *
   * @param first its first rate
   * @param last its last one
   * @param growth the change in words
   */
  private record Rates(String first, String last, String growth) {
    /** The rates of a load; null for a constant rate or none. */
    static @Nullable Rates of(StudyStep load) {
      List<StudyMark> marks = load.marks();
      if (isATenthMore(marks)) {
        return new Rates("L", "1.1 L", "with 10 % more load");
      }
      if (marks.isEmpty()) {
        return null;
      }
      String first = marks.getFirst().label();
      String last = marks.getLast().label();
      return new Rates(
          "the first rate (" + first + ")",
          "the last rate (" + last + ")",
          "from " + first + " to " + last);
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
    ArmComparison end = figures.at(step, Metric.RSS_END);
    String question = "Which arm has the smallest RSS at the end of the load?";
    if (end.isEmpty()) {
      return List.of(Basis.of(figures, step, Metric.RSS_END).nothing(question));
    }
    List<StudyAnswer> answers = new ArrayList<>();
    ArmComparison first = figures.at(step, Metric.RSS_FIRST_END);
    Rates rates = Rates.of(load);
    if (rates == null || first.isEmpty()) {
      answers.add(smallest(question, Metric.RSS_END, end));
    } else {
      String which = "Which arm has the smallest RSS at the end of ";
      answers.add(smallest(which + rates.first + "?", Metric.RSS_FIRST_END, first));
      answers.add(smallest(which + rates.last + "?", Metric.RSS_END, end));
      answers.add(growth(rates));
    }
    answers.add(difference(end.ranked()));
    answers.add(unreached(end));
    return answers;
  }

  private StudyAnswer smallest(String question, Metric metric, ArmComparison rss) {
    ComparisonText text =
        new ComparisonText(rss, Numbers::bytes, ComparisonText.Claim.MEMORY, names);
    return Basis.of(figures, step, metric)
        .answer(
            question,
            text.headline(Metric.RSS_END),
            text.sentences(),
            "medians (least to greatest): "
                + text.spreads()
                + "; "
                + figures.step(step).load().traffic());
  }

  /** Each fork has both loads, so its own ratio excludes the properties of its process. */
  private StudyAnswer growth(Rates rates) {
    String question = "How does each arm's RSS change " + rates.growth + "?";
    Basis basis = Basis.of(figures, step, Metric.RSS_FIRST_END);
    ComparisonText growth =
        new ComparisonText(
            figures.at(step, MemoryAnswers::growthPercent, ArmComparison.Better.LOW),
            percent -> Numbers.change(percent / 100),
            ComparisonText.Claim.MEMORY,
            names);
    if (growth.arms().isEmpty()) {
      return basis.nothing(question);
    }
    String answer =
        "RSS changes by "
            + Numbers.and(
                growth.arms().ranked().stream()
                    .map(arm ->
                        Numbers.change(growth.arms().median(arm) / 100)
                            + " with "
                            + names.of(arm).text())
                    .toList())
            + ".";
    return basis.answer(
        question,
        answer,
        List.of(
            answer,
            "The end of "
                + rates.last
                + " is compared with the end of "
                + rates.first
                + " in each fork; it comes later, so the change includes the time between both."),
        "medians (least to greatest): " + growth.spreads());
  }

  private static @Nullable Double growthPercent(StudyPoint point) {
    Double first = Metric.RSS_FIRST_END.of(point);
    Double end = Metric.RSS_END.of(point);
    return first == null || end == null ? null : (Double) (100 * (end / first - 1));
  }

  private StudyAnswer difference(List<String> ranked) {
    String question = "What is the difference between the arms made of?";
    Basis basis = Basis.of(figures, step, Metric.RSS_END);
    Map<String, ArmComparison> parts = new LinkedHashMap<>();
    for (String part : StudyMemory.PARTS) {
      ArmComparison known = figures.at(step, Metric.ofMemory(part));
      if (!known.isEmpty()) {
        parts.put(part, known);
      }
    }
    List<String> known = ranked.stream().filter(arm -> isKnown(arm, parts)).toList();
    if (known.isEmpty()) {
      String answer = "Not known: the parts of the memory could not be read.";
      return basis.answer(
          question,
          answer,
          List.of(answer, "The forks say why, under what is unavailable."),
          "no samples");
    }
    String base = known.getFirst();
    List<String> answers = new ArrayList<>();
    for (String arm : known.subList(1, known.size())) {
      answers.add(beside(arm, base, parts));
    }
    if (answers.isEmpty()) {
      answers.add(
          "There is one arm only: "
              + names.of(base).text()
              + " with "
              + composition(base, parts)
              + ".");
    } else if (isUndecided(known.subList(1, known.size()), base, parts)) {
      answers.add(ComparisonText.tooFewForks());
    }
    List<String> evidence = new ArrayList<>();
    for (String arm : known) {
      evidence.add(arm + ": " + composition(arm, parts));
    }
    return basis.answer(
        question,
        answers.getFirst(),
        answers,
        "medians right after the load, the largest part first: " + String.join("; ", evidence));
  }

  private static boolean isUndecided(
      List<String> arms, String base, Map<String, ArmComparison> parts) {
    return arms.stream()
        .anyMatch(arm ->
            parts.values().stream()
                .filter(part -> part.has(arm) && part.has(base))
                .anyMatch(part -> !part.difference(arm, base).isBounded()));
  }

  private static boolean isKnown(String arm, Map<String, ArmComparison> parts) {
    return parts.values().stream().anyMatch(part -> part.has(arm));
  }

  /** {@code Compared with virtual threads, the fixed pool of 50 has java heap +30.0 MB, …}. */
  private String beside(String arm, String base, Map<String, ArmComparison> parts) {
    record Part(String name, ArmComparison.Shift shift) {}
    List<Part> largest =
        parts.entrySet().stream()
            .filter(part -> part.getValue().has(arm) && part.getValue().has(base))
            .map(part -> new Part(part.getKey(), part.getValue().difference(arm, base)))
            .filter(part -> Math.abs(part.shift.estimate()) >= LEAST_PART)
            .sorted(Comparator.comparingDouble((Part part) -> -Math.abs(part.shift.estimate())))
            .limit(MOST_PARTS)
            .toList();
    return "Compared with "
        + names.of(base).text()
        + ", "
        + names.of(arm).does("have")
        + " "
        + (largest.isEmpty()
            ? "no part that differs by 1 MB"
            : String.join(
                ", ",
                largest.stream().map(part -> shown(part.name) + " " + shown(part.shift)).toList()))
        + ".";
  }

  /** By how many MB; with the interval where forks are enough. */
  static String shown(ArmComparison.Shift shift) {
    return Numbers.signed(shift.estimate() / MB, 1)
        + " MB"
        + (shift.isBounded()
            ? " ("
                + Numbers.signed(shift.low() / MB, 1)
                + " to "
                + Numbers.signed(shift.high() / MB, 1)
                + (shift.isApart(0) ? ")" : ", not significant)")
            : "");
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
    String question = "Do unreachable objects hold direct buffers?";
    ArmComparison direct = figures.at(step, Metric.DIRECT_END);
    ArmComparison fell = figures.at(step, Metric.DIRECT_FELL);
    if (fell.isEmpty()) {
      String answer = "Not known: no full collection after the load was observed.";
      return Basis.of(figures, step, Metric.RSS_END)
          .answer(
              question,
              answer,
              List.of(answer, "The forks say why, under what is unavailable."),
              "no collections");
    }
    List<String> holding = new ArrayList<>();
    for (String arm : fell.ranked().reversed()) {
      double bytes = fell.median(arm);
      if (bytes >= Math.max(LEAST_FALLEN, LEAST_FALLEN_SHARE * rss.median(arm))) {
        holding.add(
            "With "
                + names.of(arm).text()
                + " they hold "
                + Numbers.bytes(bytes)
                + ", "
                + Numbers.percent(bytes / rss.median(arm), 0)
                + " of its RSS: a full collection after the load freed them.");
      }
    }
    if (holding.isEmpty()) {
      holding.add("No, not in an amount that matters (5 MB, and 5 % of the RSS).");
    }
    return Basis.of(figures, step, Metric.DIRECT_FELL)
        .answer(
            question,
            holding.getFirst(),
            holding,
            "freed by the collection, medians (least to greatest): "
                + bytes(fell)
                + "; direct buffers after the load: "
                + bytes(direct));
  }

  private String bytes(ArmComparison arms) {
    return new ComparisonText(arms, Numbers::bytes, ComparisonText.Claim.MEMORY, names).spreads();
  }

  private static String shown(String part) {
    return part.replace('_', ' ');
  }
}
