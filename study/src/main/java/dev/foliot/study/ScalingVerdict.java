package dev.foliot.study;

import dev.foliot.stats.Range;
import dev.foliot.stats.Scalability;
import dev.foliot.store.StudyAnswer;
import dev.foliot.store.StudyPoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What scaling answers: the law where there are sizes enough, the plain ratio always. Pure. */
final class ScalingVerdict {
  private static final double CONFIDENCE = 0.95;

  /** Of the throughput that CPUs in proportion would give. */
  private static final double NEARLY = 0.9;

  private static final String NEXT =
      "; next: foliot diagnose PID on it under this load, on many CPUs and on few, names what its"
          + " threads share";

  private final StudyPlan plan;
  private final PointFigures points;

  private ScalingVerdict(StudyPlan plan, PointFigures points) {
    this.plan = plan;
    this.points = points;
  }

  static List<StudyAnswer> of(StudyPlan plan, List<StudyPoint> points) {
    PointFigures counting = new PointFigures(points);
    if (counting.isEmpty()) {
      return List.of(
          new StudyAnswer(
              "How does throughput grow with CPUs?",
              "nothing is known: no fork counts",
              "no forks"));
    }
    ScalingVerdict verdict = new ScalingVerdict(plan, counting);
    List<StudyAnswer> answers = new ArrayList<>();
    for (StudyApp app : StudyApp.values()) {
      List<Curve> curves = verdict.curves(app);
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

  /** An arm's throughputs by the number of CPUs, of so many numbers that the plan has. */
  private record Curve(String arm, int planned, TreeMap<Integer, List<Double>> bySize) {
    int largest() {
      return bySize.lastKey();
    }

    double median(int size) {
      double[] sorted = values(size);
      int half = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private double[] values(int size) {
      return bySize.getOrDefault(size, List.of()).stream()
          .mapToDouble(Double::doubleValue)
          .sorted()
          .toArray();
    }

    /** How many times the throughput of the fewest CPUs the most give. */
    ArmFigures.Shift ratio() {
      return new ArmFigures(
              Map.of("few", bySize.firstEntry().getValue(), "many", bySize.lastEntry().getValue()),
              false,
              String::valueOf)
          .ratio("many", "few");
    }

    Scalability law() {
      List<double[]> pairs = new ArrayList<>();
      bySize.forEach((size, all) -> all.forEach(one -> pairs.add(new double[] {size, one})));
      return Scalability.of(
          pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
          pairs.stream().mapToDouble(pair -> pair[1]).toArray(),
          CONFIDENCE);
    }
  }

  private List<Curve> curves(StudyApp app) {
    List<Curve> curves = new ArrayList<>();
    int planned = planned(app);
    for (ArmPlan arm : plan.arms()) {
      TreeMap<Integer, List<Double>> bySize = new TreeMap<>();
      for (StudyPoint point : points.of(arm.name())) {
        StepPlan step = plan.steps().get(point.step());
        Integer cpus = step.cpus();
        if (step.app() == app && cpus != null && point.throughputPerS() > 0) {
          bySize.computeIfAbsent(cpus, size -> new ArrayList<>()).add(point.throughputPerS());
        }
      }
      if (!bySize.isEmpty()) {
        curves.add(new Curve(arm.name(), planned, bySize));
      }
    }
    return curves;
  }

  /** On how many numbers of CPUs an app is to be measured. */
  private int planned(StudyApp app) {
    Set<Integer> sizes = new HashSet<>();
    for (StepPlan step : plan.steps()) {
      Integer cpus = step.cpus();
      if (step.app() == app && cpus != null) {
        sizes.add(cpus);
      }
    }
    return sizes.size();
  }

  private static StudyAnswer growth(StudyApp app, List<Curve> curves) {
    return new StudyAnswer(
        app.label() + ": how does throughput grow with CPUs?",
        String.join("; ", curves.stream().map(ScalingVerdict::growth).toList()),
        "medians: "
            + String.join(
                " | ",
                curves.stream()
                    .map(curve ->
                        curve.arm
                            + ": "
                            + String.join(
                                ", ",
                                curve.bySize.keySet().stream()
                                    .map(size ->
                                        StepWords.cpus(size) + " " + perS(curve.median(size)))
                                    .toList()))
                    .toList()));
  }

  private static String growth(Curve curve) {
    int few = curve.bySize.firstKey();
    int many = curve.largest();
    if (few == many) {
      return curve.arm + ": measured on " + StepWords.cpus(many) + " only, so nothing grows";
    }
    ArmFigures.Shift ratio = curve.ratio();
    return curve.arm
        + ": "
        + StepWords.cpus(many)
        + (ratio.isBounded()
            ? " give " + ArmRanking.times(ratio)
            : String.format(
                Locale.ROOT, " give %.2f times (undecided, too few forks)", ratio.estimate()))
        + " what "
        + few
        + " gives";
  }

  private static StudyAnswer limits(StudyApp app, List<Curve> curves) {
    List<String> answers = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (Curve curve : curves) {
      switch (curve.law()) {
        case Scalability.Refused(String reason) -> {
          answers.add(curve.arm + ": " + withoutLaw(curve));
          evidence.add(curve.arm + ": no fit of the Universal Scalability Law: " + reason);
        }
        case Scalability.Fitted fitted -> {
          answers.add(curve.arm + ": " + byLaw(curve, fitted));
          evidence.add(curve.arm + ": " + words(fitted));
        }
      }
    }
    return new StudyAnswer(
        app.label() + ": what keeps it from growing in proportion, and what next?",
        String.join("; ", answers),
        String.join(" | ", evidence));
  }

  /** With few sizes there is the ratio and nothing to say why. */
  private static String withoutLaw(Curve curve) {
    int few = curve.bySize.firstKey();
    int many = curve.largest();
    ArmFigures.Shift ratio = few == many ? null : curve.ratio();
    String fewSizes = tooFew(curve);
    if (ratio == null || !ratio.isBounded()) {
      return fewSizes;
    }
    double proportion = (double) many / few;
    if (ratio.high() < NEARLY * proportion) {
      return "it loses more than a tenth on the way to "
          + StepWords.cpus(many)
          + ", and "
          + fewSizes
          + NEXT;
    }
    return (ratio.low() >= NEARLY * proportion
            ? "within a tenth of proportion on " + StepWords.cpus(many)
            : "not told whether it is within a tenth of proportion on " + StepWords.cpus(many))
        + "; for more, "
        + fewSizes;
  }

  /** Why there is no law: a large machine is not to blame where its forks do not count. */
  private static String tooFew(Curve curve) {
    return curve.planned < Scalability.FEWEST_SIZES
        ? "the machine is too small for the law, which takes "
            + Scalability.FEWEST_SIZES
            + " numbers of CPUs"
        : "too few numbers of CPUs have forks that count: "
            + curve.bySize.size()
            + " of "
            + curve.planned
            + ", and the law takes "
            + Scalability.FEWEST_SIZES;
  }

  private static String byLaw(Curve curve, Scalability.Fitted fitted) {
    double largest = fitted.largestSize();
    double share = fitted.throughputAt(largest) / (largest * fitted.perUnit().value());
    String at =
        String.format(
            Locale.ROOT,
            "%s give %.0f %% of proportion",
            StepWords.cpus(curve.largest()),
            share * 100);
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

  /** Nothing where the interval has no end: then there may be no peak at all. */
  private static String peak(Scalability.Fitted fitted) {
    Scalability.Estimate size = fitted.peakSize();
    return Double.isInfinite(size.range().high())
        ? ""
        : "; by the law throughput peaks at " + estimate(size, "%.0f") + " CPUs";
  }

  private static String words(Scalability.Fitted fitted) {
    return "contention "
        + estimate(fitted.contention(), "%.4f")
        + ", coherency "
        + estimate(fitted.coherency(), "%.6f")
        + ", "
        + estimate(fitted.perUnit(), "%,.0f")
        + "/s on one CPU, peak at "
        + estimate(fitted.peakSize(), "%.0f")
        + " CPUs";
  }

  private static String estimate(Scalability.Estimate estimate, String format) {
    Range range = estimate.range();
    return number(estimate.value(), format)
        + " ("
        + number(range.low(), format)
        + " to "
        + number(range.high(), format)
        + ")";
  }

  private static String number(double value, String format) {
    return Double.isInfinite(value) ? "infinitely many" : String.format(Locale.ROOT, format, value);
  }

  private static String perS(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f/s" : "%,.0f/s", value);
  }
}
