package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.columns.Expression;
import dev.foliot.fleet.columns.Layout;
import java.util.ArrayList;
import java.util.List;

/** Cells with text in a column of numbers, such as a unit or a decimal comma. For one thread. */
final class NoNumbers {
  private static final int LONGEST_EXAMPLE = 40;

  /** More than one text in this number of cells is no slip of a pen. */
  private static final int MOST_TEXTS = 100;

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

  /** Counts several of one text, whose rows are not known. */
  void addAll(String cell, long several) {
    if (count == 0) {
      example = Texts.quote(Texts.line(cell.strip(), LONGEST_EXAMPLE));
    }
    count += several;
  }

  /** A description with the column and the first such cell. */
  String words() {
    return "of column %s %s, as %s%s"
        .formatted(
            Texts.quote(column),
            unit ? "have another unit than the others, or none" : "hold no number",
            example,
            row == 0 ? "" : " in row " + row + " of the data");
  }

  /**
   * Notes the cells without a number, of the values of a layout. Returns a description of the
   * first.
   *
   * @param filled how many cells of each value hold a number
   * @throws FleetException if they are too many in a column that is needed
   */
  static String noted(
      Layout layout, String source, List<NoNumbers> all, long[] filled, Notes notes) {
    List<String> needed = new ArrayList<>(Expression.columns(layout.measure().metric()));
    if (layout.measure().load() != null) {
      needed.addAll(Expression.columns(layout.measure().load()));
    }
    String first = "";
    for (int i = 0; i < filled.length; i++) {
      NoNumbers one = all.get(i);
      boolean matters = layout.isWide() || needed.contains(layout.values().get(i));
      if (matters && one.count * MOST_TEXTS > filled[i] + one.count) {
        throw new FleetException(
            "%s: %d of %d cells %s: mend them, leave these rows out with --where, or choose another"
                    .formatted(source, one.count, filled[i] + one.count, one.words())
                + " --metric");
      }
      if (one.count > 0) {
        notes.count("cells " + one.words() + ": they count as without a value", one.count);
        first = first.isEmpty() ? "cells " + one.words() : first;
      }
    }
    return first;
  }
}
