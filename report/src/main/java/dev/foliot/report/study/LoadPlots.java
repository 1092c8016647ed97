package dev.foliot.report.study;

import dev.foliot.judgement.ArmsByLoad;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Quantity;
import dev.foliot.store.study.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The pictures of a study whose load is stepped up: what each arm gives, takes and lets wait. */
final class LoadPlots {
  private final StudyView study;
  private final LoadAxis across;

  /** Behind the names of pictures and titles, where there are several axes. */
  private final String suffix;

  private LoadPlots(StudyView study, LoadAxis across, String suffix) {
    this.study = study;
    this.across = across;
    this.suffix = suffix;
  }

  /** Whether there are loads to compare. */
  static boolean isLine(StudyView study) {
    return LoadAxis.loads(study).stream().anyMatch(LoadAxis::isLine)
        || LoadAxis.loads(study).size() > 1;
  }

  /** Those of a study; closed and open loops apart. */
  static List<Block> of(StudyView study) {
    List<LoadAxis> axes = LoadAxis.loads(study);
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      blocks.addAll(new LoadPlots(study, axes.get(i), i == 0 ? "" : "-" + i).blocks());
    }
    return blocks;
  }

  private List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    OptionalInt parting = ArmsByLoad.parting(study.study());
    LoadPlot throughput = plot("throughput", StudyMeasure.THROUGHPUT).wide();
    across.places().stream()
        .filter(place -> parting.isPresent() && place.step() == parting.getAsInt())
        .forEach(place -> throughput.mark(place.value(), "arms differ from here"));
    if (!throughput.isEmpty()) {
      blocks.add(throughput.figure("Throughput against load", claim(parting)));
    }
    List<Block.Figure> small = new ArrayList<>();
    add(small, plot("beside", besideTheBest()).zoomed(), "Throughput beside the best arm's");
    add(small, plot("p50", StudyMeasure.P50).logarithmic(), "Response time, median");
    add(small, plot("p99", StudyMeasure.P99).logarithmic(), "Response time, p99");
    add(small, plot("cpu", StudyMeasure.CPU), "CPU that the service used");
    add(small, plot("percpu", StudyMeasure.PER_CPU), "Requests per CPU-second");
    if (!small.isEmpty()) {
      blocks.add(
          new Block.Row(
              "Response time and CPU against load",
              "A percentile is shown only where a fork has ten episodes or more beyond it. Response"
                  + " time is on a logarithmic axis. The axis of shares of the best arm does not"
                  + " begin at zero, the others do.",
              small,
              study.legend()));
    }
    return blocks;
  }

  private LoadPlot plot(String name, StudyMeasure measure) {
    return new LoadPlot(study.key() + "-" + name + suffix, study, across, measure);
  }

  private StudyMeasure besideTheBest() {
    double[] best = new double[study.study().steps().size()];
    for (int step = 0; step < best.length; step++) {
      for (ArmView arm : study.arms()) {
        ForkSpread spread = study.spread(arm, step, StudyMeasure.THROUGHPUT);
        best[step] = Math.max(best[step], spread == null ? 0 : spread.median());
      }
    }
    return new StudyMeasure(
        "part of the best",
        point ->
            point.step() < 0 || point.step() >= best.length || best[point.step()] == 0
                ? null
                : (Double) (point.throughputPerS() / best[point.step()]),
        Quantity.SHARE,
        Metric.Better.HIGH);
  }

  private static void add(List<Block.Figure> figures, LoadPlot plot, String title) {
    if (!plot.isEmpty()) {
      figures.add(plot.figure(title, ""));
    }
  }

  private String claim(OptionalInt parting) {
    return "Lines: medians over the valid and suspect forks. Whiskers: the least and the greatest"
        + " of them. "
        + ForkDots.CLAIM
        + (parting.isPresent()
            ? " The mark is where an arm first differs from the best by more than 5 %, with"
                + " confidence."
            : " At none of these loads does an arm differ from the best by more than 5 %, with"
                + " confidence; that takes four forks of each.");
  }
}
