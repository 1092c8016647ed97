package dev.foliot.study.scaling;

import dev.foliot.judgement.ScalingCurve;
import dev.foliot.judgement.SpeedUp;
import dev.foliot.judgement.answer.FigureList;
import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.Range;
import dev.foliot.stats.Scalability;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The answers of scaling: the law if the sizes are enough, the plain ratio otherwise. Only steady
 * forks count, and a ratio above that of the CPUs is none. Pure.
 */
public final class ScalingAnswers {
  /** Of the throughput proportional to the CPUs. */
  private static final double NEARLY = 0.9;

  private static final String NEXT =
      " Next: foliot diagnose PID under this load, on many CPUs and on few, names what its threads"
          + " share.";

  /** In the order of the answers. */
  private static final List<String> APPS = List.of("bank", "ping", "burn", "sharing");

  /** Its study runs diagnose itself. */
  private static final String DIAGNOSED = "sharing";

  private static final String QUESTION = "How does throughput grow with CPUs?";
  private static final String QUESTION_OF_APP = ": how does throughput grow with CPUs?";

  private final StudyFigures figures;
  private final ArmNames names;

  private ScalingAnswers(StudyFigures figures) {
    this.figures = figures;
    this.names = figures.names();
  }

  /** The answers for every program that the study scales. */
  public static List<StudyAnswer> of(StudyFigures figures) {
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
      } else if (!scaling.basis(app).points().isEmpty()) {
        answers.add(scaling.neverSteady(app));
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
        new ArrayList<>(curves.stream().map(curve -> growth(curve, null)).toList());
    if (curves.stream().anyMatch(ScalingAnswers::isUnbounded)) {
      answer.add(ComparisonText.tooFewForks());
    }
    unsteady(app).ifPresent(answer::add);
    return basis(app)
        .answer(
            app + QUESTION_OF_APP,
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

  private StudyAnswer neverSteady(String app) {
    String nothing = "Not known: no fork kept one throughput under its load.";
    List<String> answer = new ArrayList<>(List.of(nothing));
    unsteady(app).ifPresent(answer::add);
    return basis(app).answer(app + QUESTION_OF_APP, nothing, answer, "no steady fork");
  }

  /** Which forks do not count, since they were not steady; empty for none. */
  private Optional<String> unsteady(String app) {
    List<String> all = new ArrayList<>();
    for (String arm : figures.arms()) {
      for (int i : basis(app).steps()) {
        List<StudyPoint> forks =
            figures.points(arm).stream().filter(point -> point.step() == i).toList();
        long left = forks.stream().filter(point -> !ScalingCurve.isSteady(point)).count();
        Integer cpus = figures.step(i).varied().cpus();
        if (left > 0 && cpus != null) {
          all.add(
              "%s on %s (%d of %d)".formatted(arm, Numbers.count(cpus, "CPU"), left, forks.size()));
        }
      }
    }
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Forks that still changed under their load are left out: "
                + String.join(", ", all)
                + ".");
  }

  private static boolean isUnbounded(ScalingCurve curve) {
    SpeedUp speedUp = curve.speedUp();
    return curve.fewest() != curve.most()
        && !speedUp.isImpossible()
        && !speedUp.ratio().isBounded();
  }

  /** The arm that gains most and the one that gains least. */
  private Headline headline(List<ScalingCurve> curves) {
    FigureList figures = new FigureList();
    List<ScalingCurve> grown =
        curves.stream()
            .filter(curve -> curve.fewest() != curve.most())
            .sorted(
                Comparator.comparing((ScalingCurve curve) -> curve.speedUp().isImpossible())
                    .thenComparingDouble(curve -> -curve.speedUp().ratio().estimate()))
            .toList();
    if (grown.isEmpty()) {
      return Headline.of(growth(curves.getFirst(), figures), figures);
    }
    String most = growth(grown.getFirst(), figures);
    return Headline.of(
        grown.size() == 1 ? most : most + " " + growth(grown.getLast(), figures), figures);
  }

  /**
   * How throughput grows.
   *
   * @param figures of a headline, which has no interval; null for a whole sentence
   */
  private String growth(ScalingCurve curve, @Nullable FigureList figures) {
    int few = curve.fewest();
    int many = curve.most();
    ArmNames.ArmName name = names.of(curve.arm());
    if (few == many) {
      return ArmNames.sentence(
          name.does("have") + " figures for " + Numbers.count(many, "CPU") + " only");
    }
    SpeedUp speedUp = curve.speedUp();
    return ArmNames.sentence(
        speedUp.isImpossible()
            ? "no speed-up of " + name.text() + " is known: " + speedUp.refusal()
            : speedUp.isFull()
                ? full(name, speedUp, figures == null)
                : name.does("do")
                    + " "
                    + (figures == null
                        ? ComparisonText.times(atMost(speedUp), "as much")
                        : figures.add(
                                ComparisonText.figure(
                                    "ratio of " + curve.arm(),
                                    "ratio",
                                    atMost(speedUp),
                                    Numbers.times(speedUp.ratio().estimate())))
                            + " as much")
                    + " on "
                    + Numbers.count(many, "CPU")
                    + " as on "
                    + few);
  }

  /** All that the CPUs can give; what is measured above that is an error. */
  private static String full(ArmNames.ArmName name, SpeedUp speedUp, boolean hasInterval) {
    return name.does("grow")
        + " in proportion from "
        + Numbers.count(speedUp.few(), "CPU")
        + " to "
        + speedUp.many()
        + (hasInterval
            ? " (measured "
                + ComparisonText.times(speedUp.ratio())
                + "; what is above "
                + Numbers.shortNumber(speedUp.most())
                + " is an error of measurement)"
            : "");
  }

  /** The ratio with an interval that ends where the CPUs end. */
  private static ArmComparison.Shift atMost(SpeedUp speedUp) {
    ArmComparison.Shift ratio = speedUp.ratio();
    return ratio.isBounded()
        ? new ArmComparison.Shift(
            ratio.by(), ratio.estimate(), ratio.low(), Math.min(ratio.high(), speedUp.most()))
        : ratio;
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
          unbounded(curve, fitted).ifPresent(answers::add);
          evidence.add(curve.arm() + ": " + words(fitted));
          needsDiagnosis |= fitted.limit() != Scalability.Limit.NONE;
        }
      }
    }
    unknown.forEach((why, arms) ->
        answers.add("The cause is not known for " + names.of(arms).text() + ": " + why + "."));
    String headline = answers.getFirst();
    if (needsDiagnosis && !app.equals(DIAGNOSED)) {
      answers.add(NEXT.strip());
    }
    return basis(app)
        .answer(app + ": what limits the growth?", headline, answers, String.join("; ", evidence));
  }

  private static boolean losesMuch(ScalingCurve curve) {
    SpeedUp speedUp = curve.speedUp();
    return speedUp.ratio().isBounded() && speedUp.ratio().high() < NEARLY * speedUp.most();
  }

  /** With few sizes there is the ratio alone; empty where forks are too few for it. */
  private Optional<String> growthWithoutLaw(ScalingCurve curve) {
    SpeedUp speedUp = curve.speedUp();
    if (speedUp.most() == 1 || !speedUp.ratio().isBounded() || !curve.impossible().isEmpty()) {
      return Optional.empty();
    }
    ArmNames.ArmName name = names.of(curve.arm());
    String on = " on " + Numbers.count(curve.most(), "CPU");
    String growth =
        losesMuch(curve)
            ? name.does("lose") + " more than a tenth of proportional growth" + on
            : speedUp.ratio().low() >= NEARLY * speedUp.most()
                ? name.does("grow") + " within a tenth of proportion" + on
                : name.does("grow") + on + ", inconclusive whether within a tenth of proportion";
    return Optional.of(ArmNames.sentence(growth));
  }

  /** Why there is no law: a large machine is not to blame where its forks are INVALID. */
  private static String tooFew(ScalingCurve curve) {
    if (!curve.impossible().isEmpty()) {
      return "a measured speed-up is more than the CPUs can give, so the forks on few CPUs are no"
          + " measure of what one can do";
    }
    return curve.planned() < Scalability.FEWEST_SIZES
        ? "the machine is too small for the scalability law, which needs "
            + Scalability.FEWEST_SIZES
            + " numbers of CPUs"
        : "too few numbers of CPUs have valid and steady forks: "
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

  /** What the forks cannot tell; empty if they bound all. */
  private Optional<String> unbounded(ScalingCurve curve, Scalability.Fitted fitted) {
    List<String> open = new ArrayList<>();
    if (!fitted.perUnit().isBounded()) {
      open.add("the throughput of one CPU");
    }
    if (!fitted.contention().isBounded()) {
      open.add("contention");
    }
    if (!fitted.coherency().isBounded()) {
      open.add("coherency");
    }
    return open.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "These forks of "
                + names.of(curve.arm()).text()
                + " do not bound "
                + Numbers.and(open)
                + ": more forks or more numbers of CPUs would.");
  }

  /** Empty if the interval is unbounded: then a peak may not exist. */
  private static String peak(Scalability.Fitted fitted) {
    Scalability.Estimate size = fitted.peakSize();
    return size.isBounded()
        ? "; by the law throughput peaks at " + estimate(size, 0) + " CPUs"
        : "";
  }

  private static String words(Scalability.Fitted fitted) {
    return "contention "
        + estimate(fitted.contention(), 4)
        + ", coherency "
        + estimate(fitted.coherency(), 6)
        + ", on one CPU "
        + estimate(fitted.perUnit(), 0)
        + "/s, peak "
        + (fitted.peakSize().isBounded()
            ? "at " + estimate(fitted.peakSize(), 0) + " CPUs"
            : "not bounded");
  }

  /** Without an interval where the forks bound none. */
  private static String estimate(Scalability.Estimate estimate, int decimals) {
    Range range = estimate.range();
    return Numbers.fixed(estimate.value(), decimals)
        + (estimate.isBounded()
            ? " ("
                + Numbers.fixed(range.low(), decimals)
                + " to "
                + Numbers.fixed(range.high(), decimals)
                + ")"
            : " (not bounded)");
  }
}
