package dev.foliot.report.study;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.PlaceStrip;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Series;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyPrediction;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pictures of the lottery of addresses, for each JDK: a strip of the places that were played
 * with what was predicted there, and every fork's speed against its place.
 */
final class LotteryPlots {
  private static final StudyMeasure SPEED = StudyMeasure.READER_PER_CPU;
  private static final int PLOT_PX = 300;
  private static final int WORD = 8;
  private static final int MOST_PLACES = 64;
  private static final int HEAD_PX = 18;
  private static final int CELL_PX = 26;
  private static final int FOOT_PX = 20;

  private final String id;
  private final String on;
  private final TreeMap<Integer, List<StudyPoint>> byPlace = new TreeMap<>();
  private int lineBytes = WORD;

  private LotteryPlots(String id, String on) {
    this.id = id;
    this.on = on;
  }

  /** What was said, and how it is drawn. */
  private enum Band {
    FAST(StudyPrediction.FAST, "c2", "place lucky"),
    SLOW(StudyPrediction.SLOW, "c1", "place unlucky"),
    ALIKE(StudyPrediction.ALIKE, "c5", "place");

    private final String word;
    private final String colour;
    private final String cell;

    Band(String word, String colour, String cell) {
      this.word = word;
      this.colour = colour;
      this.cell = cell;
    }

    static Band of(StudyPrediction said) {
      return switch (said.band()) {
        case StudyPrediction.FAST -> FAST;
        case StudyPrediction.SLOW -> SLOW;
        default -> ALIKE;
      };
    }

    String key() {
      return "band-" + word;
    }

    Block.Chip chip() {
      return new Block.Chip(key(), "predicted " + word, colour);
    }
  }

  /** Those of a study; none where no fork has a prediction. */
  static List<Block> of(StudyView study) {
    Map<String, String> jdks = new HashMap<>();
    for (StudyArm arm : study.study().arms()) {
      jdks.put(arm.name(), arm.jvm().jdkVersion());
    }
    boolean several = jdks.values().stream().distinct().count() > 1;
    Map<String, LotteryPlots> plots = new LinkedHashMap<>();
    for (StudyPoint point : study.study().points()) {
      StudyPrediction said = point.prediction();
      if (said != null && SPEED.of().apply(point) != null) {
        String jdk = jdks.getOrDefault(point.arm(), said.jvm());
        plots
            .computeIfAbsent(
                jdk,
                version ->
                    new LotteryPlots(
                        study.key() + "-lottery" + plots.size(),
                        several ? " on JDK " + Foreign.text(version, 40) : ""))
            .add(said, point);
      }
    }
    List<Block> blocks = new ArrayList<>();
    plots.values().forEach(one -> blocks.addAll(one.blocks()));
    return blocks;
  }

  private void add(StudyPrediction said, StudyPoint point) {
    int place = said.line().lineOffset();
    boolean isSane =
        place >= 0 && place < said.line().lineBytes() && said.line().lineBytes() <= 1_024;
    if (isSane && (byPlace.containsKey(place) || byPlace.size() < MOST_PLACES)) {
      lineBytes = Math.max(lineBytes, said.line().lineBytes());
      byPlace.computeIfAbsent(place, at -> new ArrayList<>()).add(point);
    }
  }

  private List<Block> blocks() {
    if (byPlace.isEmpty()) {
      return List.of();
    }
    String strip =
        "Where in a cache line the class of each fork began, by bytes. A tick: the word that the"
            + " writer writes and the one that the reader reads are on different lines there; a"
            + " cross: they are on one. Below it what was predicted from that alone, before the"
            + " fork was measured.";
    String plot =
        "Every dot is a fork, coloured by what was predicted before it was measured; a ring is"
            + " SUSPECT, a red square INVALID. Type checks of the reader in a second of its CPU"
            + " time.";
    return List.of(
        Block.Figure.of(id + "-places", "The places" + on, strip, Block.Picture.of(strip())),
        speed()
            .figure("Speed against place" + on, plot)
            .legend(bands().stream().map(Band::chip).toList())
            .table(table()));
  }

  private List<Band> bands() {
    return byPlace.values().stream()
        .flatMap(List::stream)
        .map(LotteryPlots::band)
        .distinct()
        .sorted()
        .toList();
  }

