package dev.foliot.fleet;

/**
 * Cells of a column that should hold numbers and hold something else, which is not the same as
 * nothing: a unit behind the number, or a decimal comma. For one thread.
 */
final class NoNumbers {
  private static final int LONGEST_EXAMPLE = 40;

  private final String column;
  private long count;
  private String example = "";
  private long row;

  NoNumbers(String column) {
    this.column = column;
  }

  /** Counts one, of the row with that number. */
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

  /** Of which column, with the first of them. */
  String words() {
    return "of column %s hold no number, as %s in row %d of the data"
        .formatted(Texts.quote(column), example, row);
  }
}
