package dev.foliot.report.demo;

import dev.foliot.report.chart.Svg;
import dev.foliot.report.diagnosis.PlacementStrip;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.store.StudyPrediction;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The places that a class may have in a cache line, and a frame for each JVM around the one that
 * its class has: a tick where what is written and what is read are on different lines, a cross
 * where they are on one.
 */
final class DemoPlaces {
  private static final int WORD = 8;
  private static final int MOST_PLACES = 32;
  private static final int MOST_JVMS = 4;
  private static final int MOST_OFFSET = 1 << 20;
  private static final int CELL_PX = 34;
  private static final int HEAD_PX = 4;
  private static final int FOOT_PX = 18;

  private final List<Jvm> jvms = new ArrayList<>();
  private int places;

  /** A JVM by its name. */
  private record Jvm(String name, StudyPrediction place) {
    int cell() {
      return place.lineOffset() / WORD;
    }
  }

  DemoPlaces(Map<String, StudyPrediction> bySide) {
    for (Map.Entry<String, StudyPrediction> one : bySide.entrySet()) {
      if (jvms.size() < MOST_JVMS && isSane(one.getValue())) {
        jvms.add(new Jvm(Foreign.text(one.getKey(), 40), one.getValue()));
        places = one.getValue().lineBytes() / WORD;
      }
    }
  }

  /** All of one page have lines of one length. */
  private boolean isSane(StudyPrediction place) {
    int line = place.lineBytes();
    return line >= WORD
        && line % WORD == 0
        && line / WORD <= MOST_PLACES
        && (places == 0 || places == line / WORD)
        && place.lineOffset() >= 0
        && place.lineOffset() < line
        && isOffset(place.writtenOffset())
        && isOffset(place.readOffset());
  }

  private static boolean isOffset(int offset) {
    return offset >= 0 && offset < MOST_OFFSET;
  }

  boolean isEmpty() {
    return jvms.isEmpty();
  }

  Block.Figure figure(String id) {
    StudyPrediction any = jvms.getFirst().place();
    String claim =
        "Where HotSpot's description of "
            + Foreign.name(any.className())
            + " may begin in a cache line of "
            + any.lineBytes()
            + " bytes. A cross: the word that one thread writes and the one that another reads are"
            + " on one line, which only one CPU can have at a time; a tick: they are not. The order"
            + " in which classes are loaded decides it, anew at each start.";
    return new Block.Figure(
        id, null, "The lottery of addresses", claim, draw(), true, List.of(), null);
  }

  private Content draw() {
    Svg svg = new Svg();
    svg.begin(
        "svg",
        "class",
        "places",
        "height",
        Integer.toString(HEAD_PX + CELL_PX + FOOT_PX * (1 + jvms.size())),
        "role",
        "img",
        "aria-label",
        "the places of a class in a cache line, and where it lies in each JVM");
    for (int place = 0; place < places; place++) {
      cell(svg, place);
    }
    for (int i = 0; i < jvms.size(); i++) {
      frame(svg, jvms.get(i), HEAD_PX + CELL_PX + FOOT_PX * (i + 1) + 14);
    }
    return svg.end();
  }

  private void cell(Svg svg, int place) {
    StudyPrediction any = jvms.getFirst().place();
    long base = (long) place * WORD;
    boolean lucky =
        (base + any.writtenOffset()) / any.lineBytes()
            != (base + any.readOffset()) / any.lineBytes();
    svg.begin(
        "svg",
        "class",
        "area",
        "x",
        Svg.percent((double) place / places),
        "y",
        Integer.toString(HEAD_PX),
        "width",
        Svg.percent(1.0 / places),
        "height",
        Integer.toString(CELL_PX));
    svg.leaf(
        "rect",
        "class",
        lucky ? "place lucky" : "place unlucky",
        "width",
        "100%",
        "height",
        "100%");
    svg.begin("svg", "class", "area", "x", "50%", "y", Integer.toString(CELL_PX / 2));
    svg.leaf(
        "path",
        "class",
        lucky ? "tick" : "cross",
        "d",
        lucky ? PlacementStrip.TICK : PlacementStrip.CROSS);
    svg.end().end();
    svg.text(
        "text",
        Integer.toString(place * WORD),
        "class",
        "at",
        "x",
        Svg.percent((place + 0.5) / places),
        "y",
        Integer.toString(HEAD_PX + CELL_PX + 14));
  }

  private void frame(Svg svg, Jvm jvm, int textPx) {
    svg.leaf(
        "rect",
        "class",
        "here",
        "x",
        Svg.percent((double) jvm.cell() / places),
        "y",
        Integer.toString(HEAD_PX),
        "width",
        Svg.percent(1.0 / places),
        "height",
        Integer.toString(CELL_PX));
    double middle = (jvm.cell() + 0.5) / places;
    svg.text(
        "text",
        jvm.name(),
        "class",
        middle < 0.2 ? "this start" : middle > 0.8 ? "this end" : "this",
        "x",
        Svg.percent(
            middle < 0.2
                ? (double) jvm.cell() / places
                : middle > 0.8 ? (jvm.cell() + 1.0) / places : middle),
        "y",
        Integer.toString(textPx));
  }
}
