package dev.foliot.study.answer;

import dev.foliot.judgement.answer.FigureList;
import dev.foliot.judgement.answer.PairsAnswer;
import dev.foliot.judgement.compare.Comparer;
import dev.foliot.judgement.compare.Pairs;
import dev.foliot.judgement.study.DrawnPairs;
import dev.foliot.stats.SequentialComparison;
import dev.foliot.store.GateRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The two arms of a study in pairs of forks, by its main figure under each load.
 *
 * <p>A pair has a fork of each arm under each load. It counts if none is INVALID. Immutable.
 */
public final class StudyPairs {
  private static final String METHOD =
      "The ratio is the median over the pairs (Hodges-Lehmann). Its interval of 95 % holds at every"
          + " look";

  private final StudyFigures figures;
  private final GateRecord gate;
  private final MainFigure main;
  private final String a;
  private final String b;
  private final List<Pairs.Pair> played;
  private final Pairs pairs;

  private StudyPairs(StudyFigures figures, GateRecord gate, MainFigure main) {
    this.figures = figures;
    this.gate = gate;
    this.main = main;
    this.a = figures.arms().getFirst();
    this.b = figures.arms().getLast();
    this.played = played();
    this.pairs =
        new Pairs(
            IntStream.range(0, loads()).mapToObj(this::figure).toList(), gate.detect(), played);
  }

  /**
   * The pairs of a study.
   *
   * @param main the figure that decides
   * @return empty for a study with a fixed number of forks
   */
  public static Optional<StudyPairs> of(StudyFigures figures, Optional<MainFigure> main) {
    GateRecord gate = figures.study().gate();
    return gate == null ? Optional.empty() : main.map(one -> new StudyPairs(figures, gate, one));
  }

  /** The pairs. */
  public Pairs pairs() {
    return pairs;
  }

  /** The verdict, and what it rests on. */
  public ComparisonRecord.Decision decision() {
    return pairs.decision(gate, figures.study().complete());
  }

  /** The pairs as a page draws them. */
  public DrawnPairs drawn() {
    List<DrawnPairs.Row> rows = new ArrayList<>();
    for (int step = 0; step < loads(); step++) {
      SequentialComparison.Result result = pairs.results().get(step);
      rows.add(
          new DrawnPairs.Row(
              main.name() + (loads() == 1 ? "" : " at " + figures.step(step).name()),
              isInverse(),
              Comparer.verdict(result.verdict()),
              result.pairs() == 0 ? null : (Double) ratio(result),
              result.pairs() == 0 ? null : Comparer.bound(low(result)),
              result.pairs() == 0 ? null : Comparer.bound(high(result)),
              single(step)));
    }
    return new DrawnPairs(a, b, decision().margin(), rows);
  }

  private List<Double> single(int step) {
    List<Double> ratios = new ArrayList<>();
    for (Pairs.Pair pair : played) {
      Double ofA = pair.a().get(step);
      Double ofB = pair.b().get(step);
      if (pair.counts() && ofA != null && ofB != null) {
        ratios.add(isInverse() ? ofA / ofB : ofB / ofA);
      }
    }
    return ratios;
  }

  private double ratio(SequentialComparison.Result result) {
    return isInverse() ? 1 / result.ratio() : result.ratio();
  }

  private double low(SequentialComparison.Result result) {
    return isInverse() ? 1 / result.high() : result.low();
  }

  private double high(SequentialComparison.Result result) {
    return isInverse() ? 1 / result.low() : result.high();
  }

  /** The study's answer. */
  public StudyAnswer answer() {
    ArmNames names = figures.names();
    FigureList list = new FigureList();
    String sentence =
        new PairsAnswer(decision(), list)
            .sentence(names.of(b).does("are"), names.of(List.of(b, a)).does("are"), judged(names));
    String answer = Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    return Basis.ofAll(figures, main.metric())
        .answer(
            (names.of(b).isPlural() ? "Are " : "Is ")
                + names.of(b).text()
                + " better than "
                + names.of(a).text()
                + ", by "
                + main.name()
                + "?",
            Headline.of(answer, list),
            List.of(answer, METHOD + (loads() == 1 ? "." : ", under all loads together.")),
            IntStream.range(0, loads()).mapToObj(this::ratios).collect(Collectors.joining("; ")));
  }

  /** The ratio of each pair that counts. */
  private String ratios(int step) {
    return (loads() == 1 ? "" : figures.step(step).name() + ": ")
        + "ratios of the pairs "
        + played.stream()
            .filter(Pairs.Pair::counts)
            .map(pair -> ratio(pair.a().get(step), pair.b().get(step)))
            .collect(Collectors.joining(", "));
  }

  private String ratio(@Nullable Double a, @Nullable Double b) {
    return a == null || b == null ? "unknown" : Numbers.digits(isInverse() ? a / b : b / a);
  }

  private int loads() {
    return figures.study().steps().size();
  }

  private String figure(int step) {
    return main.metric().label() + (loads() == 1 ? "" : " at " + figures.step(step).name());
  }

  /** Those of which both arms have had their turn under each load. */
  private List<Pairs.Pair> played() {
    List<Pairs.Pair> all = new ArrayList<>();
    for (int i = 0; ; i++) {
      List<StudyPoint> ofA = points(a, i);
      List<StudyPoint> ofB = points(b, i);
      if (ofA.size() < loads() || ofB.size() < loads()) {
        return all;
      }
      all.add(
          new Pairs.Pair(
              ofA.stream().allMatch(StudyPoint::counts)
                  && ofB.stream().allMatch(StudyPoint::counts),
              values(ofA),
              values(ofB)));
    }
  }

  /** The forks of an arm in a pair, in the order of the loads. */
  private List<StudyPoint> points(String arm, int pair) {
    return IntStream.range(0, loads())
        .mapToObj(step ->
            figures.study().points().stream()
                .filter(point -> point.arm().equals(arm) && point.step() == step)
                .skip(pair)
                .findFirst())
        .flatMap(Optional::stream)
        .toList();
  }

  private List<@Nullable Double> values(List<StudyPoint> points) {
    List<@Nullable Double> values = new ArrayList<>();
    points.forEach(point -> values.add(value(point)));
    return values;
  }

  /** So that more is worse. */
  private @Nullable Double value(StudyPoint point) {
    Double value = main.value().of(figures, point);
    return value == null || value <= 0 ? null : isInverse() ? (Double) (1 / value) : value;
  }

  private boolean isInverse() {
    return main.metric().better() == Metric.Better.HIGH;
  }

  private List<PairsAnswer.Judged> judged(ArmNames names) {
    List<PairsAnswer.Judged> judged = new ArrayList<>();
    for (int step = 0; step < loads(); step++) {
      SequentialComparison.Result result = pairs.results().get(step);
      if (result.pairs() > 0) {
        judged.add(
            new PairsAnswer.Judged(
                figure(step),
                main.name()
                    + (loads() == 1 ? "" : " at " + figures.step(step).name())
                    + " with "
                    + names.of(b).text(),
                "that with " + names.of(a).text(),
                Comparer.verdict(result.verdict()),
                ratio(result),
                Comparer.bound(low(result)),
                Comparer.bound(high(result))));
      }
    }
    return judged;
  }
}
