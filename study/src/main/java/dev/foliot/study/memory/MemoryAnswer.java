package dev.foliot.study.memory;

import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.ArmComparison.Standing;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyMark;
import dev.foliot.store.study.StudyMemory;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
    boolean isSignificant() {
      return shift.isApart(0);
    }

    String words() {
      return name + " " + MemoryAnswers.shown(shift);
    }
  }

  static JointQuestion.Part of(StudyFigures figures, ArmNames names) {
    int step = figures.study().steps().size() - 1;
    while (step > 0 && figures.at(step, Metric.RSS_END).isEmpty()) {
      step--;
    }
    Basis basis = Basis.of(figures, step, Metric.RSS_END);
    ComparisonText end = text(figures, step, Metric.RSS_END, names);
    if (end.arms().isEmpty()) {
      return JointQuestion.Part.nothing(basis);
    }
    String under = figures.study().steps().size() > 1 ? " under " + figures.step(step).name() : "";
    List<StudyMark> marks = figures.step(step).marks();
    ComparisonText first = text(figures, step, Metric.RSS_FIRST_END, names);
    String last =
        (marks.isEmpty() ? "the load" : rate(figures.step(step), marks.size() - 1)) + under;
    List<String> answer = new ArrayList<>(end.sentences());
    List<String> evidence = new ArrayList<>();
    if (!first.arms().isEmpty() && !marks.isEmpty()) {
      String label = rate(figures.step(step), 0) + under;
      evidence.add("RSS at the end of " + label + ": " + first.spreads());
    }
    evidence.add("RSS at the end of " + last + ": " + end.spreads());
    for (String arm : end.arms().others()) {
      List<Part> parts = parts(figures, step, arm, end.arms().best());
      answer.add(
          "Compared with "
              + names.of(end.arms().best()).text()
              + ", "
              + names.of(arm).does("have")
              + " "
              + (parts.isEmpty()
                  ? "no known part that differs by 1 MB"
                  : String.join(", ", parts.stream().map(Part::words).toList()))
              + ".");
    }
    return new JointQuestion.Part(
        Headline.joined(
            List.of(
                end.at("at the end of " + last).headline(Metric.RSS_END),
                madeOf(figures, step, end.arms(), names))),
        answer,
        evidence,
        List.of(),
        basis);
  }

  /** {@code 1.1 L (110/s)}: a rate of a load whose name has a word for each. */
  private static String rate(StudyStep step, int number) {
    String label = Shown.text(step.marks().get(number).label(), 40);
    String[] names = step.name().split(", then ", -1);
    boolean isNamed = names.length == step.marks().size() && !names[number].equals(label);
    return isNamed ? Shown.text(names[number], 40) + " (" + label + ")" : label;
  }

  /** What the arm that takes most has more of, where that is significant. */
  private static Headline madeOf(
      StudyFigures figures, int step, ArmComparison end, ArmNames names) {
    List<String> behind = end.standing(Standing.BEHIND);
    if (behind.isEmpty()) {
      return Headline.of("");
    }
    String most = behind.getLast();
    return parts(figures, step, most, end.best()).stream()
        .filter(part -> part.isSignificant() && part.shift.estimate() > 0)
        .findFirst()
        .map(part ->
            new Headline(
                "Most of the difference of " + names.of(most).text() + " is " + part.words() + ".",
                List.of(
                    ComparisonText.figure(
                        part.name + " more of " + most,
                        "bytes",
                        part.shift,
                        MemoryAnswers.shown(part.shift)))))
        .orElseGet(() -> Headline.of(""));
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

  private static ComparisonText text(
      StudyFigures figures, int step, Metric metric, ArmNames names) {
    return new ComparisonText(
        figures.at(step, metric), Numbers::bytes, ComparisonText.Claim.MEMORY, names);
  }
}
