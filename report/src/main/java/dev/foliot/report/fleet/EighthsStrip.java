package dev.foliot.report.fleet;

import dev.foliot.report.chart.Area;
import dev.foliot.report.chart.Curve;
import dev.foliot.report.chart.Drawing;
import dev.foliot.report.chart.LabelledScale;
import dev.foliot.report.chart.LinearScale;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Figures;
import dev.foliot.store.FleetBand;
import dev.foliot.store.FleetEighths;
import gg.jte.Content;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The share of the smaller band with its interval, on an axis of eighths. */
final class EighthsStrip {
  private static final int HEIGHT = 36;
  private static final int EIGHTHS = 8;

  private EighthsStrip() {}

  /** The picture, or none where there is nothing to compare. */
  static List<Block> blocks(FleetView view) {
    FleetEighths eighths = view.fleet().eighths();
    Optional<FleetBand> smaller =
        view.bands().stream().min(Comparator.comparingInt(FleetBand::nodes));
    if (eighths == null || smaller.isEmpty()) {
      return List.of();
    }
    String id = view.key() + "-eighths";
    return List.of(
        new Block.Figure(
            id,
            null,
            "Is it a lottery of eighths?",
            claim(eighths, smaller.get()),
            draw(id, eighths, smaller.get()),
            true,
            List.of(),
            null));
  }

  private static String claim(FleetEighths eighths, FleetBand band) {
    String k =
        eighths.consistentK().stream()
            .limit(EIGHTHS)
            .map(one -> one + "/8")
            .collect(Collectors.joining(", "));
    return "A cache line of 64 bytes has eight places for a pointer, so a lottery of addresses has"
        + " shares of eighths. The bar is the 95 % interval of the share of band "
        + band.band()
        + (k.isEmpty() ? "; no eighth lies in it." : "; in it: " + k + ".")
        + " An interval as wide has an eighth in it by chance in "
        + Figures.percent(eighths.expectedByChance())
        + " of cases. "
        + (eighths.hints() ? "This is a hint and" : "So it says nothing here, and is")
        + " no part of the verdict.";
  }

  private static Content draw(String id, FleetEighths eighths, FleetBand band) {
    Scale linear = new LinearScale(0, 1, EIGHTHS, Figures::axis);
    Scale x =
        new LabelledScale(
            linear,
            IntStream.rangeClosed(0, EIGHTHS)
                .mapToObj(
                    k ->
                        new Scale.Tick(
                            (double) k / EIGHTHS, k % EIGHTHS == 0 ? "" + k / EIGHTHS : k + "/8"))
                .toList());
    Area area = new Area(HEIGHT, x, new LabelledScale(linear, List.of()));
    area.on(
        svg -> {
          for (int k = 1; k < EIGHTHS; k++) {
            String at = Svg.percent((double) k / EIGHTHS);
            boolean in = eighths.consistentK().contains(k);
            svg.leaf(
                "line",
                "class",
                in ? "eighth in" : "eighth",
                "x1",
                at,
                "x2",
                at,
                "y2",
                Integer.toString(HEIGHT));
          }
        });
    String colour = FleetView.colour(band.band());
    area.shape(
        "",
        "bars " + colour,
        new Curve().box(x.at(band.shareLow()), x.at(band.shareHigh()), 0.3, 0.7));
    area.shape("", "seen " + colour, new Curve().dot(x.at(band.share()), 0.5));
    Svg svg = new Svg();
    Drawing.begin(
        svg,
        id,
        false,
        "the share of band "
            + band.band()
            + " is "
            + Figures.percent(band.share())
            + ", between "
            + Figures.percent(band.shareLow())
            + " and "
            + Figures.percent(band.shareHigh()),
        4 + HEIGHT + Area.BELOW);
    area.draw(svg, 4);
    return svg.end();
  }
}
