package dev.foliot.study.scaling;

import dev.foliot.judgement.ScalingCurve;
import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.Range;
import dev.foliot.stats.Scalability;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The answers of scaling: the law if the sizes are enough, the plain ratio always. Pure. */
final class ScalingAnswers {
  /** Of the throughput proportional to the CPUs. */
  private static final double NEARLY = 0.9;

  private static final String NEXT =
      "; next: foliot diagnose PID on it under this load, on many CPUs and on few, names what its"
          + " threads share";

  /** In the order of the answers. */
  private static final List<String> APPS = List.of("bank", "ping", "burn");

  private ScalingAnswers() {}

  static List<StudyAnswer> of(StudyFigures figures) {
    if (figures.points().isEmpty()) {
      return List.of(
          new StudyAnswer(
              "How does throughput grow with CPUs?",
              "nothing is known: no fork counts",
              "no forks"));
    }
    List<StudyAnswer> answers = new ArrayList<>();
    for (String app : APPS) {
      List<ScalingCurve> curves = ScalingCurve.of(figures.study(), app);
      if (!curves.isEmpty()) {
        answers.add(growth(app, curves));
        answers.add(limits(app, curves));
      }
    }
    return answers.isEmpty()
        ? List.of(
            new StudyAnswer(
                "How does throughput grow with CPUs?",
                "nothing is known: no load says how many CPUs it is for",
                "no numbers of CPUs"))
        : answers;
  }

  private static StudyAnswer growth(String app, List<ScalingCurve> curves) {
    return new StudyAnswer(
        app + ": how does throughput grow with CPUs?",
        String.join("; ", curves.stream().map(ScalingAnswers::growth).toList()),
        "medians: "
            + String.join(
                " | ",
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

  private static String growth(ScalingCurve curve) {
    int few = curve.fewest();
    int many = curve.most();
    if (few == many) {
      return curve.arm()
          + ": measured on "
          + Numbers.count(many, "CPU")
          + " only, so nothing grows";
    }
    ArmComparison.Shift ratio = curve.ratio();
    return curve.arm()
        + ": "
        + Numbers.count(many, "CPU")
        + (ratio.isBounded()
            ? " give " + ComparisonText.times(ratio)
            : " give " + Numbers.times(ratio.estimate()) + " (undecided, too few forks)")
        + " what "
        + few
        + " gives";
  }

  private static StudyAnswer limits(String app, List<ScalingCurve> curves) {
    List<String> answers = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (ScalingCurve curve : curves) {
      switch (curve.law()) {
        case Scalability.Refused(String reason) -> {
          answers.add(curve.arm() + ": " + withoutLaw(curve));
          evidence.add(curve.arm() + ": no fit of the Universal Scalability Law: " + reason);
        }
        case Scalability.Fitted fitted -> {
          answers.add(curve.arm() + ": " + byLaw(curve, fitted));
          evidence.add(curve.arm() + ": " + words(fitted));
        }
      }
    }
    return new StudyAnswer(
        app + ": what keeps it from growing in proportion, and what next?",
        String.join("; ", answers),
        String.join(" | ", evidence));
  }

  /** With few sizes the ratio has no explanation. */
  private static String withoutLaw(ScalingCurve curve) {
    int few = curve.fewest();
    int many = curve.most();
    ArmComparison.Shift ratio = few == many ? null : curve.ratio();
    String fewSizes = tooFew(curve);
    if (ratio == null || !ratio.isBounded()) {
      return fewSizes;
    }
    double proportion = (double) many / few;
    if (ratio.high() < NEARLY * proportion) {
      return "it loses more than a tenth on the way to "
          + Numbers.count(many, "CPU")
          + ", and "
          + fewSizes
          + NEXT;
    }
    return (ratio.low() >= NEARLY * proportion
            ? "within a tenth of proportion on " + Numbers.count(many, "CPU")
            : "not told whether it is within a tenth of proportion on "
                + Numbers.count(many, "CPU"))
        + "; for more, "
        + fewSizes;
  }

  /** Why the law is missing: a small machine, or too few valid forks on a large one. */
  private static String tooFew(ScalingCurve curve) {
    return curve.planned() < Scalability.FEWEST_SIZES
        ? "the machine is too small for the law, which takes "
            + Scalability.FEWEST_SIZES
            + " numbers of CPUs"
        : "too few numbers of CPUs have forks that count: "
            + curve.bySize().size()
            + " of "
            + curve.planned()
            + ", and the law takes "
            + Scalability.FEWEST_SIZES;
  }

  private static String byLaw(ScalingCurve curve, Scalability.Fitted fitted) {
    double largest = fitted.largestSize();
    double share = fitted.throughputAt(largest) / (largest * fitted.perUnit().value());
    String at =
        Numbers.count(curve.most(), "CPU")
            + " give "
            + Numbers.percent(share, 0)
            + " of proportion";
    return switch (fitted.limit()) {
      case NONE -> at + ", and nothing that these forks show limits it";
      case CONTENTION -> at + ", mostly by contention: work waits in line" + peak(fitted) + NEXT;
      case COHERENCY ->
          at
              + ", mostly by coherency: what every CPU must settle with every other"
              + peak(fitted)
              + NEXT;
      case UNDECIDED ->
          at + "; whether by contention or by coherency these forks do not tell" + NEXT;
    };
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
