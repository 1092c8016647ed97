package dev.foliot.report.diagnosis;

import dev.foliot.report.bench.Group;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.diagnosis.FieldPair;
import dev.foliot.store.diagnosis.SharingField;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.SharingThread;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws a structure as cache lines, from top to bottom, with the threads that write it at the left
 * and those that read it at the right. What is written and read has a letter, not a colour alone.
 * Who reads in turn with those that write is drawn apart, with a broken line.
 */
public final class MemoryDrawing {
  private static final int ROW_PX = 22;
  private static final int HEAD_PX = 24;
  private static final int GAP_PX = 12;
  private static final int NAME_PX = 14;
  private static final int BADGE_PX = 14;
  private static final int MOST_NAMES = 4;
  private static final int LONGEST_NAME = 15;

  /** Where the lines begin and end, and where the names beside them do; shares of the width. */
  private static final double LEFT = 0.28;

  private static final double RIGHT = 0.72;
  private static final double NAMES = 0.245;
  private static final double ARROW = 0.25;

  private final SharingFinding finding;
  private final MemoryLines lines;
  private Svg svg = new Svg();

  public MemoryDrawing(SharingFinding finding, MemoryLines lines) {
    this.finding = finding;
    this.lines = lines;
  }

  /**
   * Threads beside a field.
   *
   * @param middle of the field's row
   * @param inTurn whether they read in turn with those that write
   */
  private record Group(int middle, List<String> names, boolean inTurn) {
    int height() {
      return names.size() * NAME_PX;
    }
  }

  public Content draw() {
    List<Group> writers = new ArrayList<>();
    List<Group> readers = new ArrayList<>();
    for (MemoryLines.Piece piece : lines.named()) {
      int middle = top(piece) + ROW_PX / 2;
      SharingField field = piece.field();
      int unseen =
          field.field().equals(finding.type().field()) && field.writers().isEmpty()
              ? finding.traffic().writerThreads()
              : 0;
      group(writers, middle, field.writers(), unseen, " writes", " write", false);
      group(readers, middle, field.readers(), 0, " reads", " read", false);
      group(readers, middle, field.readersInTurn(), 0, " reads in turn", " read in turn", true);
    }
    List<Integer> writerTops = apart(writers);
    List<Integer> readerTops = apart(readers);
    int height =
        Math.max(
            lineTop(lines.lines()) - HEAD_PX,
            Math.max(bottom(writers, writerTops), bottom(readers, readerTops)));
    svg = Svg.picture("memory", height + 4, label());
    for (int line = 0; line < lines.lines(); line++) {
      line(line);
    }
    lines.pieces().forEach(this::piece);
    for (int i = 0; i < writers.size(); i++) {
      threads(writers.get(i), writerTops.get(i), true);
    }
    for (int i = 0; i < readers.size(); i++) {
      threads(readers.get(i), readerTops.get(i), false);
    }
    return svg.end();
  }

  private String label() {
    StringBuilder label = new StringBuilder();
    label.append(Foreign.name(finding.type().field())).append(" is written");
    if (lines.pieces().stream().anyMatch(one -> isWordRead(one.field()))) {
      label.append(" by some threads and read by others");
    }
    if (MemoryLines.isAnyInTurn(finding)) {
      label.append("; some threads read in turn with those that write");
    }
    for (FieldPair pair : finding.placement().pairs().stream().limit(MOST_NAMES).toList()) {
      label
          .append("; ")
          .append(Foreign.name(pair.read()))
          .append(pair.sameLine() ? " is read on the same line" : " is read on another line");
    }
    return label.toString();
  }

  private int lineTop(int line) {
    return HEAD_PX + line * (lines.rows() * ROW_PX + HEAD_PX + GAP_PX);
  }

  private int top(MemoryLines.Piece piece) {
    return lineTop(piece.line()) + piece.row() * ROW_PX;
  }

  private void line(int line) {
    int top = lineTop(line);
    int height = lines.rows() * ROW_PX;
    boolean shared = isShared(line);
    long address =
        finding.placement().place().address()
            - finding.placement().place().lineOffset()
            + (long) line * finding.placement().place().lineBytes();
    svg.text(
        shared ? "head both" : "head",
        LEFT,
        top - 7,
        (shared ? "shared line " : "line ")
            + (finding.placement().place().address() == 0
                ? line + 1
                : "0x" + Long.toHexString(address)));
    int before = line == 0 ? finding.placement().place().lineOffset() / MemoryLines.WORD : 0;
    if (before > 0) {
      svg.rect("other", LEFT, top, RIGHT - LEFT, before * ROW_PX);
      svg.text("other", 0.5, top + before * ROW_PX / 2 + 4, "not of this class");
    }
    for (int row = Math.max(1, before); row < lines.rows(); row++) {
      int y = top + row * ROW_PX;
      svg.line("sep", LEFT, y, RIGHT, y);
    }
    svg.rect(shared ? "line both" : "line", LEFT, top, RIGHT - LEFT, height);
  }

