package dev.foliot.report.study;

import dev.foliot.judgement.answer.ComparisonWords;
import dev.foliot.judgement.study.DrawnPairs;
import dev.foliot.report.chart.RatioAxis;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.comparison.ComparisonVerdict;
import gg.jte.Content;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of a study: for each load the ratio of the second arm to the first with its interval,
 * the ratio of each pair, and the margin in which it counts as the same.
 */
final class PairsForest {
  private final StudyView study;
  private final DrawnPairs pairs;
  private final RatioAxis axis;

  PairsForest(StudyView study, DrawnPairs pairs) {
    this.study = study;
    this.pairs = pairs;
    this.axis =
        RatioAxis.of(pairs.margin(), pairs.rows().stream().map(PairsForest::estimate).toList());
  }

  Block block() {
    Rows rows =
        new Rows()
            .texts(Foreign.name(pairs.b()) + " against " + Foreign.name(pairs.a()), "verdict")
            .column(Cell.picture(axis.labels(), "bar"))
            .numbers("ratio", "pairs", "can hide");
    pairs.rows().forEach(one -> rows.row(row(one)));
    return rows.table(
        study.key() + "-forest",
        "Pairs of forks, " + Foreign.name(pairs.b()) + " against " + Foreign.name(pairs.a()),
        "%s divided by %s, with its interval of 95 %% that holds at every look. A small dot is a pair. In the shaded band, ±%s, a difference does not matter.%s"
            .formatted(
                Foreign.name(pairs.b()),
                Foreign.name(pairs.a()),
                Units.percent(pairs.margin(), 0),
                pairs.rows().stream().allMatch(DrawnPairs.Row::isMoreBetter)
                    ? " More than 1 is better."
                    : ""),
        "forest");
  }

  private List<Cell> row(DrawnPairs.Row one) {
    String interval =
        one.low() == null || one.high() == null
            ? null
            : Units.ratio(one.low()) + " to " + Units.ratio(one.high());
    return List.of(
        Cell.text(Foreign.sentence(one.figure())),
        new Cell(word(one.verdict()), null, null, null, "word " + one.verdict().words()),
        Cell.picture(picture(one, interval), "bar"),
        new Cell(
            one.ratio() == null ? Units.NONE : Units.ratio(one.ratio()),
            interval,
            one.ratio() == null ? null : Double.toString(one.ratio()),
            null,
            "n"),
        Cell.number(Integer.toString(one.single().size())),
        Cell.number(mayHide(one)));
  }

  private Content picture(DrawnPairs.Row one, @Nullable String interval) {
    return axis.row(
        estimate(one),
        one.verdict().words(),
        one.single(),
        one.ratio() == null
            ? "no ratio"
            : "ratio "
                + Units.ratio(one.ratio())
                + (interval == null ? "" : " (" + interval + ")"));
  }

  private static RatioAxis.Estimate estimate(DrawnPairs.Row one) {
    return new RatioAxis.Estimate(one.ratio(), one.low(), one.high());
  }

  /** The largest ratio that an undecided interval allows. */
  private static String mayHide(DrawnPairs.Row one) {
    Double low = one.low();
    Double high = one.high();
    return one.verdict() != ComparisonVerdict.UNDECIDED || low == null || high == null
        ? Units.NONE
        : "up to " + Units.ratio(ComparisonWords.mayHide(low, high));
  }

  private static String word(ComparisonVerdict verdict) {
    return switch (verdict) {
      case SAME -> "no difference";
      case WORSE -> "worse";
      case BETTER -> "better";
      case UNDECIDED -> "inconclusive";
    };
  }
}
