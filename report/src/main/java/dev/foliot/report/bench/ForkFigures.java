package dev.foliot.report.bench;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.Percentiles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The response time of every fork in numbers, each with why it is missing or its interval. */
final class ForkFigures {
  private ForkFigures() {}

  static Block.Table table(String figure, List<Group> groups) {
    Rows rows = new Rows().texts("fork").numbers("messages");
    List<String> names = Headline.names(groups);
    rows.numbers(names.stream().map(Units::percentileName).toList());
    for (Group group : groups) {
      for (ForkView fork : group.forks()) {
        Percentiles response = fork.record().times().response();
        List<Cell> row = new ArrayList<>();
        row.add(Cell.text(fork.name(), groups.size() == 1 ? null : group.name(), null));
        row.add(Cell.number(Units.count(response.count())));
        for (String name : names.subList(0, names.size() - 1)) {
          row.add(Cell.ns(response.value(name), small(response, name)));
        }
        row.add(Cell.ns(response.max()));
        rows.row(row);
      }
    }
    return rows.of(figure, "Response time of each fork");
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
