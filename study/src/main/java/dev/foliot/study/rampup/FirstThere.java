package dev.foliot.study.rampup;

import dev.foliot.judgement.answer.FigureList;
import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Which arms reach full throughput, and when: those that do in most of their forks are compared.
 * Immutable.
 *
 * @param times of the forks that reach it, by arm; arms that do not are absent
 * @param forks how many valid forks each arm has
 * @param never arms that reach it in half of their forks or fewer, with what they sustain
 * @param names the arms in words
 */
record FirstThere(
    ArmComparison times, Map<String, Integer> forks, Map<String, Double> never, ArmNames names) {
  private static final String UNIT = "s";
  private static final String NONE = "no arm reaches full throughput";

  static FirstThere of(StudyFigures figures, int step, ArmNames names) {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    Map<String, Integer> forks = new LinkedHashMap<>();
    Map<String, Double> never = new LinkedHashMap<>();
    ArmComparison plateaus = figures.at(step, Metric.PLATEAU);
    for (String arm : figures.arms()) {
      List<StudyPoint> points =
          figures.points(arm).stream().filter(point -> point.step() == step).toList();
      List<Double> there =
          points.stream().map(Metric.TIME_TO_FULL::of).filter(Objects::nonNull).toList();
      forks.put(arm, points.size());
      if (2 * there.size() > points.size()) {
        times.put(arm, there);
      } else if (plateaus.has(arm)) {
        never.put(arm, plateaus.median(arm));
      }
    }
    return new FirstThere(
        new ArmComparison(times, ArmComparison.Better.LOW, ArmComparison.By.DIFFERENCE, 0),
        forks,
        never,
        names);
  }

  /** {@code virtual 0.4 s (0.3 s to 0.4 s, 4 forks)}. */
  String spreads() {
    return new ComparisonText(times, RampUp::seconds, ComparisonText.Claim.WAITS, names).spreads();
  }

  /**
   * In one or two sentences.
   *
   * @param where it holds, {@code in a burst}; empty for everywhere
   */
  Headline headline(String where) {
    FigureList figures = new FigureList();
    String before = where.isEmpty() ? "" : where + ", ";
    List<String> sentences = new ArrayList<>();
    if (times.isEmpty()) {
      sentences.add(ArmNames.sentence(before + NONE));
    } else {
      String rest = times.isUnknown() ? "" : rest(figures);
      sentences.add(
          ArmNames.sentence(
              before
                  + (times.isUnknown() ? seen(figures) : lead(figures))
                  + (rest.isEmpty() ? "" : "; " + rest)));
      if (!never.isEmpty()) {
        sentences.add(
            ArmNames.sentence(names.of(List.copyOf(never.keySet())).does("do") + " not reach it"));
      }
    }
    if (isFew()) {
      sentences.add(ComparisonText.tooFewForks());
    }
    return Headline.of(String.join(" ", sentences), figures);
  }

  /** Whether an arm has too few forks for a verdict between arms. */
  private boolean isFew() {
    return forks.size() > 1
        && forks.values().stream().anyMatch(count -> count < ArmComparison.LEAST_FORKS);
  }

  /** {@code full throughput comes after 1.5 s (1.4 s to 1.7 s) with virtual threads and …}. */
  private String seen(FigureList figures) {
    return "full throughput comes after "
        + Numbers.and(
            names.ordered(times.ranked()).stream()
                .map(arm -> median(arm, figures) + range(arm) + " with " + names.of(arm).text())
                .toList());
  }

  private String range(String arm) {
    String least = RampUp.seconds(times.least(arm));
    String greatest = RampUp.seconds(times.greatest(arm));
    return least.equals(greatest) ? "" : " (" + least + " to " + greatest + ")";
  }

  private String lead(FigureList figures) {
    String best = times.best();
    boolean isFirst = isAlone() || isSure();
    return names.of(best).does("reach")
        + " full throughput"
        + (isAlone() || !isFirst ? "" : " first,")
        + " after "
        + median(best, figures);
  }

  private boolean isAlone() {
    return times.ranked().size() == 1;
  }

  private boolean isSure() {
    return times.others().stream().allMatch(arm -> times.beside(arm).isApart(0));
  }

  private String median(String arm, FigureList figures) {
    return figures.add(
        new AnswerFigure(
            Metric.TIME_TO_FULL.label() + " of " + arm,
            times.median(arm),
            UNIT,
            times.least(arm),
            times.greatest(arm),
            RampUp.seconds(times.median(arm))));
  }

  private String rest(FigureList figures) {
    List<String> parts = new ArrayList<>();
    for (String arm : times.others()) {
      ArmComparison.Shift later = times.beside(arm);
      parts.add(
          later.isApart(0)
              ? names.of(arm).does("follow")
                  + " "
                  + figures.add(
                      ComparisonText.figure(
                          "later_s of " + arm, UNIT, later, RampUp.seconds(later.estimate())))
                  + " later"
              : names.of(arm).does("need")
                  + " "
                  + median(arm, figures)
                  + (later.isBounded() ? ", no significant difference" : ""));
    }
    return Numbers.and(parts);
  }

  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    if (times.isEmpty()) {
      sentences.add(ArmNames.sentence(NONE));
    }
    for (String arm : times.ranked()) {
      StringBuilder words =
          new StringBuilder(names.of(arm).does("reach"))
              .append(" full throughput after ")
              .append(RampUp.seconds(times.median(arm)));
      if (!arm.equals(times.best())) {
        ArmComparison.Shift later = times.beside(arm);
        words.append(later(later));
      }
      if (times.forks(arm) < forks.getOrDefault(arm, 0)) {
        words
            .append(", in ")
            .append(times.forks(arm))
            .append(" of ")
            .append(Numbers.count(forks.getOrDefault(arm, 0), "fork"));
      }
      sentences.add(ArmNames.sentence(words.toString()));
    }
    if (isFew()) {
      sentences.add(ComparisonText.tooFewForks());
    }
    never.forEach((arm, perS) ->
        sentences.add(
            ArmNames.sentence(
                names.of(arm).does("do")
                    + " not reach it and "
                    + (names.of(arm).isPlural() ? "sustain " : "sustains ")
                    + Numbers.rate(perS))));
    return sentences;
  }

  private static String later(ArmComparison.Shift later) {
    if (!later.isBounded()) {
      return "";
    }
    String by =
        RampUp.seconds(later.estimate()) + " (" + RampUp.range(later.low(), later.high()) + ")";
    return later.isApart(0) ? ", later by " + by : ", no significant difference: later by " + by;
  }
}
