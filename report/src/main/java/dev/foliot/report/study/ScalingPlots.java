package dev.foliot.report.study;

import dev.foliot.judgement.ScalingCurve;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Range;
import dev.foliot.stats.Scalability;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;

/**
 * The pictures of a service on more and more CPUs, with the law of its growth where it fits. The
 * law is fitted to the steady forks that count, as it is for the verdict.
 */
final class ScalingPlots {
  private final StudyView study;
  private final String id;
  private final String app;
  private final LoadAxis across;
  private final Map<ArmView, Scalability> laws = new LinkedHashMap<>();
  private final Map<ArmView, ScalingCurve> curves = new LinkedHashMap<>();

  private ScalingPlots(StudyView study, String id, String app) {
    this.study = study;
    this.id = id;
    this.app = name(study, app);
    this.across = LoadAxis.cpus(study, app);
    Map<String, ScalingCurve> byName = new HashMap<>();
    ScalingCurve.of(study.study(), app).forEach(curve -> byName.put(curve.arm(), curve));
    for (ArmView arm : study.arms()) {
      ScalingCurve curve = byName.get(arm.raw());
      if (curve != null) {
        curves.put(arm, curve);
        laws.put(arm, curve.law());
      }
    }
  }

  /** Those of a study, for each app that it loads. */
  static List<Block> of(StudyView study) {
    Set<String> apps = new LinkedHashSet<>();
    study.study().steps().forEach(step -> apps.add(ScalingCurve.app(step)));
    List<Block> blocks = new ArrayList<>();
    int number = 0;
    for (String app : apps) {
      String id = study.key() + "-scaling" + number++;
      blocks.addAll(new ScalingPlots(study, id, app).blocks());
    }
    return blocks;
  }

  /** As its loads call it; empty where none does. */
  private static String name(StudyView study, String app) {
    return study.study().steps().stream().anyMatch(step -> app.equals(step.varied().app()))
        ? Foreign.text(app, 40)
        : "";
  }

  private List<Block> blocks() {
    LoadPlot plot = new LoadPlot(id, study, across, StudyMeasure.THROUGHPUT).wide();
    study.arms().forEach(arm -> references(plot, arm));
    if (plot.isEmpty()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        plot.figure(
            "Throughput against CPUs" + ofApp(),
            "The thick line goes through the medians, the whisker from the least fork to the"
                + " greatest. "
                + ForkDots.CLAIM
                + " The thin line is the Universal Scalability Law where it could be fitted, the"
                + " dashed one the throughput on the fewest CPUs times their number: what there"
                + " would be if nothing waited for anything."));
    blocks.add(laws());
    LoadPlot perCpu = new LoadPlot(id + "-percpu", study, across, StudyMeasure.PER_CPU);
    LoadPlot p99 = new LoadPlot(id + "-p99", study, across, StudyMeasure.P99);
    List<Block.Figure> small = new ArrayList<>();
    if (!perCpu.isEmpty()) {
      small.add(perCpu.figure("Requests per CPU-second", ""));
    }
    if (!p99.isEmpty()) {
      small.add(p99.logarithmic().figure("Response time, p99", ""));
    }
    if (!small.isEmpty()) {
      blocks.add(new Block.Row("What another CPU costs" + ofApp(), "", small, study.legend()));
    }
    return blocks;
  }

  private String ofApp() {
    return app.isEmpty() ? "" : ": " + app;
  }

  private void references(LoadPlot plot, ArmView arm) {
    ScalingCurve curve = curves.get(arm);
    // beside forks that were too slow on few CPUs, what there would be is not known
    if (curve != null && curve.impossible().isEmpty()) {
      double perCpu = curve.median(curve.fewest()) / curve.fewest();
      plot.reference(arm.key(), "line ideal " + arm.colour(), cpus -> cpus * perCpu);
    }
    if (laws.get(arm) instanceof Scalability.Fitted fitted) {
      plot.reference(arm.key(), "fork law " + arm.colour(), fitted::throughputAt);
    }
  }

  private Block laws() {
    Rows rows =
        new Rows()
            .texts("arm")
            .numbers("λ, on one CPU", "σ, contention", "κ, coherency", "most at")
            .texts("what limits it");
    laws.forEach((arm, law) -> {
      switch (law) {
        case Scalability.Fitted fitted -> rows.row(row(arm, fitted));
        case Scalability.Refused(String reason) -> {
          Cell none = Cell.number(Units.NONE);
          Cell why = Cell.text("not fitted: " + Foreign.sentence(reason));
          rows.row(Cell.text(arm.name()), none, none, none, none, why);
        }
      }
    });
    return rows.table(
        id + "-laws",
        "The Universal Scalability Law" + ofApp(),
        "Throughput on N CPUs is λN / (1 + σ(N − 1) + κN(N − 1)), fitted to the steady forks that"
            + " count; the 95 % intervals are below, where these forks bound them. σ is the part"
            + " that waits in line, κ what every CPU has to settle with every other. Beyond the"
            + " CPUs that were measured it is a guess.",
        "");
  }

  private static List<Cell> row(ArmView arm, Scalability.Fitted fitted) {
    String limit =
        switch (fitted.limit()) {
          case NONE -> "nothing that these forks show: a straight line fits as well";
          case CONTENTION -> "contention: work that waits in line. See foliot diagnose";
          case COHERENCY -> "coherency: CPUs that wait for each other. See foliot diagnose";
          case UNDECIDED ->
              "something, but these forks do not tell contention from coherency. See foliot"
                  + " diagnose";
        };
    return List.of(
        Cell.text(arm.name()),
        estimate(fitted.perUnit(), Units::rate),
        estimate(fitted.contention(), Units::share),
        estimate(fitted.coherency(), Units::share),
        estimate(fitted.peakSize(), ScalingPlots::cpus),
        Cell.text(limit));
  }

  private static String cpus(double size) {
    return Double.isInfinite(size) ? "no end" : Units.number(size) + "\u00a0CPUs";
  }

  /** Without an interval where the forks bound none. */
  private static Cell estimate(Scalability.Estimate estimate, DoubleFunction<String> shown) {
    if (!estimate.isBounded()) {
      return Cell.number(shown.apply(estimate.value()), "not bounded");
    }
    Range range = estimate.range();
    String small = shown.apply(range.low()) + " to " + shown.apply(range.high());
    return Cell.number(shown.apply(estimate.value()), small);
  }
}
