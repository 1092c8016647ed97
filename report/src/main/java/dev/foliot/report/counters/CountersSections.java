package dev.foliot.report.counters;

import dev.foliot.judgement.answer.CountersAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Titles;
import dev.foliot.report.page.Units;
import dev.foliot.store.diagnosis.CounterCapture;
import dev.foliot.store.diagnosis.CounterHypothesis;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.store.diagnosis.CountersRecord;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of the page of two captures: the likeliest hypothesis, and the ratios behind it. */
public final class CountersSections {
  private static final int MOST_DRAWN = 16;
  private static final int MOST_ROWS = 300;
  private static final int MOST_HYPOTHESES = 20;
  private static final int MOST_NOTES = 40;
  private static final int ROW_PX = 20;
  private static final double[] ROUND = {2, 5, 10, 50, 100, 500};
  private static final double LEAST_SPAN = Math.log(2);
  private static final double MOST_SPAN = Math.log(1_000);

  private final CountersRecord found;
  private final CountersAnswer answer;
  private final double span;

  /** Of a comparison. */
  public CountersSections(CountersRecord found) {
    this.found = found;
    this.answer = CountersAnswer.of(found, new NextCommands(List.of("foliot"), null));
    this.span =
        Math.clamp(
            found.rows().stream()
                .limit(MOST_DRAWN)
                .mapToDouble(row -> size(row.ratio()))
                .max()
                .orElse(0),
            LEAST_SPAN,
            MOST_SPAN);
  }

  private static double size(@Nullable Double ratio) {
    return ratio == null || ratio <= 0 ? 0 : Math.abs(Math.log(ratio));
  }

  /** What a reader sees first. */
  public Cover cover() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(trust());
    blocks.add(ratios("ratios", MOST_DRAWN));
    if (!found.hypotheses().isEmpty()) {
      blocks.add(hypotheses());
    }
    return new Cover(
        "Counters: slow against fast",
        Foreign.sentence(answer.sentence()),
        List.of(side("slow", found.slow()), side("fast", found.fast())),
        blocks,
        next());
  }

  private static List<String> side(String letter, CounterCapture capture) {
    return List.of(letter, Foreign.name(capture.name()), Foreign.name(capture.format()));
  }

  private Block trust() {
    List<Block.Reasons> groups = new ArrayList<>();
    notes(groups, "Both sides", found.notes());
    notes(groups, "The slow side", found.slow().notes());
    notes(groups, "The fast side", found.fast().notes());
    return new Block.Trust(
        groups.isEmpty() ? "valid" : "suspect",
        Units.count(found.rows().size(), "metric")
            + " on both sides"
            + (groups.isEmpty() ? "" : "; some are limited"),
        groups);
  }

  private static void notes(List<Block.Reasons> groups, String title, List<String> notes) {
    if (!notes.isEmpty()) {
      groups.add(
          new Block.Reasons(
              title, notes.stream().limit(MOST_NOTES).map(Foreign::sentence).toList()));
    }
  }

  private Block ratios(String id, int most) {
    Rows rows = new Rows().texts("metric").column(Cell.picture(axis(), "bar"));
    rows.numbers("slow / fast", "slow", "fast");
    found.rows().stream().limit(most).map(this::row).forEach(rows::row);
    int left = found.rows().size() - most;
    return rows.table(
        id,
        "What differs",
        "The ratio of the slow to the fast side, the one furthest from 1 first, on a logarithmic"
            + " axis."
            + (left > 0 ? " " + Units.count(left, "metric") + " more differ less." : ""),
        "bars ratios");
  }

  private List<Cell> row(CounterRow row) {
    Double ratio = row.ratio();
    return List.of(
        Cell.text(Foreign.name(row.metric())),
        ratio == null ? Cell.text("") : Cell.picture(bar(ratio), "bar"),
        Cell.number(ratio == null ? Units.NONE : Units.metric(ratio) + "×"),
        Cell.number(Units.metric(row.slow())),
        Cell.number(Units.metric(row.fast())));
  }

  private double at(double ratio) {
    return ratio <= 0 ? 0 : Axis.clamp(0.5 + Math.log(ratio) / span / 2);
  }

  private Content axis() {
    Svg svg = Svg.picture("bar axis", 16, "");
    double most = 1.5;
    for (double round : ROUND) {
      most = Math.log(round) < span * 0.95 ? round : most;
    }
    svg.text("", at(1 / most), 12, "1/" + Units.metric(most));
    svg.text("", at(1), 12, "1");
    svg.text("", at(most), 12, Units.metric(most));
    return svg.end();
  }

  private Content bar(double ratio) {
    Svg svg = Svg.picture("bar", ROW_PX, "ratio " + Units.metric(ratio));
    double end = at(ratio);
    String css = ratio > 1 ? "f1" : "f0";
    svg.rect(css, Math.min(0.5, end), 5, Math.max(0.002, Math.abs(end - 0.5)), 10);
    svg.vertical("even", 0.5, 0, ROW_PX);
    return svg.end();
  }

  private Block hypotheses() {
    Rows rows = new Rows().texts("hypothesis").numbers("confidence").texts("evidence", "source");
    for (CounterHypothesis one : found.hypotheses().stream().limit(MOST_HYPOTHESES).toList()) {
      rows.row(
          Cell.text(Titles.sentence(Foreign.name(one.name())).replaceAll("\\.$", "")),
          Cell.number(Units.percent(one.confidence(), 0)),
          Cell.text(Foreign.text(one.evidence(), Foreign.EXACT)),
          Cell.text(Foreign.sentence(one.source()), "source"));
    }
    return rows.table("hypotheses", "Hypotheses", "The likeliest first.", "hypotheses");
  }

  private List<Cover.Step> next() {
    List<Cover.Step> next = new ArrayList<>();
    found.hypotheses().stream()
        .limit(3)
        .forEach(one ->
            next.add(
                new Cover.Step(
                    "Confirm or refute: " + Foreign.name(one.name()) + ".",
                    Foreign.sentence(one.confirm()))));
    if (next.isEmpty()) {
      next.add(
          new Cover.Step(
              "Examine the slow process from outside.", Facts.line(answer.next().command())));
    }
    String question = CountersAnswer.question(found);
    if (!question.isEmpty()) {
      next.add(Cover.Step.of(Foreign.sentence(question)));
    }
    return next;
  }

  /** What that rests on. */
  public List<Section> all() {
    return found.rows().size() <= MOST_DRAWN
        ? List.of()
        : List.of(
            new Section("all-metrics", "All metrics", List.of(ratios("all-ratios", MOST_ROWS))));
  }
}
