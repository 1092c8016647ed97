package dev.foliot.report.diagnosis;

import dev.foliot.report.chart.PlaceStrip;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Foreign;
import dev.foliot.store.diagnosis.FieldPair;
import dev.foliot.store.diagnosis.SharingField;
import dev.foliot.store.diagnosis.SharingFinding;
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
    int each = HEAD_PX + CELL_PX + GAP_PX;
    Svg svg = PlaceStrip.picture(strips.size() * each - GAP_PX + FOOT_PX, label());
    for (int i = 0; i < strips.size(); i++) {
      svg.text("head", 0, i * each + 12, words(strips.get(i)));
      PlaceStrip drawn = new PlaceStrip(svg, places, i * each + HEAD_PX, CELL_PX);
      for (int place = 0; place < places; place++) {
        drawn.cell(place, strips.get(i).lucky.get(place));
      }
      drawn.frame(here());
      if (i == strips.size() - 1) {
        foot(drawn);
      }
    }
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

  /** Under the last strip: the bytes into the line, and which it is here. */
  private void foot(PlaceStrip strip) {
    for (int place = 0; place < places; place++) {
      if (places <= 8 || place % 2 == 0 || place == here()) {
        String css = place == here() ? "at this" : "at";
        strip.text(place, css, CELL_PX + 14, Integer.toString(place * WORD));
      }
    }
    strip.longText(here(), CELL_PX + 29, 0.1, "this process");
  }
}
