package dev.foliot.report.bench;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.Percentiles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The response time of every fork in numbers, each with why it is missing or its interval. */
final class ForkFigures {
  private ForkFigures() {}

  static Block.Table table(String id, List<Group> groups) {
    List<Block.Cell> head = new ArrayList<>();
    head.add(Block.Cell.text("fork"));
    head.add(Block.Cell.number("messages"));
    Headline.names().forEach(name -> head.add(Block.Cell.number(Units.percentileName(name))));
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (Group group : groups) {
      for (ForkView fork : group.forks()) {
        Percentiles response = fork.record().times().response();
        List<Block.Cell> row = new ArrayList<>();
        String small = groups.size() == 1 ? null : group.name();
        row.add(new Block.Cell(fork.name(), small, null, null, null));
        row.add(Block.Cell.number(Units.count(response.count())));
        for (String name : Percentiles.NAMES) {
          row.add(Block.Cell.ns(response.value(name), small(response, name)));
        }
        row.add(Block.Cell.ns(response.max()));
        rows.add(row);
      }
    }
    return new Block.Table(id, "Response time of each fork", "", head, rows, "", true);
  }

  private static @Nullable String small(Percentiles figures, String name) {
    var interval = figures.intervals().get(name);
    if (interval != null) {
      return Units.interval(interval.low(), interval.high());
    }
    String reason = figures.insufficient().get(name);
    return reason == null ? null : Foreign.text(reason, Foreign.NAME);
  }
}
