package dev.foliot.study.scaling;

import dev.foliot.judgement.ScalingCurve;
import dev.foliot.stats.Range;
import dev.foliot.stats.Scalability;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The answers of scaling: the law if the sizes are enough, the plain ratio always. Pure. */
final class ScalingAnswers {
  /** Of the throughput proportional to the CPUs. */
  private static final double NEARLY = 0.9;

  private static final String NEXT =
      " Next: foliot diagnose PID under this load, on many CPUs and on few, names what its threads"
          + " share.";

  /** In the order of the answers. */
  private static final List<String> APPS = List.of("bank", "ping", "burn");

  private static final String QUESTION = "How does throughput grow with CPUs?";

  private final StudyFigures figures;
  private final ArmNames names;

  private ScalingAnswers(StudyFigures figures) {
    this.figures = figures;
    this.names = figures.names();
  }

  static List<StudyAnswer> of(StudyFigures figures) {
    Basis all = Basis.ofAll(figures, Metric.THROUGHPUT);
    if (figures.points().isEmpty()) {
      return List.of(all.nothing(QUESTION));
    }
    ScalingAnswers scaling = new ScalingAnswers(figures);
    List<StudyAnswer> answers = new ArrayList<>();
    for (String app : APPS) {
      List<ScalingCurve> curves = ScalingCurve.of(figures.study(), app);
      if (!curves.isEmpty()) {
        answers.add(scaling.growth(app, curves));
        answers.add(scaling.limits(app, curves));
      }
    }
    String without = "Not known: no load says for how many CPUs it is.";
    return answers.isEmpty()
        ? List.of(all.answer(QUESTION, without, List.of(without), "no numbers of CPUs"))
        : answers;
  }

  private Basis basis(String app) {
    return new Basis(
        figures,
        IntStream.range(0, figures.study().steps().size())
            .filter(step -> ScalingCurve.app(figures.step(step)).equals(app))
            .boxed()
            .toList(),
        List.of(Metric.THROUGHPUT));
  }

  private StudyAnswer growth(String app, List<ScalingCurve> curves) {
    List<String> answer =
        new ArrayList<>(curves.stream().map(curve -> growth(curve, true)).toList());
    if (curves.stream().anyMatch(ScalingAnswers::isUnbounded)) {
      answer.add(ComparisonText.tooFewForks());
    }
    return basis(app)
        .answer(
            app + ": how does throughput grow with CPUs?",
            headline(curves),
            answer,
            "medians: "
                + String.join(
                    "; ",
                    curves.stream()
                        .map(curve ->
                            curve.arm()
                                + ": "
                                + String.join(
                                    ", ",
                                    curve.bySize().keySet().stream()
                                        .map(size ->
                                            Numbers.count(size, "CPU")
                                                + " "
                                                + Numbers.rate(curve.median(size)))
                                        .toList()))
                        .toList()));
  }

  private static boolean isUnbounded(ScalingCurve curve) {
    return curve.fewest() != curve.most() && !curve.ratio().isBounded();
  }

  /** The arm that gains most and the one that gains least. */
  private String headline(List<ScalingCurve> curves) {
    List<ScalingCurve> grown =
        curves.stream()
            .filter(curve -> curve.fewest() != curve.most())
            .sorted(Comparator.comparingDouble((ScalingCurve curve) -> -curve.ratio().estimate()))
            .toList();
    if (grown.isEmpty()) {
      return growth(curves.getFirst(), false);
    }
    String most = growth(grown.getFirst(), false);
    return grown.size() == 1 ? most : most + " " + growth(grown.getLast(), false);
  }

  private String growth(ScalingCurve curve, boolean hasInterval) {
    int few = curve.fewest();
    int many = curve.most();
    ArmNames.ArmName name = names.of(curve.arm());
    if (few == many) {
      return ArmNames.sentence(
          name.does("have") + " figures for " + Numbers.count(many, "CPU") + " only");
    }
    return ArmNames.sentence(
        name.does("do")
            + " "
            + (hasInterval
                ? ComparisonText.times(curve.ratio(), "as much")
                : Numbers.times(curve.ratio().estimate()) + " as much")
            + " on "
            + Numbers.count(many, "CPU")
            + " as on "
            + few);
  }

