package dev.foliot.report.fleet;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Series;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Titles;
import dev.foliot.report.page.Units;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetEighths;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The share of the smaller band with its interval, on an axis of eighths. */
final class EighthsStrip {
  private static final int HEIGHT = 36;
  private static final int EIGHTHS = 8;

  private EighthsStrip() {}

  /** The picture, or none where there is nothing to compare. */
  static List<Block> blocks(FleetView view) {
    FleetEighths eighths = view.fleet().groups().eighths();
    Optional<FleetBand> smaller =
        view.bands().stream().min(Comparator.comparingInt(FleetBand::nodes));
    if (eighths == null || smaller.isEmpty()) {
      return List.of();
    }
    String id = view.key() + "-eighths";
    return List.of(
        chart(id, eighths, smaller.get())
            .figure("Is it a lottery of eighths?", claim(eighths, smaller.get())));
  }

  private static String claim(FleetEighths eighths, FleetBand band) {
    return "A cache line of 64 bytes has eight places for a pointer, so a lottery of addresses has"
        + " shares of eighths. The bar is the 95 % interval of the share of group "
        + band.band()
        + ". "
        + Titles.sentence(eighths.words());
  }

  private static Chart chart(String id, FleetEighths eighths, FleetBand band) {
    Chart chart =
        new Chart(
            id,
            "the share of group %d is %s, between %s and %s"
                .formatted(
                    band.band(),
                    Units.percent(band.share()),
                    Units.percent(band.shareLow()),
                    Units.percent(band.shareHigh())),
            Chart.Names.NONE);
    Axis shares =
        Axis.linear(0, 1)
            .labelledAt(
                IntStream.rangeClosed(0, EIGHTHS).mapToObj(k -> (double) k / EIGHTHS).toList(),
                0,
                share -> share % 1 == 0 ? "" + (int) share : (int) (share * EIGHTHS) + "/8");
    Plot plot = chart.plot(HEIGHT, shares, Axis.linear(0, 1));
    plot.ground(svg -> {
      for (int k = 1; k < EIGHTHS; k++) {
        boolean in = eighths.consistentK().contains(k);
        svg.vertical(in ? "eighth in" : "eighth", (double) k / EIGHTHS, 0, HEIGHT);
      }
    });
    Series series = plot.series("", FleetView.colour(band.band()));
    series.path("bars").box(band.shareLow(), band.shareHigh(), 0.3, 0.7);
    series.path("seen").point(band.share(), 0.5);
    return chart;
  }
}
