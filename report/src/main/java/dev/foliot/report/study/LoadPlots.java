package dev.foliot.report.study;

import dev.foliot.judgement.ArmsByLoad;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The pictures of a study whose load is stepped up: what each arm gives, takes and lets wait. */
final class LoadPlots {
  private final StudyView study;
  private final LoadAxis across;

  LoadPlots(StudyView study) {
    this.study = study;
    this.across = LoadAxis.load(study);
  }

  /** Whether there are loads to compare. */
  boolean isLine() {
    return across.isLine();
  }

  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    OptionalInt parting = ArmsByLoad.parting(study.study());
    LoadPlot throughput = plot("throughput", StudyMeasure.THROUGHPUT).wide();
    across.places().stream()
        .filter(place -> parting.isPresent() && place.step() == parting.getAsInt())
        .forEach(place -> throughput.mark(place.value(), "arms part"));
    if (!throughput.isEmpty()) {
      blocks.add(throughput.figure("Throughput against load", claim(parting)));
    }
    List<Block.Figure> small = new ArrayList<>();
    add(small, plot("beside", besideTheBest()).zoomed(), "Throughput beside the best arm's");
    add(small, plot("p50", StudyMeasure.P50).logarithmic(), "Response time, median");
    add(small, plot("p99", StudyMeasure.P99).logarithmic(), "Response time, p99");
    add(small, plot("cpu", StudyMeasure.CPU), "CPU that the service used");
    add(small, plot("percpu", StudyMeasure.PER_CPU), "Transactions per CPU-second");
    if (!small.isEmpty()) {
      blocks.add(
          new Block.Row(
              "What it takes, and who waits",
              "Throughput as a part of the best arm's median at that load, on an axis that does not"
                  + " begin at zero; response time on a logarithmic one, the others from zero. A"
                  + " percentile is there only where a fork has ten episodes or more beyond it.",
              small,
              study.legend()));
    }
    return blocks;
  }

  private LoadPlot plot(String name, StudyMeasure measure) {
    return new LoadPlot(study.key() + "-" + name, study, across, measure);
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
        StudyMeasure.Good.HIGH);
  }

  private static void add(List<Block.Figure> figures, LoadPlot plot, String title) {
    if (!plot.isEmpty()) {
      figures.add(plot.figure(title, ""));
    }
  }

  private String claim(OptionalInt parting) {
    return "The line goes through the medians of the forks that count, the whisker from the least"
        + " of them to the greatest. "
        + ForkDots.CLAIM
        + (parting.isPresent()
            ? " The arms part where one first differs from the best by more than 5 %, with"
                + " confidence."
            : " At none of these loads do the forks tell an arm from the best by more than 5 %"
                + " (that takes four forks of each).");
  }
}
