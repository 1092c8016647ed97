package dev.foliot.report.study;

import dev.foliot.report.chart.Area;
import dev.foliot.report.chart.Curve;
import dev.foliot.report.chart.LabelledScale;
import dev.foliot.report.chart.LinearScale;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.StudyDrawing;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.diagnosis.PlacementStrip;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Hover;
import dev.foliot.report.page.Units;
import dev.foliot.store.StudyArm;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.StudyPrediction;
import dev.foliot.store.Verdict;
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
  static List<Block> of(StudyView study, Hover hover) {
    Map<String, String> jdks = new HashMap<>();
    for (StudyArm arm : study.study().arms()) {
      jdks.put(arm.name(), arm.jdkVersion());
    }
    boolean several = jdks.values().stream().distinct().count() > 1;
    Map<String, LotteryPlots> plots = new LinkedHashMap<>();
    for (StudyPoint point : study.study().points()) {
      StudyPrediction said = point.prediction();
      if (said != null && StudyMeasure.READER_PER_CPU.of().apply(point) != null) {
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
    plots.values().forEach(one -> blocks.addAll(one.blocks(hover)));
    return blocks;
  }

  private void add(StudyPrediction said, StudyPoint point) {
    int place = said.lineOffset();
    boolean isSane = place >= 0 && place < said.lineBytes() && said.lineBytes() <= 1_024;
    if (isSane && (byPlace.containsKey(place) || byPlace.size() < MOST_PLACES)) {
      lineBytes = Math.max(lineBytes, said.lineBytes());
      byPlace.computeIfAbsent(place, at -> new ArrayList<>()).add(point);
    }
  }

  private List<Block> blocks(Hover hover) {
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
        new Block.Figure(
            id + "-places", null, "The places" + on, strip, strip(), true, List.of(), null),
        new Block.Figure(
            id + "-speed",
            null,
            "Speed against place" + on,
            plot,
            plot(hover),
            true,
            bands().stream().map(Band::chip).toList(),
            table()));
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
    Svg svg = new Svg();
    svg.begin(
        "svg",
        "class",
        "places",
        "height",
        Integer.toString(HEAD_PX + CELL_PX + FOOT_PX),
        "role",
        "img",
        "aria-label",
        "the places of the class, and what was predicted there");
    int count = byPlace.size();
    int number = 0;
    for (Map.Entry<Integer, List<StudyPoint>> one : byPlace.entrySet()) {
      StudyPrediction said = said(one.getValue());
      Band band = Band.of(said);
      String middle = Svg.percent((number + 0.5) / count);
      svg.text("text", one.getKey().toString(), "class", "at", "x", middle, "y", "12");
      svg.begin(
          "svg",
          "class",
          "area",
          "x",
          Svg.percent((double) number / count),
          "y",
          Integer.toString(HEAD_PX),
          "width",
          Svg.percent(1.0 / count),
          "height",
          Integer.toString(CELL_PX));
      svg.leaf("rect", "class", band.cell, "width", "100%", "height", "100%");
      svg.begin("svg", "class", "area", "x", "50%", "y", Integer.toString(CELL_PX / 2));
      svg.leaf(
          "path",
          "class",
          said.sameLine() ? "cross" : "tick",
          "d",
          said.sameLine() ? PlacementStrip.CROSS : PlacementStrip.TICK);
      svg.end().end();
      svg.text(
          "text",
          band.word,
          "class",
          "at",
          "x",
          middle,
          "y",
          Integer.toString(HEAD_PX + CELL_PX + 14));
      number++;
    }
    return svg.end();
  }

  private Content plot(Hover hover) {
    List<Scale.Tick> ticks = new ArrayList<>();
    LinearScale across =
        new LinearScale(-WORD / 2.0, lineBytes - WORD / 2.0, 8, Units::shortNumber);
    byPlace
        .keySet()
        .forEach(place -> ticks.add(new Scale.Tick(across.at(place), place.toString())));
    double most =
        byPlace.values().stream()
            .flatMap(List::stream)
            .mapToDouble(LotteryPlots::perCpuS)
            .max()
            .orElse(1);
    Area area =
        new Area(
                PLOT_PX,
                new LabelledScale(across, ticks),
                StudyDrawing.fromZero(most, 7, StudyMeasure.READER_PER_CPU.axis()))
            .withXTitle("where the class begins in a cache line of " + lineBytes + " bytes");
    for (Band band : bands()) {
      dots(area, band);
    }
    Svg svg = new Svg();
    StudyDrawing.begin(
        svg,
        id + "-speed",
        false,
        "type checks of the reader against the place of the class",
        StudyDrawing.TOP + PLOT_PX + StudyDrawing.BELOW);
    area.draw(svg, StudyDrawing.TOP);
    hover.put(id + "-speed", values(area.x()));
    return svg.end();
  }

  private void dots(Area area, Band band) {
    Curve valid = new Curve();
    Curve suspect = new Curve();
    Curve invalid = new Curve();
    byPlace.forEach(
        (place, forks) -> {
          for (StudyPoint fork : forks) {
            if (band(fork) == band) {
              Verdict verdict = fork.validity().verdict();
              (verdict == Verdict.VALID ? valid : verdict == Verdict.SUSPECT ? suspect : invalid)
                  .dot(area.x().at(place), area.y().at(perCpuS(fork)));
            }
          }
        });
    area.shape(band.key(), "seen " + band.colour, valid);
    area.shape(band.key(), "seen " + band.colour, suspect);
    area.shape(band.key(), "seen inner", suspect);
    area.shape(band.key(), "seen bad", invalid);
  }

  private static double perCpuS(StudyPoint point) {
    Double value = StudyMeasure.READER_PER_CPU.of().apply(point);
    return value == null ? 0 : value;
  }

  private Hover.Plot values(Scale across) {
    Hover.Plot plot = new Hover.Plot();
    byPlace.keySet().forEach(place -> plot.place(across.at(place), "at " + place));
    for (Band band : bands()) {
      List<@Nullable Double> medians = new ArrayList<>();
      for (List<StudyPoint> forks : byPlace.values()) {
        ForkSpread spread =
            ForkSpread.of(
                forks.stream()
                    .filter(fork -> band(fork) == band && StudyView.counts(fork))
                    .map(LotteryPlots::perCpuS)
                    .toList());
        medians.add(spread == null ? null : (Double) spread.median());
      }
      plot.numbers(
          band.key(), "predicted " + band.word, StudyMeasure.READER_PER_CPU.unit(), medians);
    }
    return plot;
  }

  private Block.Table table() {
    List<StudyMeasure> measures =
        List.of(StudyMeasure.READER, StudyMeasure.READER_PER_CPU, StudyMeasure.WRITER);
    List<Block.Cell> head = new ArrayList<>();
    head.add(Block.Cell.text("place"));
    head.add(Block.Cell.text("predicted"));
    measures.forEach(measure -> head.add(Block.Cell.number(measure.name()).with("n head")));
    List<List<Block.Cell>> rows = new ArrayList<>();
    byPlace.forEach(
        (place, forks) -> {
          StudyPrediction said = said(forks);
          List<Block.Cell> row = new ArrayList<>();
          row.add(
              new Block.Cell("at " + place, Foreign.name(said.klassAddress()), null, null, null));
          row.add(
              new Block.Cell(
                  Band.of(said).word, Foreign.sentence(said.reason()), null, null, null));
          measures.forEach(measure -> row.add(cell(forks, measure)));
          rows.add(row);
        });
    return new Block.Table(id + "-table", "Speed against place" + on, "", head, rows, "", true);
  }

  private static Block.Cell cell(List<StudyPoint> forks, StudyMeasure measure) {
    List<Double> values = new ArrayList<>();
    for (StudyPoint fork : forks) {
      Double value = measure.of().apply(fork);
      if (value != null && StudyView.counts(fork)) {
        values.add(value);
      }
    }
    ForkSpread spread = ForkSpread.of(values);
    if (spread == null) {
      return Block.Cell.number(Units.NONE);
    }
    String small =
        spread.forks() == 1
            ? "1 fork"
            : measure.shown().apply(spread.least())
                + " to "
                + measure.shown().apply(spread.most())
                + ", "
                + Units.count(spread.forks(), "fork");
    return new Block.Cell(measure.shown().apply(spread.median()), small, null, null, "n");
  }
}
