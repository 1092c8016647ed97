package dev.foliot.report.bench;

import dev.foliot.judgement.answer.ComparisonWords;
import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Trusts;
import dev.foliot.report.page.Units;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
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

  private static String interval(ComparisonRecord.Percentile one) {
    return one.change().low() == null || one.change().high() == null
        ? ""
        : " (%s to %s)"
            .formatted(Units.ratio(one.change().low()), Units.ratio(one.change().high()));
  }

  /** A line for each side. */
  List<List<String>> facts() {
    return List.of(side("A", comparison.a()), side("B", comparison.b()));
  }

  private static List<String> side(String letter, ComparisonRecord.Side side) {
    return List.of(
        letter,
        Foreign.name(side.label()),
        Units.count(side.forks(), "valid fork"),
        Foreign.text(side.id(), 40));
  }

  /** Whether the sides may be relied upon. */
  Block.Trust trust() {
    return Trusts.of("both sides: ", comparison.validity());
  }

  List<Block> tables() {
    return List.of(forest(), differences());
  }

  /** What to do now. */
  List<Cover.Step> next() {
    List<Cover.Step> next = new ArrayList<>();
    if (!comparison.figures().environmentDifferences().isEmpty()) {
      next.add(
          Cover.Step.of(
              "Measure both sides alike: what differs beside the code is listed above, and may be"
                  + " the reason."));
    }
    if (comparison.decision().verdict() == ComparisonVerdict.WORSE) {
      next.add(
          Cover.Step.of(
              "Look below for the probe that takes longer, and measure both sides with --profile"
                  + " for the code."));
    }
    return next;
  }

  private Block differences() {
    Rows rows = new Rows().texts("", "A", "B");
    for (ComparisonRecord.Difference one : comparison.figures().environmentDifferences()) {
      rows.row(
          Cell.text(Foreign.name(one.name())),
          Cell.text(orNone(one.a())),
          Cell.text(orNone(one.b())));
    }
    return rows.isEmpty()
        ? new Block.Prose("Both sides have the same environment, as far as it is recorded.")
        : rows.table(
            "differences", "What else differs", "Any of these may be the reason too.", "facts");
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
            .numbers("A", "B")
            .numbers("can hide");
    comparison.figures().percentiles().forEach(one -> rows.row(row(one)));
    String claim =
        "B divided by A, with its interval. In the shaded band, ±%s, a difference does not matter."
                .formatted(Units.percent(comparison.decision().margin(), 0))
            + (comparison.decision().pairs() != null
                ? " "
                : " The primary percentile decides, with an interval of 95 %; the intervals of the"
                    + " others are wider, since several are looked at (Holm). ")
            + ComparisonWords.estimator(comparison);
    return rows.table("forest", "Response time, B against A", claim, "forest");
  }

  private List<Cell> row(ComparisonRecord.Percentile one) {
    String name = Units.percentileName(Foreign.text(one.percentile(), 40));
    String interval =
        one.change().low() == null || one.change().high() == null
            ? null
            : Units.ratio(one.change().low()) + " to " + Units.ratio(one.change().high());
    String reason = one.reason() == null ? null : Foreign.sentence(one.reason());
    return List.of(
        new Cell(
            name, ComparisonWords.decides(comparison, one) ? "decides" : null, null, null, null),
        new Cell(
            ComparisonWords.isJudged(comparison, one)
                ? word(one.change().verdict())
                : ComparisonWords.verdict(comparison, one),
            reason,
            null,
            null,
            "word " + one.change().verdict().words()),
        Cell.picture(ratio(one), "bar"),
        new Cell(
            one.change().ratio() == null ? Units.NONE : Units.ratio(one.change().ratio()),
            interval,
            one.change().ratio() == null ? null : Double.toString(one.change().ratio()),
            null,
            "n"),
        Cell.ns(one.aNs()),
        Cell.ns(one.bNs()),
        Cell.number(mayHide(one)));
  }

  /** The largest ratio that an undecided interval allows. */
  private static String mayHide(ComparisonRecord.Percentile one) {
    Double low = one.change().low();
    Double high = one.change().high();
    return one.change().verdict() != ComparisonVerdict.UNDECIDED || low == null || high == null
        ? Units.NONE
        : "up to " + Units.ratio(ComparisonWords.mayHide(low, high));
  }

  private static String word(ComparisonVerdict verdict) {
    return switch (verdict) {
      case SAME -> "no difference";
      case WORSE -> "slower";
      case BETTER -> "faster";
      case UNDECIDED -> "inconclusive";
    };
  }

  /** Half the width of the axis in logarithms: what all intervals and twice the margin need. */
  private double span() {
    double needed = Math.max(LEAST_SPAN, 2 * Math.log1p(Math.abs(comparison.decision().margin())));
    for (ComparisonRecord.Percentile one : comparison.figures().percentiles()) {
      needed = Math.max(needed, Math.max(size(one.change().low()), size(one.change().high())));
      needed = Math.max(needed, size(one.change().ratio()));
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
        one.change().ratio() == null
            ? "no ratio"
            : "ratio " + Units.ratio(one.change().ratio()) + interval(one);
    Svg svg = Svg.picture("bar", ROW_PX, label);
    double from = at(1 / (1 + comparison.decision().margin()));
    double to = at(1 + comparison.decision().margin());
    svg.rect("margin", from, 0, Math.max(0, to - from), ROW_PX);
    svg.vertical("even", 0.5, 0, ROW_PX);
    svg.group("estimate " + one.change().verdict().words());
    if (one.change().low() != null && one.change().high() != null) {
      svg.line("", at(one.change().low()), ROW_PX / 2, at(one.change().high()), ROW_PX / 2);
    }
    if (one.change().ratio() != null) {
      svg.circle(at(one.change().ratio()), ROW_PX / 2, 4.5);
    }
    return svg.end().end();
  }
}
