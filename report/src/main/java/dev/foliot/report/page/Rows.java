package dev.foliot.report.page;

import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Block.Table;
import java.util.ArrayList;
import java.util.List;

/** A table that is put together column by column, then row by row. */
public final class Rows {
  private final List<Cell> head = new ArrayList<>();
  private final List<List<Cell>> rows = new ArrayList<>();

  /** Columns of texts. */
  public Rows texts(String... names) {
    for (String name : names) {
      head.add(Cell.text(name));
    }
    return this;
  }

  /** Columns of numbers. */
  public Rows numbers(String... names) {
    return numbers(List.of(names));
  }

  /** Columns of numbers. */
  public Rows numbers(List<String> names) {
    names.forEach(name -> head.add(Cell.number(name)));
    return this;
  }

  /** A column with a look of its own. */
  public Rows column(Cell name) {
    head.add(name);
    return this;
  }

  /** A row; its first cell names it. */
  public Rows row(Cell... cells) {
    return row(List.of(cells));
  }

  /** A row; its first cell names it. */
  public Rows row(List<Cell> cells) {
    rows.add(List.copyOf(cells));
    return this;
  }

  /** How many rows there are. */
  public int size() {
    return rows.size();
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The numbers of a figure, opened by a click. */
  public Table of(String figure, String caption) {
    return table(figure + "-table", caption, "", "").folded(true);
  }

  /** A table that is always open. */
  public Table table(String id, String caption, String claim, String css) {
    return new Table(id, caption, claim, List.copyOf(head), List.copyOf(rows), css, false);
  }
}
