package dev.foliot.fleet;

import dev.foliot.fleet.cells.Texts;

/** Cells with text in a column of numbers, such as a unit or a decimal comma. For one thread. */
final class NoNumbers {
  private static final int LONGEST_EXAMPLE = 40;

  private final String column;
  private long count;
  private String example = "";
  private long row;

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

  long count() {
    return count;
  }

  /** A description with the column and the first such cell. */
  String words() {
    return "of column %s hold no number, as %s in row %d of the data"
        .formatted(Texts.quote(column), example, row);
  }
}