  private StudyAnswer limits(String app, List<ScalingCurve> curves) {
    List<String> answers = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    Map<String, List<String>> unknown = new LinkedHashMap<>();
    boolean needsDiagnosis = false;
    for (ScalingCurve curve : curves) {
      switch (curve.law()) {
        case Scalability.Refused(String reason) -> {
          growthWithoutLaw(curve).ifPresent(answers::add);
          unknown.computeIfAbsent(tooFew(curve), why -> new ArrayList<>()).add(curve.arm());
          evidence.add(curve.arm() + ": no fit of the Universal Scalability Law: " + reason);
          needsDiagnosis |= losesMuch(curve);
        }
        case Scalability.Fitted fitted -> {
          answers.add(byLaw(curve, fitted));
          evidence.add(curve.arm() + ": " + words(fitted));
          needsDiagnosis |= fitted.limit() != Scalability.Limit.NONE;
        }
      }
    }
    unknown.forEach((why, arms) ->
        answers.add("The cause is not known for " + names.of(arms).text() + ": " + why + "."));
    String headline = answers.getFirst();
    if (needsDiagnosis) {
      answers.add(NEXT.strip());
    }
    return basis(app)
        .answer(app + ": what limits the growth?", headline, answers, String.join("; ", evidence));
  }

  private static boolean losesMuch(ScalingCurve curve) {
    return curve.fewest() != curve.most()
        && curve.ratio().isBounded()
        && curve.ratio().high() < NEARLY * curve.most() / curve.fewest();
  }

  /** With few sizes there is the ratio alone; empty where forks are too few for it. */
  private Optional<String> growthWithoutLaw(ScalingCurve curve) {
    int few = curve.fewest();
    int many = curve.most();
    if (few == many || !curve.ratio().isBounded()) {
      return Optional.empty();
    }
    ArmNames.ArmName name = names.of(curve.arm());
    String on = " on " + Numbers.count(many, "CPU");
    String growth =
        losesMuch(curve)
            ? name.does("lose") + " more than a tenth of proportional growth" + on
            : curve.ratio().low() >= NEARLY * many / few
                ? name.does("grow") + " within a tenth of proportion" + on
                : name.does("grow") + on + ", inconclusive whether within a tenth of proportion";
    return Optional.of(ArmNames.sentence(growth));
  }

  /** Why there is no law: a large machine is not to blame where its forks are INVALID. */
  private static String tooFew(ScalingCurve curve) {
    return curve.planned() < Scalability.FEWEST_SIZES
        ? "the machine is too small for the scalability law, which needs "
            + Scalability.FEWEST_SIZES
            + " numbers of CPUs"
        : "too few numbers of CPUs have valid forks: "
            + curve.bySize().size()
            + " of "
            + curve.planned()
            + ", and the scalability law needs "
            + Scalability.FEWEST_SIZES;
  }

  private String byLaw(ScalingCurve curve, Scalability.Fitted fitted) {
    double largest = fitted.largestSize();
    double share = fitted.throughputAt(largest) / (largest * fitted.perUnit().value());
    String at =
        names.of(curve.arm()).does("reach")
            + " "
            + Numbers.percent(share, 0)
            + " of proportional growth on "
            + Numbers.count(curve.most(), "CPU");
    return ArmNames.sentence(
        switch (fitted.limit()) {
          case NONE -> at + ", and these forks show no limit";
          case CONTENTION ->
              at + ", mostly limited by contention: work waits in line" + peak(fitted);
          case COHERENCY ->
              at
                  + ", mostly limited by coherency: every CPU exchanges data with every other"
                  + peak(fitted);
          case UNDECIDED -> at + "; these forks do not separate contention from coherency";
        });
  }

  /** Empty if the interval is unbounded: then a peak may not exist. */
  private static String peak(Scalability.Fitted fitted) {
    Scalability.Estimate size = fitted.peakSize();
    return Double.isInfinite(size.range().high())
        ? ""
        : "; by the law throughput peaks at " + estimate(size, 0) + " CPUs";
  }

  private static String words(Scalability.Fitted fitted) {
    return "contention "
        + estimate(fitted.contention(), 4)
        + ", coherency "
        + estimate(fitted.coherency(), 6)
        + ", "
        + estimate(fitted.perUnit(), 0)
        + "/s on one CPU, peak at "
        + estimate(fitted.peakSize(), 0)
        + " CPUs";
  }

  private static String estimate(Scalability.Estimate estimate, int decimals) {
    Range range = estimate.range();
    return number(estimate.value(), decimals)
        + " ("
        + number(range.low(), decimals)
        + " to "
        + number(range.high(), decimals)
        + ")";
  }

  private static String number(double value, int decimals) {
    return Double.isInfinite(value) ? "infinitely many" : Numbers.fixed(value, decimals);
  }
}
