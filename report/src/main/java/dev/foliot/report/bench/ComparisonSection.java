package dev.foliot.report.bench;

import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.ComparisonRecord;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    String word = word(comparison.verdict());
    List<String> more =
        comparison.validity().reasons().stream().limit(200).map(Foreign::sentence).toList();
    return new Block.Verdict(
        word,
        css(comparison.verdict()),
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
    return "%s of B is %s that of A%s; below %.0f %% a difference does not matter."
            .formatted(name, Units.ratio(one.ratio()), interval(one), comparison.margin() * 100)
        + (one.reason() == null ? "" : " " + Foreign.sentence(one.reason()));
  }

  private static String interval(ComparisonRecord.Percentile one) {
    return one.low() == null || one.high() == null
        ? ""
        : " (interval %s to %s)".formatted(Units.ratio(one.low()), Units.ratio(one.high()));
  }

  private Block differences() {
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (ComparisonRecord.Difference one : comparison.environmentDifferences()) {
      rows.add(
          List.of(
              Block.Cell.text(Foreign.name(one.name())),
              Block.Cell.text(orNone(one.a())),
              Block.Cell.text(orNone(one.b()))));
    }
    if (rows.isEmpty()) {
      return new Block.Prose("No difference between the environments was recorded.");
    }
    return new Block.Table(
        "differences",
        "Not run alike",
        "These differ too, and may be the reason.",
        List.of(Block.Cell.text(""), Block.Cell.text("A"), Block.Cell.text("B")),
        rows,
        "facts",
        false);
  }

  private static String orNone(String text) {
    return text.isEmpty() ? Units.NONE : Foreign.text(text, 300);
  }

  private Block forest() {
    List<Block.Cell> head =
        List.of(
            Block.Cell.text("response time"),
            Block.Cell.text("verdict"),
            Block.Cell.picture(axis(), "bar"),
            Block.Cell.number("ratio"),
            Block.Cell.number("A").with("n wide"),
            Block.Cell.number("B").with("n wide"),
            Block.Cell.number("forks to decide"));
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (ComparisonRecord.Percentile one : comparison.percentiles()) {
      rows.add(row(one));
    }
    String claim =
        "The ratio of B to A with its interval; the shaded band is the margin of ±%.0f %%."
                .formatted(comparison.margin() * 100)
            + " Only the primary percentile decides, with an interval of 95 %; those of the others"
            + " are widened for their number (Holm).";
    return new Block.Table("forest", "Ratios", claim, head, rows, "forest", false);
  }

  private List<Block.Cell> row(ComparisonRecord.Percentile one) {
    boolean primary = one.percentile().equals(comparison.primary());
    String name = Units.percentileName(Foreign.text(one.percentile(), 40));
    String interval =
        one.low() == null || one.high() == null
            ? null
            : Units.ratio(one.low()) + " to " + Units.ratio(one.high());
    String reason = one.reason() == null ? null : Foreign.sentence(one.reason());
    return List.of(
        new Block.Cell(name, primary ? "primary" : null, null, null, null),
        new Block.Cell(word(one.verdict()), reason, null, null, "word " + css(one.verdict())),
        Block.Cell.picture(ratio(one), "bar"),
        new Block.Cell(
            one.ratio() == null ? Units.NONE : Units.ratio(one.ratio()),
            interval,
            one.ratio() == null ? null : Double.toString(one.ratio()),
            null,
            "n"),
        Block.Cell.ns(one.aNs()).with("n wide"),
        Block.Cell.ns(one.bNs()).with("n wide"),
        Block.Cell.number(one.forksNeeded() == null ? Units.NONE : Units.count(one.forksNeeded())));
  }

  private static String word(String verdict) {
    return Foreign.text(verdict, 40).toUpperCase(Locale.ROOT);
  }

  private static String css(String verdict) {
    return switch (verdict) {
      case "same" -> "same";
      case "better" -> "better";
      case "worse" -> "worse";
      default -> "undecided";
    };
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
    return Scale.clamp(ratio <= 0 ? 0 : 0.5 + Math.log(ratio) / span / 2);
  }

  /** Even first, then those that leave the others room. */
  private Content axis() {
    Svg svg = new Svg().begin("svg", "class", "bar axis", "height", "16", "aria-hidden", "true");
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
        svg.text("text", label, "x", Svg.percent(at), "y", "12");
        taken.add(at);
      }
    }
    return svg.end();
  }

  private Content ratio(ComparisonRecord.Percentile one) {
    String label =
        one.ratio() == null ? "no ratio" : "ratio " + Units.ratio(one.ratio()) + interval(one);
    Svg svg =
        new Svg()
            .begin(
                "svg",
                "class",
                "bar",
                "height",
                Integer.toString(ROW_PX),
                "role",
                "img",
                "aria-label",
                label);
    double from = at(1 / (1 + comparison.margin()));
    double to = at(1 + comparison.margin());
    svg.leaf(
        "rect",
        "class",
        "margin",
        "x",
        Svg.percent(from),
        "width",
        Svg.percent(Math.max(0, to - from)),
        "height",
        "100%");
    svg.leaf("line", "class", "even", "x1", "50%", "x2", "50%", "y2", "100%");
    svg.begin("g", "class", "estimate " + css(one.verdict()));
    if (one.low() != null && one.high() != null) {
      svg.leaf(
          "line",
          "x1",
          Svg.percent(at(one.low())),
          "x2",
          Svg.percent(at(one.high())),
          "y1",
          "11",
          "y2",
          "11");
    }
    if (one.ratio() != null) {
      svg.leaf("circle", "cx", Svg.percent(at(one.ratio())), "cy", "11", "r", "4.5");
    }
    return svg.end().end();
  }
}
