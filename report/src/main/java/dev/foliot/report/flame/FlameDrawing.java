package dev.foliot.report.flame;

import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.text.Numbers;
import gg.jte.Content;
import java.util.stream.Collectors;

/**
 * A flame graph [1]: each frame stands on its caller and is as wide as the part of the samples in
 * which it was on the stack; from left to right is the alphabet, not time. Of two profiles the
 * frames have the widths of B, and their colour says by how much their share differs from that of A
 * [2].
 *
 * <p>[1] Gregg, "The Flame Graph", Communications of the ACM 59/6, 2016. [2] Gregg, <a
 * href="https://www.brendangregg.com/blog/2014-11-09/differential-flame-graphs.html">Differential
 * Flame Graphs</a>, 2014.
 */
final class FlameDrawing {
  private static final int ROW_PX = 17;
  private static final int FRAME_PX = 16;

  /** A picture is about so wide; what is narrower than a few letters has no name until a click. */
  private static final double USUAL_PX = 1_060;

  private static final double NAMED_PX = 30;
  private static final double LETTER_PX = 6;
  private static final int LONGEST = 100;

  private final FlameTree tree;
  private final FlameTree other;
  private final FlameLayout layout;

  /** A profile by itself. */
  FlameDrawing(FlameTree tree) {
    this(tree, tree);
  }

  /** B, by its difference from A. */
  FlameDrawing(FlameTree tree, FlameTree other) {
    this.tree = tree;
    this.other = other;
    this.layout = FlameLayout.of(tree, other);
  }

  FlameLayout layout() {
    return layout;
  }

  Content draw(String label) {
    int height = layout.rows() * ROW_PX;
    Svg svg = Svg.picture("flame", height, label);
    for (FlameLayout.Frame frame : layout.frames()) {
      frame(svg, frame, height - (frame.row() + 1) * ROW_PX);
    }
    return svg.end();
  }

  private void frame(Svg svg, FlameLayout.Frame frame, int top) {
    double share = tree.share(frame.place().samples());
    svg.box("fr", tree.share(frame.start()), top, share, FRAME_PX, slices(frame));
    svg.title(title(frame)).cover(css(frame));
    double room = share * USUAL_PX;
    if (room >= NAMED_PX) {
      String name = shortName(frame.place().name());
      int letters = (int) Math.min(LONGEST, room / LETTER_PX + 2);
      svg.textPx(
          "",
          3,
          12,
          name.length() <= letters ? name : Foreign.text(name.substring(0, letters), LONGEST));
    }
    svg.end();
  }

  /** How often it was seen in each slice of the time, for the script. */
  private static String[] slices(FlameLayout.Frame frame) {
    String text =
        frame.place().slices().entrySet().stream()
            .map(one -> one.getKey() + ":" + one.getValue())
            .collect(Collectors.joining(" "));
    return text.isEmpty() ? new String[0] : new String[] {"data-t", text};
  }

  private boolean isDifference() {
    return tree != other;
  }

  private String css(FlameLayout.Frame frame) {
    return isDifference() ? change(frame).css() : kind(frame.place().name());
  }

  private FlameChange change(FlameLayout.Frame frame) {
    return new FlameChange(
        other.share(frame.other()),
        tree.share(frame.place().samples()),
        other.samples(),
        tree.samples());
  }

  private String title(FlameLayout.Frame frame) {
    String name = Foreign.name(frame.place().name());
    if (isDifference()) {
      FlameChange change = change(frame);
      return name
          + ": A "
          + percent(change.a())
          + ", B "
          + percent(change.b())
          + ", "
          + points(change.points())
          + (change.isSeen() ? "" : " (within chance)");
    }
    return name
        + ": "
        + percent(tree.share(frame.place().samples()))
        + ", own "
        + percent(tree.share(frame.place().own()))
        + ", "
        + amount(tree, frame.place().samples());
  }

  /** An amount in the unit of a tree. */
  static String amount(FlameTree tree, long amount) {
    return switch (tree.unit()) {
      case "KiB" -> Units.bytes(amount * 1024.0);
      case "us" -> Numbers.duration(amount * 1e3);
      default -> Units.count(amount, tree.unit());
    };
  }

  static String percent(double share) {
    return Units.percent(share);
  }

  static String points(double change) {
    return Numbers.signed(change * 100, 1) + "\u00a0points";
  }

  /** Whose code it is: the program's, the JDK's, or none of Java. */
  static String kind(String name) {
    if (name.equals(FlameTree.ROOT)) {
      return "even";
    }
    if (name.matches("(java|javax|jdk|sun|com\\.sun)\\..*")) {
      return "jdk";
    }
    if (name.contains("::") || name.matches(".*\\.so[.0-9]*\\..*")) {
      return "native";
    }
    return name.matches("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}\\p{N}_$<>/+]+)+")
        ? "java"
        : "native";
  }

  /** The class without its package, and the method. */
  static String shortName(String name) {
    String shown = Foreign.text(name, 200);
    if (kind(name).equals("native")) {
      return shown;
    }
    int method = shown.lastIndexOf('.');
    int type = method < 0 ? -1 : shown.lastIndexOf('.', method - 1);
    return shown.substring(type + 1);
  }
}
