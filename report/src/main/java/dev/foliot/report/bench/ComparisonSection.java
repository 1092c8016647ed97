package dev.foliot.report.bench;

import dev.foliot.judgement.answer.ComparisonWords;
import dev.foliot.report.chart.RatioAxis;
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

/**
 * Two sides compared: in what they were not run alike, then the ratio of each percentile with its
 * interval and the margin in which it counts as the same.
 */
final class ComparisonSection {
  private final ComparisonRecord comparison;
  private final RatioAxis axis;

  ComparisonSection(ComparisonRecord comparison) {
    this.comparison = comparison;
    this.axis =
        RatioAxis.of(
            comparison.decision().margin(),
            comparison.figures().percentiles().stream().map(ComparisonSection::estimate).toList());
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
            .column(Cell.picture(axis.labels(), "bar"))
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

  private Content ratio(ComparisonRecord.Percentile one) {
    String label =
        one.change().ratio() == null
            ? "no ratio"
            : "ratio " + Units.ratio(one.change().ratio()) + interval(one);
    return axis.row(estimate(one), one.change().verdict().words(), List.of(), label);
  }

  private static RatioAxis.Estimate estimate(ComparisonRecord.Percentile one) {
    return new RatioAxis.Estimate(one.change().ratio(), one.change().low(), one.change().high());
  }
}
