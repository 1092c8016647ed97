package dev.foliot.fleet;

import dev.foliot.fleet.cells.Texts;

/** Cells with text in a column of numbers, such as a unit or a decimal comma. For one thread. */
final class NoNumbers {
  private static final int LONGEST_EXAMPLE = 40;

  private final String column;
  private long count;
  private String example = "";
  private long row;
  private boolean unit;

  NoNumbers(String column) {
    this.column = column;
  }

  /** Counts one, with its row number. */
  void add(String cell, long ofRow) {
    if (count == 0) {
      example = Texts.quote(Texts.line(cell.strip(), LONGEST_EXAMPLE));
      row = ofRow;
    }
    count++;
  }

  /** Says that they are numbers, whose unit is not that of most others. */
  void otherUnit() {
    unit = true;
  }

  long count() {
    return count;
  }

  /** A description with the column and the first such cell. */
  String words() {
    return "of column %s %s, as %s in row %d of the data"
        .formatted(
            Texts.quote(column),
            unit ? "have another unit than the others, or none" : "hold no number",
            example,
            row);
  }
}
