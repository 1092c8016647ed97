package dev.foliot.report.study;

import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Quantity;
import dev.foliot.stats.HodgesLehmann;
import dev.foliot.store.StudyMark;
import dev.foliot.store.StudyMemory;
import dev.foliot.store.StudyStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * What memory says: how much each arm takes, and what the difference is made of; of several loads
 * that of the last that has figures, which is named.
 */
final class MemoryAnswer {
  private static final double CONFIDENCE = 0.95;
  private static final double MB = 1e6;
  private static final int MOST_PARTS = 3;

  private static final StudyMeasure RSS_FIRST =
      new StudyMeasure(
          "RSS at the end of the first rate",
          point -> point.measures().get("rss_first_end_bytes"),
          Quantity.BYTES,
          StudyMeasure.Good.LOW);

  private MemoryAnswer() {}

  /** A part of the memory of an arm beside the same of another. */
  private record Part(String name, HodgesLehmann.Shift shift) {
    boolean isBounded() {
      return Double.isFinite(shift.low()) && Double.isFinite(shift.high());
    }

    boolean isTold() {
      return isBounded() && (shift.low() > 0 || shift.high() < 0);
    }

    String words() {
      String by = String.format(Locale.ROOT, "%s %+.1f MB", name, shift.estimate() / MB);
      return isBounded()
          ? by
              + String.format(
                  Locale.ROOT,
                  " (%+.1f to %+.1f%s)",
                  shift.low() / MB,
                  shift.high() / MB,
                  isTold() ? "" : ", undecided")
          : by + " (no interval)";
    }
  }

  static Said of(StudyView study, List<ArmView> arms, Function<ArmView, String> way) {
    int step = study.study().steps().size() - 1;
    while (step > 0 && Standings.of(study, arms, step, StudyMeasure.RSS_END).isEmpty()) {
      step--;
    }
    Standings end = Standings.of(study, arms, step, StudyMeasure.RSS_END);
    if (end.isEmpty()) {
      return Said.nothing();
    }
    String under = study.study().steps().size() > 1 ? " under " + study.stepName(step) : "";
    List<StudyMark> marks = study.step(step).marks();
    Standings first = Standings.of(study, arms, step, RSS_FIRST);
    String last = (marks.isEmpty() ? "the load" : rate(study.step(step), marks.size() - 1)) + under;
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    if (!first.isEmpty() && !marks.isEmpty()) {
      String label = rate(study.step(step), 0) + under;
      answer.add("RSS at the end of " + label + ": " + first.words());
      evidence.add("RSS at the end of " + label + ": " + first.spreads());
    }
    answer.add("RSS at the end of " + last + ": " + end.words());
    evidence.add("RSS at the end of " + last + ": " + end.spreads());
    for (ArmView arm : end.ranked().subList(1, end.ranked().size())) {
      List<Part> parts = parts(study, step, arm, end.best());
      answer.add(
          arm.name()
              + " beside "
              + end.best().name()
              + ": "
              + (parts.isEmpty()
                  ? "no part of it differs by 1 MB, or the parts are not known"
                  : String.join(", ", parts.stream().map(Part::words).toList())));
    }
    return new Said(
        "of memory, at the end of "
            + last
            + ", "
            + end.sentence("the least is taken by", way)
            + madeOf(study, step, end, way),
        answer,
        evidence,
        List.of());
  }

  /** {@code 1.1 L (110/s)}: a rate of a load whose name has a word for each. */
  private static String rate(StudyStep step, int number) {
    String label = Foreign.text(step.marks().get(number).label(), 40);
    String[] names = step.name().split(", then ", -1);
    boolean isNamed = names.length == step.marks().size() && !names[number].equals(label);
    return isNamed ? Foreign.text(names[number], 40) + " (" + label + ")" : label;
  }

  /** What the arm that takes most has more of, where that is told. */
  private static String madeOf(
      StudyView study, int step, Standings end, Function<ArmView, String> way) {
    if (end.behind().isEmpty()) {
      return "";
    }
    ArmView most = end.behind().getLast();
    return parts(study, step, most, end.best()).stream()
        .filter(part -> part.isTold() && part.shift.estimate() > 0)
        .findFirst()
        .map(part -> ", what " + way.apply(most) + " takes more is most of all " + part.words())
        .orElse("");
  }

  /** The largest differences first. */
  private static List<Part> parts(StudyView study, int step, ArmView arm, ArmView base) {
    List<Part> parts = new ArrayList<>();
    for (String name : StudyMemory.PARTS) {
      StudyMeasure measure =
          new StudyMeasure(
              name,
              point -> point.measures().get(StudyMemory.measure(name)),
              Quantity.BYTES,
              StudyMeasure.Good.LOW);
      List<Double> own = study.values(arm, step, measure);
      List<Double> others = study.values(base, step, measure);
      if (!own.isEmpty() && !others.isEmpty()) {
        parts.add(
            new Part(
                name.replace('_', ' '),
                HodgesLehmann.shift(array(others), array(own), CONFIDENCE)));
      }
    }
    return parts.stream()
        .filter(part -> Math.abs(part.shift.estimate()) >= MB)
        .sorted(Comparator.comparingDouble((Part part) -> -Math.abs(part.shift.estimate())))
        .limit(MOST_PARTS)
        .toList();
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
