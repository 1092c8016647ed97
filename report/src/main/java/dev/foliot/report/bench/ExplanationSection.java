package dev.foliot.report.bench;

import dev.foliot.judgement.answer.ExplanationAnswer;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.explain.CauseRecord;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Why the slow messages of a run were slow: causes, one example as a strip, where it looked. */
public final class ExplanationSection {
  private static final int TOP = 18;
  private static final int ROW = 18;
  private static final int BAR = 12;

  /** The share of the width for the names of rows. */
  private static final double NAMES = 0.2;

  private final String key;
  private final ExplanationRecord explanation;
  private final boolean isRecorded;

  /**
   * @param key that the ids of its elements begin with
   */
  public ExplanationSection(String key, ExplanationRecord explanation) {
    this(key, explanation, false);
  }

  /**
   * @param isRecorded whether it is of the extra fork with a flight recording
   */
  private ExplanationSection(String key, ExplanationRecord explanation, boolean isRecorded) {
    this.key = key;
    this.explanation = explanation;
    this.isRecorded = isRecorded;
  }

  /** Its blocks. */
  public List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Prose(ExplanationAnswer.of(explanation).sentence()));
    blocks.addAll(own());
    ExplanationRecord recorded = explanation.recorded();
    if (recorded != null) {
      blocks.add(
          new Block.Prose(
              "Likely causes inside the JVM, in one extra fork with a flight recording. It is not"
                  + " in the figures of this page."));
      blocks.addAll(new ExplanationSection(key + "-recorded", recorded, true).own());
    }
    return blocks;
  }

  private List<Block> own() {
    List<Block> blocks = new ArrayList<>();
    if (explanation.scope().messages() > 0) {
      blocks.add(causes());
    }
    ExplanationRecord.Example example = explanation.example();
    if (example != null) {
      blocks.add(strip(example));
    }
    blocks.add(sources());
    return blocks;
  }

  private Block causes() {
    Rows rows =
        new Rows()
            .texts("cause")
            .numbers("share of the delay", "episodes", "messages", "slowest", "longest stop")
            .texts("what is known besides");
    for (CauseRecord cause : explanation.causes()) {
      rows.row(
          Cell.text(cause.code().code(), cause.code().sentence(), null),
          Cell.number(Units.percent(cause.delayShare())),
          Cell.number(Units.count(cause.episodes())),
          Cell.number(Units.count(cause.messages())),
          Cell.ns(cause.worstNs() == 0 ? null : (Long) cause.worstNs()),
          Cell.ns(cause.stops() == 0 ? null : (Long) cause.longestNs()),
          Cell.text(cause.detail().isEmpty() ? Units.NONE : Foreign.name(cause.detail())));
    }
    rows.row(
        Cell.text("unexplained", "nothing that was looked at lies over it", null),
        Cell.number(Units.percent(explanation.unexplainedShare())),
        Cell.number(Units.NONE),
        Cell.number(Units.NONE),
        Cell.ns(null),
        Cell.ns(null),
        Cell.text(Units.NONE));
    return rows.table(
        key + "-causes",
        isRecorded ? "Likely causes in the extra fork" : "The causes of slow messages",
        "Shares of the delay beyond p99 of %s in %s. A message counts for a cause that delayed it"
                .formatted(
                    Units.count(explanation.scope().messages(), "message"),
                    Units.count(explanation.scope().forks(), "fork"))
            + " more than all else.",
        "");
  }

  /** A message, and what lay over it, on one axis of time. */
  private Block strip(ExplanationRecord.Example example) {
    Map<StopKind, List<Stop>> byKind = new EnumMap<>(StopKind.class);
    // one that is placed behind the end, by its error, would lie beside the message
    example.stops().stream()
        .filter(stop -> stop.startNs() < example.endedNs())
        .forEach(stop -> byKind.computeIfAbsent(stop.kind(), kind -> new ArrayList<>()).add(stop));
    Span span = Span.of(example);
    Svg svg =
        Svg.picture(
            "strip",
            TOP + ROW * (1 + byKind.size()) + 2,
            "the message, and what stopped it, on one axis of time");
    svg.text("", span.at(example.dueNs()), 11, "due");
    svg.text(
        "end",
        span.at(example.endedNs()),
        11,
        "ended " + Units.duration(example.endedNs() - example.dueNs()) + " later");
    svg.text("", 0, TOP + BAR - 2.0, "message");
    bar(svg, "f1", TOP, span, example.dueNs(), example.startedNs(), "waited");
    bar(svg, "f0", TOP, span, example.startedNs(), example.endedNs(), "was served");
    int top = TOP + ROW;
    for (Map.Entry<StopKind, List<Stop>> row : byKind.entrySet()) {
      svg.text("", 0, top + BAR - 2.0, row.getKey().code());
      for (Stop stop : row.getValue()) {
        bar(
            svg,
            "over",
            top,
            span,
            stop.startNs(),
            stop.endNs(),
            row.getKey().code()
                + (stop.detail().isEmpty() ? "" : " (" + Foreign.name(stop.detail()) + ")"));
      }
      top += ROW;
    }
    svg.vertical("moment", span.at(example.dueNs()), TOP - 3.0, top);
    svg.vertical("moment", span.at(example.endedNs()), TOP - 3.0, top);
    return Block.Figure.of(
            key + "-example",
            isRecorded
                ? "An example in the extra fork"
                : "An example: a slow message of the first cause",
            "%s, due at %s, started %s later. A stop began where its bar begins, or up to %s"
                    .formatted(
                        isRecorded ? "The extra fork" : "Fork " + example.fork(),
                        Units.seconds(example.dueNs() / 1e9),
                        Units.duration(example.startedNs() - example.dueNs()),
                        Units.duration(
                            example.stops().stream().mapToLong(Stop::errorNs).max().orElse(0)))
                + " away.",
            Block.Picture.of(svg.end()))
        .legend(
            List.of(
                new Block.Chip("", "waited", "c1"),
                new Block.Chip("", "was served", "c0"),
                new Block.Chip("", "stopped", "over")));
  }

  private static void bar(
      Svg svg, String css, int top, Span span, long fromNs, long toNs, String what) {
    double left = span.at(fromNs);
    double width = span.at(toNs) - left;
    if (toNs > Math.max(fromNs, span.fromNs())) {
      svg.rect(
          css,
          left,
          top,
          Math.max(width, 0.002),
          BAR,
          what + " for " + Units.duration(toNs - fromNs));
    }
  }

  private Block sources() {
    Rows rows = new Rows().texts("looked at").numbers("every", "readings").texts("remarks");
    for (TimelineSource source : explanation.sources()) {
      String unavailable = source.unavailable();
      rows.row(
          Cell.text(Foreign.name(source.name())),
          Cell.ns(source.everyNs() == 0 ? null : (Long) source.everyNs()),
          Cell.number(Units.count(source.readings())),
          Cell.text(
              unavailable == null ? Units.NONE : "not seen: " + Foreign.sentence(unavailable)));
    }
    return rows.of(key + "-sources", "Where it was looked");
  }

  /** A time that is drawn over the width behind the names. */
  private record Span(long fromNs, long toNs) {
    /** The message, with as much of what began before it as a third of its time. */
    static Span of(ExplanationRecord.Example example) {
      long wholeNs = Math.max(1, example.endedNs() - example.dueNs());
      long firstNs =
          example.stops().stream().mapToLong(Stop::startNs).min().orElse(example.dueNs());
      return new Span(
          Math.clamp(firstNs, example.dueNs() - wholeNs / 3, example.dueNs()),
          example.endedNs() + wholeNs / 50);
    }

    /** A share of the picture's width. */
    double at(long ns) {
      double share = (double) (ns - fromNs) / (double) (toNs - fromNs);
      return NAMES + (1 - NAMES) * Math.clamp(share, 0, 1);
    }
  }
}
