package dev.foliot.cli.screen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table that fits a width: columns are as wide as their longest cell, the first is left-aligned,
 * and so are those whose head begins with {@code <}, or with {@code |} where cells must stay whole.
 *
 * <p>Where it is too wide, the widest left-aligned columns are cut, then the last columns are left
 * out.
 */
public final class TextTable {
  private static final String LEFT = "<";
  private static final String WHOLE = "|";
  private static final int GAP = 3;
  private static final int NARROWEST = 8;
  private static final String CUT = "...";

  private final List<String> heads = new ArrayList<>();
  private final List<Boolean> lefts = new ArrayList<>();
  private final List<Boolean> wholes = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  /** A table with such heads. */
  public TextTable(List<String> heads) {
    for (String head : heads) {
      boolean isWhole = head.startsWith(WHOLE);
      boolean isLeft = isWhole || head.startsWith(LEFT);
      this.heads.add(isLeft ? head.substring(1) : head);
      lefts.add(isLeft || lefts.isEmpty());
      wholes.add(isWhole || !lefts.getLast());
    }
  }

  /** The same. */
  public TextTable(String... heads) {
    this(Arrays.asList(heads));
  }

  /** Adds a row; cells that are missing are empty. */
  public void row(List<String> cells) {
    if (cells.size() > heads.size()) {
      throw new IllegalArgumentException(cells.size() + " cells for " + heads.size() + " columns");
    }
    List<String> row = new ArrayList<>(cells);
    while (row.size() < heads.size()) {
      row.add("");
    }
    rows.add(row);
  }

  /** The same. */
  public void row(String... cells) {
    row(Arrays.asList(cells));
  }

  /** Whether there is nothing below the heads. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The number of rows. */
  public int rows() {
    return rows.size();
  }

  /** How many columns fit into a width without cutting. */
  public int columnsWithin(int width) {
    int[] widths = widths();
    int used = -GAP;
    int columns = 0;
    while (columns < widths.length && used + GAP + widths[columns] <= width) {
      used += GAP + widths[columns];
      columns++;
    }
    return columns;
  }

  /** The heads and the rows, none longer than a width. */
  public List<String> lines(int width) {
    int[] widths = widths();
    int columns = widths.length;
    while (total(widths, columns) > width && shrink(widths, columns, width)) {
      // one column less wide
    }
    while (columns > 1 && total(widths, columns) > width) {
      columns--;
    }
    List<String> lines = new ArrayList<>();
    if (heads.stream().anyMatch(head -> !head.isEmpty())) {
      lines.add(line(heads, widths, columns));
    }
    for (List<String> row : rows) {
      lines.add(line(row, widths, columns));
    }
    return lines;
  }

  private int[] widths() {
    int[] widths = new int[heads.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = length(heads.get(i));
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], length(row.get(i)));
      }
    }
    return widths;
  }

  private static int total(int[] widths, int columns) {
    return Arrays.stream(widths, 0, columns).sum() + GAP * (columns - 1);
  }

  /** Cuts the widest left-aligned column; false where all are as narrow as can be. */
  private boolean shrink(int[] widths, int columns, int width) {
    int widest = -1;
    for (int i = 0; i < columns; i++) {
      if (!wholes.get(i) && widths[i] > NARROWEST && (widest < 0 || widths[i] > widths[widest])) {
        widest = i;
      }
    }
    if (widest < 0) {
      return false;
    }
    int next = NARROWEST;
    for (int i = 0; i < columns; i++) {
      if (i != widest && !wholes.get(i)) {
        next = Math.max(next, Math.min(widths[i], widths[widest] - 1));
      }
    }
    int excess = total(widths, columns) - width;
    widths[widest] = Math.max(next, widths[widest] - excess);
    return true;
  }

  private String line(List<String> cells, int[] widths, int columns) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < columns; i++) {
      String cell = cut(cells.get(i), widths[i]);
      String space = " ".repeat(widths[i] - length(cell));
      line.append(i == 0 ? "" : " ".repeat(GAP));
      line.append(lefts.get(i) ? cell + space : space + cell);
    }
    return line.toString().stripTrailing();
  }

  private static String cut(String text, int width) {
    return length(text) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - CUT.length()))) + CUT;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
