package dev.foliot.report.demo;

import dev.foliot.report.chart.PlaceStrip;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.store.study.StudyPrediction;
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
      return place.line().lineOffset() / WORD;
    }
  }

  DemoPlaces(Map<String, StudyPrediction> bySide) {
    for (Map.Entry<String, StudyPrediction> one : bySide.entrySet()) {
      if (jvms.size() < MOST_JVMS && isSane(one.getValue())) {
        jvms.add(new Jvm(Foreign.text(one.getKey(), 40), one.getValue()));
        places = one.getValue().line().lineBytes() / WORD;
      }
    }
  }

  /** All of one page have lines of one length. */
  private boolean isSane(StudyPrediction place) {
    int line = place.line().lineBytes();
    return line >= WORD
        && line % WORD == 0
        && line / WORD <= MOST_PLACES
        && (places == 0 || places == line / WORD)
        && place.line().lineOffset() >= 0
        && place.line().lineOffset() < line
        && isOffset(place.line().writtenOffset())
        && isOffset(place.line().readOffset());
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
            + Foreign.name(any.type().className())
            + " may begin in a cache line of "
            + any.line().lineBytes()
            + " bytes. A cross: one thread writes and another reads on one cache line, which one"
            + " CPU can have at a time. A tick: the two words are on separate lines. The order in"
            + " which classes are loaded decides it at each start.";
    return Block.Figure.of(
        id, "Where the class lies in a cache line", claim, Block.Picture.of(draw()));
  }

  private Content draw() {
    Svg svg =
        PlaceStrip.picture(
            HEAD_PX + CELL_PX + FOOT_PX * (1 + jvms.size()),
            "the places of a class in a cache line, and where it lies in each JVM");
    PlaceStrip strip = new PlaceStrip(svg, places, HEAD_PX, CELL_PX);
    for (int place = 0; place < places; place++) {
      strip.cell(place, isApart(place));
      strip.text(place, "at", CELL_PX + 14, Integer.toString(place * WORD));
    }
    for (int i = 0; i < jvms.size(); i++) {
      strip.frame(jvms.get(i).cell());
      strip.longText(jvms.get(i).cell(), CELL_PX + FOOT_PX * (i + 1) + 14, 0.2, jvms.get(i).name());
    }
    return svg.end();
  }

  private boolean isApart(int place) {
    StudyPrediction any = jvms.getFirst().place();
    long base = (long) place * WORD;
    return (base + any.line().writtenOffset()) / any.line().lineBytes()
        != (base + any.line().readOffset()) / any.line().lineBytes();
  }
}
