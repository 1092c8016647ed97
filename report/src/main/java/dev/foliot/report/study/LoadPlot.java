package dev.foliot.report.study;

import dev.foliot.report.chart.Area;
import dev.foliot.report.chart.Curve;
import dev.foliot.report.chart.LinearScale;
import dev.foliot.report.chart.LogScale;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.StudyDrawing;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Hover;
import dev.foliot.report.page.Units;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.Verdict;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A measure of a study against what the study varies: a line for each arm through the medians, a
 * whisker from the least to the greatest fork that counts, and every fork as a dot.
 */
final class LoadPlot {
  private static final int USUAL_PX = 190;
  private static final int WIDE_PX = 300;
  private static final int REFERENCE_STEPS = 60;

  /** Arms stand so far beside each other that whiskers do not cover each other; alone, further. */
  private static final double DODGE = 0.007;

  private static final double DODGE_ALONE = 0.1;

  private final String id;
  private final StudyView study;
  private final LoadAxis across;
  private final StudyMeasure measure;
  private final List<Reference> references = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private boolean wide;
  private boolean logarithmic;
  private boolean zoomed;

  private record Reference(
      String key, String css, String name, DoubleUnaryOperator of, double from, double to) {}

  private record Mark(double at, String text) {}

  LoadPlot(String id, StudyView study, LoadAxis across, StudyMeasure measure) {
    this.id = id;
    this.study = study;
    this.across = across;
    this.measure = measure;
  }

  /** Over the page's whole width. */
  LoadPlot wide() {
    wide = true;
    return this;
  }

  /** Equal distances upwards are equal ratios. */
  LoadPlot logarithmic() {
    logarithmic = true;
    return this;
  }

  /** The axis upwards begins near the least value, since what matters is how far they differ. */
  LoadPlot zoomed() {
    zoomed = true;
    return this;
  }

  /** A line that nobody measured, to compare with. */
  LoadPlot reference(String key, String css, String name, DoubleUnaryOperator of) {
    if (!across.isEmpty()) {
      double from = across.places().getFirst().value();
      double to = across.places().getLast().value();
      references.add(new Reference(key, css, name, of, from, to));
    }
    return this;
  }

  /** A line from top to bottom at a load. */
  LoadPlot mark(double at, String text) {
    marks.add(new Mark(at, text));
    return this;
  }

  /** Whether no fork has the measure under any of the loads. */
  boolean isEmpty() {
    return study.arms().stream()
        .noneMatch(
            arm ->
                across.places().stream()
                    .flatMap(place -> study.points(arm, place.step()).stream())
                    .anyMatch(point -> value(point) != null));
  }

  private @Nullable Double value(StudyPoint point) {
    return point.failure() != null ? null : measure.of().apply(point);
  }

  Block.Figure figure(String title, String claim, Hover hover) {
    List<Block.Chip> legend = wide ? study.legend() : List.of();
    return new Block.Figure(id, null, title, claim, draw(title, hover), wide, legend, table(title));
  }

  private Content draw(String title, Hover hover) {
    int height = wide ? WIDE_PX : USUAL_PX;
    Area area = new Area(height, across.scale(), yScale()).withXTitle(across.title());
    for (Reference reference : references) {
      reference(area, reference);
    }
    int arms = study.arms().size();
    double dodge = across.isLine() ? DODGE : Math.min(DODGE_ALONE, 0.8 / arms);
    for (int i = 0; i < arms; i++) {
      arm(area, study.arms().get(i), (i - (arms - 1) / 2.0) * dodge);
    }
    marks.forEach(mark -> area.mark("", "zero", mark.at, mark.text));
    Svg svg = new Svg();
    String label = title + ", a line for each arm";
    StudyDrawing.begin(svg, id, wide, label, StudyDrawing.TOP + height + StudyDrawing.BELOW);
    area.draw(svg, StudyDrawing.TOP);
    hover.put(id, values(area.x()));
    return svg.end();
  }

  private Scale yScale() {
    double least = Double.MAX_VALUE;
    double most = 0;
    for (ArmView arm : study.arms()) {
      for (LoadAxis.Place place : across.places()) {
        for (StudyPoint point : study.points(arm, place.step())) {
          Double value = value(point);
          if (value != null && value > 0) {
            least = Math.min(least, value);
            most = Math.max(most, value);
          }
        }
      }
    }
    for (Reference reference : references) {
      most = Math.max(most, reference.of.applyAsDouble(reference.from));
      most = Math.max(most, reference.of.applyAsDouble(reference.to));
    }
    if (logarithmic && most > 0) {
      double high = Math.max(least * 2, most);
      return new LogScale(
          LogScale.roundDown(least), LogScale.roundUp(high), wide ? 8 : 6, measure.axis());
    }
    if (zoomed && most > 0) {
      double room = Math.max((most - least) * 0.15, most * 0.01);
      return new LinearScale(Math.max(0, least - room), most + room, 5, measure.axis());
    }
    return StudyDrawing.fromZero(most, wide ? 7 : 5, measure.axis());
  }

