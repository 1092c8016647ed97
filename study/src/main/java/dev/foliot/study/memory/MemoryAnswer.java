package dev.foliot.study.memory;

import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.ArmComparison.Standing;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyMark;
import dev.foliot.store.study.StudyMemory;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.JointQuestion;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * The statements about memory: the amount per arm, and the parts of the difference. With several
 * loads, those of the last with figures, which is named.
 */
final class MemoryAnswer {
  private static final double MB = 1e6;
  private static final int MOST_PARTS = 3;

  private MemoryAnswer() {}

  /** A part of an arm's memory compared with another arm's. */
  private record Part(String name, ArmComparison.Shift shift) {
    boolean isTold() {
      return shift.isApart(0);
    }

    String words() {
      return name + " " + MemoryAnswers.shown(shift, " (no interval)");
    }
  }

  static JointQuestion.Part of(StudyFigures figures, Function<String, String> way) {
    int step = figures.study().steps().size() - 1;
    while (step > 0 && figures.at(step, Metric.RSS_END).isEmpty()) {
      step--;
    }
    ComparisonText end = text(figures, step, Metric.RSS_END);
    if (end.arms().isEmpty()) {
      return JointQuestion.Part.NOTHING;
    }
    String under = figures.study().steps().size() > 1 ? " under " + figures.step(step).name() : "";
    List<StudyMark> marks = figures.step(step).marks();
    ComparisonText first = text(figures, step, Metric.RSS_FIRST_END);
    String last =
        (marks.isEmpty() ? "the load" : rate(figures.step(step), marks.size() - 1)) + under;
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    if (!first.arms().isEmpty() && !marks.isEmpty()) {
      String label = rate(figures.step(step), 0) + under;
      answer.add("RSS at the end of " + label + ": " + first.jointRanking());
      evidence.add("RSS at the end of " + label + ": " + first.spreads());
    }
    answer.add("RSS at the end of " + last + ": " + end.jointRanking());
    evidence.add("RSS at the end of " + last + ": " + end.spreads());
    for (String arm : end.arms().others()) {
      List<Part> parts = parts(figures, step, arm, end.arms().best());
      answer.add(
          arm
              + " beside "
              + end.arms().best()
              + ": "
              + (parts.isEmpty()
                  ? "no part of it differs by 1 MB, or the parts are not known"
                  : String.join(", ", parts.stream().map(Part::words).toList())));
    }
    return new JointQuestion.Part(
        "of memory, at the end of "
            + last
            + ", "
            + end.sentence("the least is taken by", "above", way)
            + madeOf(figures, step, end.arms(), way),
        answer,
        evidence,
        List.of());
  }

  /** {@code 1.1 L (110/s)}: a rate of a load whose name has a word for each. */
  private static String rate(StudyStep step, int number) {
    String label = Shown.text(step.marks().get(number).label(), 40);
    String[] names = step.name().split(", then ", -1);
    boolean isNamed = names.length == step.marks().size() && !names[number].equals(label);
    return isNamed ? Shown.text(names[number], 40) + " (" + label + ")" : label;
  }

  /** The parts that the largest arm has more of, if known. */
  private static String madeOf(
      StudyFigures figures, int step, ArmComparison end, Function<String, String> way) {
    List<String> behind = end.standing(Standing.BEHIND);
    if (behind.isEmpty()) {
      return "";
    }
    String most = behind.getLast();
    return parts(figures, step, most, end.best()).stream()
        .filter(part -> part.isTold() && part.shift.estimate() > 0)
        .findFirst()
        .map(part -> ", what " + way.apply(most) + " takes more is most of all " + part.words())
        .orElse("");
  }

  /** The largest differences first. */
  private static List<Part> parts(StudyFigures figures, int step, String arm, String base) {
    List<Part> parts = new ArrayList<>();
    for (String name : StudyMemory.PARTS) {
      ArmComparison compared = figures.at(step, Metric.ofMemory(name));
      if (compared.has(arm) && compared.has(base)) {
        parts.add(new Part(name.replace('_', ' '), compared.difference(arm, base)));
      }
    }
    return parts.stream()
        .filter(part -> Math.abs(part.shift.estimate()) >= MB)
        .sorted(Comparator.comparingDouble((Part part) -> -Math.abs(part.shift.estimate())))
        .limit(MOST_PARTS)
        .toList();
  }

  private static ComparisonText text(StudyFigures figures, int step, Metric metric) {
    return new ComparisonText(figures.at(step, metric), Numbers::bytes);
  }
}
