package dev.foliot.fleet;

import java.io.IOException;
import java.sql.SQLException;

/** Where the data comes from. Used once: first what columns there are, then the data. */
interface Source {
  /** What there is. */
  Columns columns() throws IOException, SQLException;

  /**
   * Makes it known to the engine as {@code raw}: node, us, start (text), v0... (numbers, in the
   * order of the layout's values) and l0... (labels).
   */
  Staged stage(Layout layout, Notes notes) throws IOException, SQLException;

  /**
   * What was seen on the way.
   *
   * @param rows how many rows of the files
   * @param late how many of them are earlier than their node's row before; of Parquet, of the first
   *     million
   * @param noNumbers which cells hold something else where a number should be, the first in words;
   *     empty where there are none
   */
  record Staged(long rows, long late, String noNumbers) {}
}
