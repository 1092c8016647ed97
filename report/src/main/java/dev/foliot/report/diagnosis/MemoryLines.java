package dev.foliot.report.diagnosis;

import dev.foliot.store.diagnosis.SharingField;
import dev.foliot.store.diagnosis.SharingFinding;
import java.util.ArrayList;
import java.util.List;

/**
 * A structure's fields on its cache lines, by arithmetic alone: which line, which row of eight
 * bytes in it, and from which byte to which in the row.
 *
 * @param lines how many lines are drawn
 * @param rows of eight bytes in each line
 * @param pieces the fields, cut where a row ends, ascending as the fields are
 * @param leftOut how many fields are too far away, or too many
 */
public record MemoryLines(int lines, int rows, List<Piece> pieces, int leftOut) {
  static final int WORD = 8;
  private static final int MOST_FIELDS = 48;
  private static final int MOST_ROWS = 48;

  /**
   * A field's part in one row.
   *
   * @param row within the line
   * @param from the first byte in the row, from 0
   * @param to the byte behind the last, to 8
   * @param first whether it is the field's first part, which has its name
   */
  public record Piece(SharingField field, int line, int row, int from, int to, boolean first) {}

  public static MemoryLines of(SharingFinding finding) {
    int lineBytes = finding.placement().place().lineBytes();
    int rows = lineBytes / WORD;
    if (lineBytes % WORD != 0 || rows > MOST_ROWS) {
      return new MemoryLines(0, 0, List.of(), finding.placement().fields().size());
    }
    long most = (long) (MOST_ROWS / rows) * lineBytes;
    List<Piece> pieces = new ArrayList<>();
    int lines = 0;
    int drawn = 0;
    for (SharingField field : finding.placement().fields()) {
      long at = (long) finding.placement().place().lineOffset() + field.offset();
      long end = at + field.bytes();
      if (drawn == MOST_FIELDS || field.bytes() == 0 || end > most) {
        continue;
      }
      drawn++;
      cut(field, at, end, lineBytes, pieces);
      lines = Math.max(lines, (int) ((end - 1) / lineBytes) + 1);
    }
    return new MemoryLines(
        lines, rows, List.copyOf(pieces), finding.placement().fields().size() - drawn);
  }

  /** Whether a thread reads in turn with those that write. */
  static boolean isAnyInTurn(SharingFinding finding) {
    return finding.placement().fields().stream()
        .anyMatch(field -> !field.readersInTurn().isEmpty());
  }

  private static void cut(
      SharingField field, long start, long end, int lineBytes, List<Piece> pieces) {
    for (long at = start; at < end; ) {
      int inLine = (int) (at % lineBytes);
      int from = inLine % WORD;
      int to = (int) Math.min(WORD, from + end - at);
      pieces.add(new Piece(field, (int) (at / lineBytes), inLine / WORD, from, to, at == start));
      at += to - from;
    }
  }

  /** The first piece of a field, where it is drawn. */
  List<Piece> named() {
    return pieces.stream().filter(Piece::first).toList();
  }
}