  private boolean isShared(int line) {
    boolean written =
        lines.pieces().stream().anyMatch(one -> one.line() == line && isWritten(one.field()));
    boolean read =
        lines.pieces().stream()
            .anyMatch(one ->
                one.line() == line
                    && (isWordRead(one.field())
                        || (isRead(one.field()) && !isWritten(one.field()))));
    return written && read;
  }

  /** Whether others read the very word that is written. */
  private boolean isWordRead(SharingField field) {
    return field.field().equals(finding.type().field()) && !field.readers().isEmpty();
  }

  private boolean isWritten(SharingField field) {
    return field.field().equals(finding.type().field()) || !field.writers().isEmpty();
  }

  private boolean isRead(SharingField field) {
    return !field.readers().isEmpty()
        || finding.placement().pairs().stream().anyMatch(pair -> pair.read().equals(field.field()));
  }

  private void piece(MemoryLines.Piece piece) {
    SharingField field = piece.field();
    boolean written = isWritten(field);
    boolean read = isRead(field);
    double width = (RIGHT - LEFT) / MemoryLines.WORD;
    svg.box(
        "cell",
        LEFT + piece.from() * width,
        top(piece),
        (piece.to() - piece.from()) * width,
        ROW_PX);
    svg.cover(written ? "field written" : read ? "field read" : "field");
    svg.title(
        "%s: %d bytes at +%d"
            .formatted(Foreign.name(field.field()), field.bytes(), field.offset()));
    if (piece.first()) {
      int x = 5;
      x = written ? badge("W", x) : x;
      x = read ? badge("R", x) : x;
      svg.textPx(written || read ? "name marked" : "name", x, 15, Foreign.text(field.field(), 40));
    }
    svg.end();
  }

  private int badge(String letter, int x) {
    svg.leaf(
        "rect",
        "class",
        "badge " + letter.toLowerCase(Locale.ROOT),
        "x",
        Svg.px(x - 1),
        "y",
        "4",
        "width",
        Svg.px(BADGE_PX),
        "height",
        Svg.px(BADGE_PX));
    svg.textPx("letter", x - 1 + BADGE_PX / 2, 15, letter);
    return x + BADGE_PX + 3;
  }

  private static void group(
      List<Group> groups,
      int middle,
      List<SharingThread> threads,
      int unseen,
      String one,
      String several,
      boolean inTurn) {
    int count = Math.max(threads.size(), unseen);
    if (count == 0) {
      return;
    }
    List<String> names = new ArrayList<>();
    names.add(Units.count(count, "thread") + (count == 1 ? one : several));
    Map<String, Integer> alike = new LinkedHashMap<>();
    threads.forEach(
        thread -> alike.merge(Foreign.text(thread.name(), LONGEST_NAME), 1, Integer::sum));
    int told = 0;
    for (Map.Entry<String, Integer> name : alike.entrySet()) {
      if (names.size() > MOST_NAMES) {
        names.add("and " + (threads.size() - told) + " more");
        break;
      }
      told += name.getValue();
      names.add(name.getValue() == 1 ? name.getKey() : name.getKey() + " ×" + name.getValue());
    }
    groups.add(new Group(middle, names, inTurn));
  }

  /** Where groups begin, each beside its field as far as the one above leaves room. */
  private static List<Integer> apart(List<Group> groups) {
    List<Integer> tops = new ArrayList<>();
    int free = 0;
    for (Group group : groups) {
      int top = Math.max(free, group.middle() - group.height() / 2);
      tops.add(top);
      free = top + group.height() + 6;
    }
    return tops;
  }

  private static int bottom(List<Group> groups, List<Integer> tops) {
    return groups.isEmpty() ? 0 : tops.getLast() + groups.getLast().height();
  }

  private void threads(Group group, int top, boolean writes) {
    String side = writes ? "writers" : group.inTurn() ? "readers in-turn" : "readers";
    svg.group("threads " + side);
    double at = writes ? NAMES : 1 - NAMES;
    for (int i = 0; i < group.names().size(); i++) {
      svg.text(i == 0 ? "first" : "then", at, top + (i + 1) * NAME_PX - 3, group.names().get(i));
    }
    int middle = Math.clamp(group.middle(), top + NAME_PX / 2, top + group.height() - 7);
    double to = writes ? LEFT : 1 - ARROW;
    int end = writes ? group.middle() : middle;
    svg.line("", writes ? ARROW : RIGHT, writes ? middle : group.middle(), to, end);
    svg.glyph("", to, end, "M-7-4L0 0L-7 4z").end();
  }
}