  private void reference(Area area, Reference reference) {
    Curve line = new Curve();
    double ratio = reference.to / reference.from;
    for (int i = 0; i <= REFERENCE_STEPS; i++) {
      double part = i / (double) REFERENCE_STEPS;
      double value =
          across.logarithmic()
              ? reference.from * Math.pow(ratio, part)
              : reference.from + (reference.to - reference.from) * part;
      line.to(area.x().at(value), area.y().at(reference.of.applyAsDouble(value)));
    }
    area.shape(reference.key, reference.css, line);
    if (!reference.name.isEmpty()) {
      double end = reference.of.applyAsDouble(reference.to);
      area.lineName(reference.key, "soft", area.x().at(reference.to), end, reference.name);
    }
  }

  private void arm(Area area, ArmView arm, double aside) {
    Curve line = new Curve();
    Curve whiskers = new Curve();
    Curve valid = new Curve();
    Curve suspect = new Curve();
    Curve invalid = new Curve();
    double end = Double.NaN;
    for (LoadAxis.Place place : across.places()) {
      double x = area.x().at(place.value()) + aside;
      for (StudyPoint point : study.points(arm, place.step())) {
        Double value = value(point);
        if (value != null) {
          Verdict verdict = point.validity().verdict();
          (verdict == Verdict.VALID ? valid : verdict == Verdict.SUSPECT ? suspect : invalid)
              .dot(x, area.y().at(value));
        }
      }
      ForkSpread spread = study.spread(arm, place.step(), measure);
      if (spread == null) {
        line.to(x, Double.NaN);
        continue;
      }
      end = spread.median();
      line.to(x, area.y().at(spread.median()));
      if (spread.forks() > 1) {
        whiskers.to(x, area.y().at(spread.least())).to(x, area.y().at(spread.most()));
        whiskers.to(0, Double.NaN);
      }
    }
    String colour = arm.colour();
    area.shape(arm.key(), "line " + colour, line);
    area.shape(arm.key(), "whisker " + colour, whiskers);
    area.shape(arm.key(), "seen " + colour, valid);
    area.shape(arm.key(), "seen " + colour, suspect);
    area.shape(arm.key(), "seen inner", suspect);
    area.shape(arm.key(), "seen bad", invalid);
    if (wide && !Double.isNaN(end)) {
      area.endLabel(arm.key(), "end " + colour, end, arm.atLine());
    }
  }

  private Hover.Plot values(Scale x) {
    Hover.Plot plot = new Hover.Plot();
    for (LoadAxis.Place place : across.places()) {
      plot.place(x.at(place.value()), study.stepName(place.step()));
    }
    for (ArmView arm : study.arms()) {
      List<@Nullable Double> medians = new ArrayList<>();
      for (LoadAxis.Place place : across.places()) {
        ForkSpread spread = study.spread(arm, place.step(), measure);
        medians.add(spread == null ? null : (Double) spread.median());
      }
      plot.numbers(arm.key(), arm.name(), measure.unit(), medians);
    }
    return plot;
  }

  private Block.Table table(String title) {
    List<Block.Cell> head = new ArrayList<>();
    head.add(Block.Cell.text(across.title()));
    study.arms().forEach(arm -> head.add(Block.Cell.number(arm.name())));
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (LoadAxis.Place place : across.places()) {
      List<Block.Cell> row = new ArrayList<>();
      String value = across.label().apply(place.value());
      row.add(new Block.Cell(value, study.stepName(place.step()), null, null, null));
      study.arms().forEach(arm -> row.add(cell(study, arm, place.step(), measure)));
      rows.add(row);
    }
    return new Block.Table(id + "-table", title, "", head, rows, "", true);
  }

  /** The median, and under it how far the forks are apart and which of them do not count. */
  private static Block.Cell cell(StudyView study, ArmView arm, int step, StudyMeasure measure) {
    return cell(study, arm, step, measure, true);
  }

  /**
   * The same.
   *
   * @param counted whether it says how many forks there are
   */
  static Block.Cell cell(
      StudyView study, ArmView arm, int step, StudyMeasure measure, boolean counted) {
    ForkSpread spread = study.spread(arm, step, measure);
    List<StudyPoint> points = study.points(arm, step);
    long invalid = points.stream().filter(point -> !StudyView.counts(point)).count();
    String left = invalid == 0 ? "" : invalid + " INVALID";
    if (spread == null) {
      return new Block.Cell(Units.NONE, left.isEmpty() ? null : left, null, null, "n none");
    }
    String small =
        spread.forks() == 1
            ? "1 fork"
            : measure.shown().apply(spread.least())
                + " to "
                + measure.shown().apply(spread.most())
                + (counted ? ", " + Units.count(spread.forks(), "fork") : "");
    String exact = String.format(Locale.ROOT, "%.6g", spread.median());
    return new Block.Cell(
        measure.shown().apply(spread.median()),
        left.isEmpty() ? small : small + ", " + left,
        exact,
        null,
        "n");
  }
}