  private static Band band(StudyPoint point) {
    StudyPrediction said = point.prediction();
    return said == null ? Band.ALIKE : Band.of(said);
  }

  private static StudyPrediction said(List<StudyPoint> forks) {
    StudyPrediction said = forks.getFirst().prediction();
    if (said == null) {
      throw new IllegalStateException("a fork without a prediction");
    }
    return said;
  }

  private Content strip() {
    Svg svg =
        PlaceStrip.picture(
            HEAD_PX + CELL_PX + FOOT_PX, "the places of the class, and what was predicted there");
    PlaceStrip strip = new PlaceStrip(svg, byPlace.size(), HEAD_PX, CELL_PX);
    int number = 0;
    for (Map.Entry<Integer, List<StudyPoint>> one : byPlace.entrySet()) {
      StudyPrediction said = said(one.getValue());
      Band band = Band.of(said);
      strip.text(number, "at", 12 - HEAD_PX, one.getKey().toString());
      strip.cell(number, band.cell, !said.line().sameLine());
      strip.text(number, "at", CELL_PX + 14, band.word);
      number++;
    }
    return svg.end();
  }

  private Chart speed() {
    Chart chart =
        new Chart(
            id + "-speed",
            "type checks of the reader against the place of the class",
            Chart.Names.NONE);
    double most =
        byPlace.values().stream()
            .flatMap(List::stream)
            .mapToDouble(LotteryPlots::perCpuS)
            .max()
            .orElse(1);
    Plot plot =
        chart
            .plot(
                PLOT_PX,
                Axis.linear(-WORD / 2.0, lineBytes - WORD / 2.0)
                    .labelledAt(
                        byPlace.keySet().stream().map(Integer::doubleValue).toList(),
                        0,
                        Units::shortNumber),
                Axis.fromZero(most, 7, SPEED.quantity().axis()))
            .xTitle("where the class begins in a cache line of " + lineBytes + " bytes");
    byPlace.keySet().forEach(place -> chart.place(place, "at " + place));
    for (Band band : bands()) {
      band(plot.series(band.key(), band.colour), band);
    }
    return chart;
  }

  private void band(Series series, Band band) {
    ForkDots dots = new ForkDots(series);
    List<@Nullable Double> medians = new ArrayList<>();
    byPlace.forEach((place, forks) -> {
      List<StudyPoint> own = forks.stream().filter(fork -> band(fork) == band).toList();
      own.forEach(fork -> dots.add(place, perCpuS(fork), fork.validity().verdict()));
      ForkSpread spread =
          ForkSpread.of(own.stream().filter(StudyView::counts).map(LotteryPlots::perCpuS).toList());
      medians.add(spread == null ? null : (Double) spread.median());
    });
    series.values("predicted " + band.word, SPEED.quantity().unit(), medians);
  }

  private static double perCpuS(StudyPoint point) {
    Double value = SPEED.of().apply(point);
    return value == null ? 0 : value;
  }

  private Block.Table table() {
    List<StudyMeasure> measures = List.of(StudyMeasure.READER, SPEED, StudyMeasure.WRITER);
    Rows rows = new Rows().texts("place", "predicted");
    measures.forEach(measure -> rows.column(Cell.number(measure.name()).with("n head")));
    byPlace.forEach((place, forks) -> {
      StudyPrediction said = said(forks);
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text("at " + place, Foreign.name(said.type().klassAddress()), null));
      row.add(Cell.text(Band.of(said).word, Foreign.sentence(said.reason()), null));
      measures.forEach(measure -> row.add(cell(forks, measure)));
      rows.row(row);
    });
    return rows.of(id, "Speed against place" + on);
  }

  private static Cell cell(List<StudyPoint> forks, StudyMeasure measure) {
    List<Double> values = new ArrayList<>();
    for (StudyPoint fork : forks) {
      Double value = measure.of().apply(fork);
      if (value != null && StudyView.counts(fork)) {
        values.add(value);
      }
    }
    ForkSpread spread = ForkSpread.of(values);
    if (spread == null) {
      return Cell.number(Units.NONE);
    }
    String small =
        spread.forks() == 1
            ? "1 fork"
            : measure.shown(spread.least())
                + " to "
                + measure.shown(spread.most())
                + ", "
                + Units.count(spread.forks(), "fork");
    return Cell.number(measure.shown(spread.median()), small);
  }
}
