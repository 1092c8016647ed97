package dev.foliot.study.answer;

import dev.foliot.judgement.FigureVerdict;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.FigureKind;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The forks and the figures that an answer rests on, which decide how far it can be relied upon.
 * Immutable.
 *
 * @param figures of the study
 * @param steps indices of the loads
 * @param metrics the figures
 */
public record Basis(StudyFigures figures, List<Integer> steps, List<Metric> metrics) {
  private static final int MOST_NAMES = 2;

  /** Keeps copies. */
  public Basis {
    steps = List.copyOf(steps);
    metrics = List.copyOf(metrics);
  }

  /** Figures under one load. */
  public static Basis of(StudyFigures figures, int step, Metric... metrics) {
    return new Basis(figures, List.of(step), List.of(metrics));
  }

  /** Figures under all loads. */
  public static Basis ofAll(StudyFigures figures, Metric... metrics) {
    return new Basis(
        figures,
        IntStream.range(0, figures.study().steps().size()).boxed().toList(),
        List.of(metrics));
  }

  /** The forks that have one of the figures. */
  public List<StudyPoint> points() {
    return figures.points().stream()
        .filter(point -> steps.contains(point.step()))
        .filter(point -> metrics.stream().anyMatch(metric -> figures.value(point, metric) != null))
        .toList();
  }

  /** The worst verdict of these forks for these figures; INVALID without a fork. */
  public Validity validity() {
    List<StudyPoint> points = points();
    Set<FigureKind> kinds = new LinkedHashSet<>();
    metrics.forEach(metric -> kinds.add(metric.kind()));
    List<Validity> all = new ArrayList<>();
    for (StudyPoint point : points) {
      kinds.forEach(kind -> all.add(FigureVerdict.of(point, kind)));
    }
    return all.isEmpty() ? Validity.of(Verdict.INVALID, List.of()) : Validity.worst(all);
  }

  /**
   * An answer that rests on it.
   *
   * @param headline in one or two sentences
   * @param answer in sentences
   */
  public StudyAnswer answer(
      String question, String headline, Collection<String> answer, String evidence) {
    return answer(question, Headline.of(headline), answer, evidence);
  }

  /** The same with the figures of its headline. */
  public StudyAnswer answer(
      String question, Headline headline, Collection<String> answer, String evidence) {
    List<String> all = new ArrayList<>(answer);
    all.addAll(dropped());
    int forks = points().size();
    return new StudyAnswer(
        question,
        headline.text(),
        String.join(" ", lastOfEach(all)),
        evidence,
        forks == 0 ? null : validity().verdict(),
        forks,
        headline.figures());
  }

  /** Each sentence once, where it stands last: what holds for all is said at the end. */
  public static List<String> lastOfEach(List<String> sentences) {
    return List.copyOf(new LinkedHashSet<>(sentences.reversed())).reversed();
  }

  /** That nothing is known, since no fork has the figures. */
  public StudyAnswer nothing(String question) {
    return new StudyAnswer(
        question,
        StudyFigures.NOTHING,
        StudyFigures.NOTHING,
        "no forks",
        Verdict.INVALID,
        0,
        List.of());
  }

  /**
   * A sentence for each arm that is missing under some of these loads where others are there; none
   * where all are there.
   */
  public List<String> dropped() {
    List<Integer> known =
        steps.stream()
            .filter(step -> figures.points().stream().anyMatch(point -> point.step() == step))
            .toList();
    List<String> sentences = new ArrayList<>();
    for (String arm : figures.arms()) {
      List<Integer> missing =
          known.stream()
              .filter(step -> figures.points(arm).stream().noneMatch(point -> point.step() == step))
              .toList();
      if (!missing.isEmpty()) {
        boolean isPlayed =
            figures.study().points().stream()
                .anyMatch(point -> point.arm().equals(arm) && missing.contains(point.step()));
        sentences.add(
            ArmNames.sentence(
                (isPlayed
                        ? figures.names().of(arm).does("have") + " no valid fork"
                        : figures.names().of(arm).does("are") + " not measured")
                    + where(missing, known.size())));
      }
    }
    return sentences;
  }

  private String where(List<Integer> missing, int known) {
    if (missing.size() == known && figures.study().steps().size() == known) {
      return "";
    }
    return missing.size() > MOST_NAMES
        ? " under " + missing.size() + " of " + known + " loads"
        : " at " + Numbers.and(missing.stream().map(step -> figures.step(step).name()).toList());
  }
}
