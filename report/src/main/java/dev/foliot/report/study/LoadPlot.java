package dev.foliot.report.study;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Series;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.StudyPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.DoubleFunction;
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
      String key, String css, DoubleUnaryOperator of, double from, double to) {}

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
  LoadPlot reference(String key, String css, DoubleUnaryOperator of) {
    if (!across.isEmpty()) {
      double from = across.places().getFirst().value();
      double to = across.places().getLast().value();
      references.add(new Reference(key, css, of, from, to));
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
        .noneMatch(arm ->
            across.places().stream()
                .flatMap(place -> study.points(arm, place.step()).stream())
                .anyMatch(point -> value(point) != null));
  }

  private @Nullable Double value(StudyPoint point) {
    return point.failure() != null ? null : measure.of().apply(point);
  }

  Block.Figure figure(String title, String claim) {
    Chart chart =
        new Chart(id, title + ", a line for each arm", wide ? Chart.Names.LONG : Chart.Names.NONE);
    Plot plot =
        chart.plot(wide ? WIDE_PX : USUAL_PX, across.axis(), values()).xTitle(across.title());
    across.places().forEach(place -> chart.place(place.value(), study.stepName(place.step())));
    references.forEach(reference -> reference(plot, reference));
    int arms = study.arms().size();
    double dodge = across.isLine() ? DODGE : Math.min(DODGE_ALONE, 0.8 / arms);
    for (int i = 0; i < arms; i++) {
      ArmView arm = study.arms().get(i);
      double aside = (i - (arms - 1) / 2.0) * dodge;
      arm(plot.series(arm.key(), arm.colour()).aside(aside), arm);
    }
    marks.forEach(mark -> plot.mark(mark.at, mark.text));
    Block.Figure figure = chart.figure(title, claim).table(table(title));
    return wide ? figure.legend(study.legend()) : figure.part();
  }

  private Axis values() {
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
    DoubleFunction<String> label = measure.quantity().axis();
    if (logarithmic && most > 0) {
      return Axis.roundLog(least, most, wide ? 8 : 6, label);
    }
    if (zoomed && most > 0) {
      double room = Math.max((most - least) * 0.15, most * 0.01);
      return Axis.linear(Math.max(0, least - room), most + room, 5, label);
    }
    return Axis.fromZero(most, wide ? 7 : 5, label);
  }

  private void reference(Plot plot, Reference reference) {
    Path line = plot.series(reference.key, "").path(reference.css);
    double ratio = reference.to / reference.from;
    for (int i = 0; i <= REFERENCE_STEPS; i++) {
      double part = i / (double) REFERENCE_STEPS;
      double value =
          across.logarithmic()
              ? reference.from * Math.pow(ratio, part)
              : reference.from + (reference.to - reference.from) * part;
      line.to(value, reference.of.applyAsDouble(value));
    }
  }

  private void arm(Series series, ArmView arm) {
    Path line = series.path("line");
    Path whiskers = series.path("whisker");
    ForkDots dots = new ForkDots(series);
    List<@Nullable Double> medians = new ArrayList<>();
    for (LoadAxis.Place place : across.places()) {
      for (StudyPoint point : study.points(arm, place.step())) {
        Double value = value(point);
        if (value != null) {
          dots.add(place.value(), value, point.validity().verdict());
        }
      }
      ForkSpread spread = study.spread(arm, place.step(), measure);
      Double median = spread == null ? null : (Double) spread.median();
      medians.add(median);
      if (across.isDrawnAsLine()) {
        line.to(place.value(), median);
      }
      if (spread != null && spread.forks() > 1) {
        whiskers.interval(place.value(), spread.least(), spread.most());
      }
    }
    series.values(arm.name(), measure.quantity().unit(), medians);
    if (wide) {
      medians.stream()
          .filter(Objects::nonNull)
          .reduce((first, second) -> second)
          .ifPresent(end -> series.endLabel(end, arm.atLine()));
    }
  }

  private Block.Table table(String title) {
    Rows rows =
        new Rows().texts(across.title()).numbers(study.arms().stream().map(ArmView::name).toList());
    for (LoadAxis.Place place : across.places()) {
      List<Cell> row = new ArrayList<>();
      String value = across.label().apply(place.value());
      row.add(Cell.text(value, study.stepName(place.step()), null));
      study.arms().forEach(arm -> row.add(cell(study, arm, place.step(), measure, true)));
      rows.row(row);
    }
    return rows.of(id, title);
  }

  /**
   * The median, and under it how far the forks are apart and which of them do not count.
   *
   * @param counted whether it says how many forks there are
   */
  static Cell cell(StudyView study, ArmView arm, int step, StudyMeasure measure, boolean counted) {
    ForkSpread spread = study.spread(arm, step, measure);
    List<StudyPoint> points = study.points(arm, step);
    long invalid = points.stream().filter(point -> !StudyView.counts(point)).count();
    String left = invalid == 0 ? "" : invalid + " INVALID";
    if (spread == null) {
      return new Cell(Units.NONE, left.isEmpty() ? null : left, null, null, "n none");
    }
    String small =
        spread.forks() == 1
            ? "1 fork"
            : measure.shown(spread.least())
                + " to "
                + measure.shown(spread.most())
                + (counted ? ", " + Units.count(spread.forks(), "fork") : "");
    String exact = String.format(Locale.ROOT, "%.6g", spread.median());
    return new Cell(
        measure.shown(spread.median()),
        left.isEmpty() ? small : small + ", " + left,
        exact,
        null,
        "n");
  }
}
