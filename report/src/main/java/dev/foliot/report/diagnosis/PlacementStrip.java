package dev.foliot.report.diagnosis;

import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Foreign;
import dev.foliot.store.FieldPair;
import dev.foliot.store.SharingField;
import dev.foliot.store.SharingFinding;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The places that a structure may have in a cache line, as a strip of cells for each pair of a
 * written and a read field: a tick where the two are on different lines, a cross where they are on
 * one; this process's place has a frame.
 */
public final class PlacementStrip {
  private static final int WORD = MemoryLines.WORD;
  private static final int MOST_PLACES = 32;
  private static final int MOST_PAIRS = 6;
  private static final int HEAD_PX = 18;
  private static final int CELL_PX = 26;
  private static final int GAP_PX = 14;
  private static final int FOOT_PX = 34;
  public static final String TICK = "M-5 0L-1 4L6-5";
  public static final String CROSS = "M-4-4L4 4M4-4L-4 4";

  private final SharingFinding finding;
  private final int places;
  private final List<Strip> strips = new ArrayList<>();

  /**
   * A pair.
   *
   * @param lucky by place
   */
  private record Strip(FieldPair pair, BitSet lucky) {}

  public PlacementStrip(SharingFinding finding) {
    this.finding = finding;
    this.places = finding.placement().place().lineBytes() / WORD;
    if (finding.placement().place().lineBytes() % WORD != 0 || places > MOST_PLACES) {
      return;
    }
    Set<String> seen = new HashSet<>();
    for (FieldPair pair : finding.placement().pairs()) {
      SharingField written = field(pair.written());
      SharingField read = field(pair.read());
      if (written != null
          && read != null
          && strips.size() < MOST_PAIRS
          && seen.add(pair.written() + '\n' + pair.read())) {
        strips.add(new Strip(pair, lucky(written.offset(), read.offset())));
      }
    }
  }

  private @Nullable SharingField field(String name) {
    return finding.placement().fields().stream()
        .filter(field -> field.field().equals(name))
        .findFirst()
        .orElse(null);
  }

  private BitSet lucky(long written, long read) {
    BitSet lucky = new BitSet(places);
    for (int place = 0; place < places; place++) {
      long base = (long) place * WORD;
      lucky.set(
          place,
          (base + written) / finding.placement().place().lineBytes()
              != (base + read) / finding.placement().place().lineBytes());
    }
    return lucky;
  }

  public boolean isEmpty() {
    return strips.isEmpty();
  }

  Content draw() {
    Svg svg = new Svg();
    int each = HEAD_PX + CELL_PX + GAP_PX;
    svg.begin(
        "svg",
        "class",
        "places",
        "height",
        Integer.toString(strips.size() * each - GAP_PX + FOOT_PX),
        "role",
        "img",
        "aria-label",
        label());
    for (int i = 0; i < strips.size(); i++) {
      strip(svg, strips.get(i), i * each);
    }
    foot(svg, strips.size() * each - GAP_PX);
    return svg.end();
  }

  private String label() {
    List<String> parts = new ArrayList<>();
    for (Strip strip : strips) {
      parts.add(words(strip));
    }
    return String.join("; ", parts);
  }

  private String words(Strip strip) {
    String written = strip.pair.written();
    return "%s%s: %d of %d lucky, %s"
        .formatted(
            written.equals(finding.type().field()) ? "" : Foreign.text(written, 40) + " and ",
            Foreign.text(strip.pair.read(), 40),
            strip.lucky.cardinality(),
            places,
            strip.lucky.get(here()) ? "this one too" : "not this one");
  }

  private int here() {
    return finding.placement().place().lineOffset() / WORD;
  }

  private void strip(Svg svg, Strip strip, int top) {
    svg.text("text", words(strip), "class", "head", "y", Integer.toString(top + 12));
    for (int place = 0; place < places; place++) {
      boolean lucky = strip.lucky.get(place);
      svg.begin(
          "svg",
          "class",
          "area",
          "x",
          Svg.percent((double) place / places),
          "y",
          Integer.toString(top + HEAD_PX),
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
      svg.leaf("path", "class", lucky ? "tick" : "cross", "d", lucky ? TICK : CROSS);
      svg.end().end();
    }
    svg.leaf(
        "rect",
        "class",
        "here",
        "x",
        Svg.percent((double) here() / places),
        "y",
        Integer.toString(top + HEAD_PX),
        "width",
        Svg.percent(1.0 / places),
        "height",
        Integer.toString(CELL_PX));
  }

  /** Under the last strip: the bytes into the line, and which it is here. */
  private void foot(Svg svg, int top) {
    for (int place = 0; place < places; place++) {
      if (places <= 8 || place % 2 == 0 || place == here()) {
        svg.text(
            "text",
            Integer.toString(place * WORD),
            "class",
            place == here() ? "at this" : "at",
            "x",
            Svg.percent((place + 0.5) / places),
            "y",
            Integer.toString(top + 14));
      }
    }
    double middle = (here() + 0.5) / places;
    svg.text(
        "text",
        "this process",
        "class",
        middle < 0.1 ? "this start" : middle > 0.9 ? "this end" : "this",
        "x",
        Svg.percent(middle < 0.1 ? (double) here() / places : middle > 0.9 ? 1 : middle),
        "y",
        Integer.toString(top + 29));
  }
}
