package dev.foliot.fleet.points;

import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.columns.Columns;
import dev.foliot.fleet.columns.Layout;
import java.io.IOException;
import java.sql.SQLException;

/** A source of data. Used once: first the columns, then the data. */
public interface Source {
  /** The columns. */
  Columns columns() throws IOException, SQLException;

  /**
   * Loads the data into the engine as {@code raw}: node, us, start (text), v0... (numbers, in the
   * order of the layout's values) and l0... (labels).
   */
  Staged stage(Layout layout, Notes notes) throws IOException, SQLException;

  /**
   * Statistics of the load.
   *
   * @param rows the number of rows in the files
   * @param late the rows earlier than their node's row before; for Parquet, among the first million
   * @param noNumbers a description of cells without a number where one belongs; empty for none
   */
  record Staged(long rows, long late, String noNumbers) {}
}
