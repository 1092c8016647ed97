package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.columns.Condition;
import dev.foliot.fleet.rows.RowSink;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the rows that meet all conditions. Where a row has one of several metrics, a label that
 * it lacks is a matter of the others.
 */
final class MatchingRows implements RowSink {
  private final RowSink sink;
  private final List<Condition> conditions;
  private final boolean sparse;
  private int[] places = {};

  MatchingRows(RowSink sink, List<Condition> conditions, boolean sparse) {
    this.sink = sink;
    this.conditions = conditions;
    this.sparse = sparse;
  }

  @Override
  public void labels(Set<String> names) {
    sink.labels(names);
  }

  @Override
  public boolean isFull() {
    return sink.isFull();
  }

  @Override
  public void columns(List<String> names) {
    places = conditions.stream().mapToInt(one -> names.indexOf(one.column())).toArray();
    for (int i = 0; i < places.length; i++) {
      if (places[i] < 0 && !sparse) {
        throw new FleetException(
            "there is no column %s, that --where names: there are %s"
                .formatted(Texts.quote(conditions.get(i).column()), Texts.list(names)));
      }
    }
    sink.columns(names);
  }

  @Override
  public void row(@Nullable String[] cells, int count) throws SQLException {
    for (int i = 0; i < places.length; i++) {
      String cell = places[i] >= 0 && places[i] < count ? cells[places[i]] : null;
      boolean lacking = cell == null || cell.isEmpty();
      if (!(sparse && lacking) && !conditions.get(i).isMetBy(lacking ? "" : String.valueOf(cell))) {
        return;
      }
    }
    sink.row(cells, count);
  }
}
