package dev.foliot.report.bench;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.comparison.ComparisonRecord;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two sides compared: in what they were not run alike, then the ratio of each percentile with its
 * interval and the margin in which it counts as the same.
 */
final class ComparisonSection {
  private static final int ROW_PX = 22;
  private static final double LEAST_DISTANCE = 0.18;
  private static final double LEAST_SPAN = Math.log(1.1);
  private static final double MOST_SPAN = Math.log(20_000);

  private final ComparisonRecord comparison;
  private final double span;

  ComparisonSection(ComparisonRecord comparison) {
    this.comparison = comparison;
    this.span = span();
  }

  Section section() {
    return new Section("comparison", "B against A", List.of(differences(), forest()));
  }

  /** The verdict, for the top of the page. */
  Block verdict() {
    List<String> sentences = new ArrayList<>();
    sentences.add(side("A", comparison.a()) + "; " + side("B", comparison.b()) + ".");
    for (ComparisonRecord.Percentile one : comparison.percentiles()) {
      if (one.percentile().equals(comparison.primary())) {
        sentences.add(sentence(one));
      }
    }
    List<String> more =
        comparison.validity().reasons().stream().limit(200).map(Foreign::sentence).toList();
    return new Block.Verdict(
        comparison.verdict().name(),
        comparison.verdict().words(),
        "B against A; both sides are " + comparison.validity().verdict(),
        sentences,
        more);
  }

  private static String side(String letter, ComparisonRecord.Side side) {
    return "%s is %s (%s)"
        .formatted(letter, Foreign.name(side.label()), Units.count(side.forks(), "fork"));
  }

  private String sentence(ComparisonRecord.Percentile one) {
    String name = Units.percentileName(Foreign.text(one.percentile(), 40));
    if (one.ratio() == null) {
      return name + ": " + Foreign.sentence(one.reason() == null ? "no ratio" : one.reason());
    }
    return "%s of B is %s that of A%s; below %s a difference does not matter."
            .formatted(
                name,
                Units.ratio(one.ratio()),
                interval(one),
                Units.percent(comparison.margin(), 0))
        + (one.reason() == null ? "" : " " + Foreign.sentence(one.reason()));
  }

  private static String interval(ComparisonRecord.Percentile one) {
    return one.low() == null || one.high() == null
        ? ""
        : " (interval %s to %s)".formatted(Units.ratio(one.low()), Units.ratio(one.high()));
  }

  private Block differences() {
    Rows rows = new Rows().texts("", "A", "B");
    for (ComparisonRecord.Difference one : comparison.environmentDifferences()) {
      rows.row(
          Cell.text(Foreign.name(one.name())),
          Cell.text(orNone(one.a())),
          Cell.text(orNone(one.b())));
    }
    return rows.isEmpty()
        ? new Block.Prose("No difference between the environments was recorded.")
        : rows.table(
            "differences", "Not run alike", "These differ too, and may be the reason.", "facts");
  }

  private static String orNone(String text) {
    return text.isEmpty() ? Units.NONE : Foreign.text(text, 300);
  }

  private Block forest() {
    Rows rows =
        new Rows()
            .texts("response time", "verdict")
            .column(Cell.picture(axis(), "bar"))
            .numbers("ratio")
            .column(Cell.number("A").with("n wide"))
            .column(Cell.number("B").with("n wide"))
            .numbers("forks to decide");
    comparison.percentiles().forEach(one -> rows.row(row(one)));
    String claim =
        "The ratio of B to A with its interval; the shaded band is the margin of ±%s."
                .formatted(Units.percent(comparison.margin(), 0))
            + " Only the primary percentile decides, with an interval of 95 %; those of the others"
            + " are widened for their number (Holm).";
    return rows.table("forest", "Ratios", claim, "forest");
  }

  private List<Cell> row(ComparisonRecord.Percentile one) {
    boolean primary = one.percentile().equals(comparison.primary());
    String name = Units.percentileName(Foreign.text(one.percentile(), 40));
    String interval =
        one.low() == null || one.high() == null
            ? null
            : Units.ratio(one.low()) + " to " + Units.ratio(one.high());
    String reason = one.reason() == null ? null : Foreign.sentence(one.reason());
    return List.of(
        new Cell(name, primary ? "primary" : null, null, null, null),
        new Cell(one.verdict().name(), reason, null, null, "word " + one.verdict().words()),
        Cell.picture(ratio(one), "bar"),
        new Cell(
            one.ratio() == null ? Units.NONE : Units.ratio(one.ratio()),
            interval,
            one.ratio() == null ? null : Double.toString(one.ratio()),
            null,
            "n"),
        Cell.ns(one.aNs()).with("n wide"),
        Cell.ns(one.bNs()).with("n wide"),
        Cell.number(one.forksNeeded() == null ? Units.NONE : Units.count(one.forksNeeded())));
  }

  /** Half the width of the axis in logarithms: what all intervals and twice the margin need. */
  private double span() {
    double needed = Math.max(LEAST_SPAN, 2 * Math.log1p(Math.abs(comparison.margin())));
    for (ComparisonRecord.Percentile one : comparison.percentiles()) {
      needed = Math.max(needed, Math.max(size(one.low()), size(one.high())));
      needed = Math.max(needed, size(one.ratio()));
    }
    return Math.min(MOST_SPAN, needed * 1.05);
  }

  private static double size(@Nullable Double ratio) {
    return ratio == null || ratio <= 0 ? 0 : Math.abs(Math.log(ratio));
  }

  private double at(double ratio) {
    return Axis.clamp(ratio <= 0 ? 0 : 0.5 + Math.log(ratio) / span / 2);
  }

  /** Even first, then those that leave the others room. */
  private Content axis() {
    Svg svg = Svg.picture("bar axis", 16, "");
    List<Double> taken = new ArrayList<>();
    for (double ratio :
        new double[] {
          1, 0.5, 2, 0.25, 4, 0.1, 10, 0.01, 100, 0.001, 1000, 0.8, 1.25, 0.9, 1.1, 8
        }) {
      double at = at(ratio);
      if (at > 0.02
          && at < 0.98
          && taken.stream().allMatch(t -> Math.abs(t - at) > LEAST_DISTANCE)) {
        String label = Double.toString(ratio).replaceAll("\\.0$", "") + "×";
        svg.text("", at, 12, label);
        taken.add(at);
      }
    }
    return svg.end();
  }

  private Content ratio(ComparisonRecord.Percentile one) {
    String label =
        one.ratio() == null ? "no ratio" : "ratio " + Units.ratio(one.ratio()) + interval(one);
    Svg svg = Svg.picture("bar", ROW_PX, label);
    double from = at(1 / (1 + comparison.margin()));
    double to = at(1 + comparison.margin());
    svg.rect("margin", from, 0, Math.max(0, to - from), ROW_PX);
    svg.vertical("even", 0.5, 0, ROW_PX);
    svg.group("estimate " + one.verdict().words());
    if (one.low() != null && one.high() != null) {
      svg.line("", at(one.low()), ROW_PX / 2, at(one.high()), ROW_PX / 2);
    }
    if (one.ratio() != null) {
      svg.circle(at(one.ratio()), ROW_PX / 2, 4.5);
    }
    return svg.end().end();
  }
}
