package dev.foliot.cli.details;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.fleet.read.FleetCheck;
import dev.foliot.text.Numbers;
import java.time.Instant;

/** How a fleet's files are read: columns, their roles, and the first points. */
public final class FleetCheckText {
  private static final int MOST_COLUMNS = 40;
  private static final int MOST_SENTENCES = 6;

  private final Brief brief;

  /** Prints by such a brief. */
  public FleetCheckText(Brief brief) {
    this.brief = brief;
  }

  /** Prints it. */
  public void print(FleetCheck check) {
    brief.answer(
        "Read as %s: %s, %s, %s to %s; the metric is %s."
            .formatted(
                check.format(),
                Numbers.count(check.extent().nodes(), "node"),
                Numbers.count(check.extent().rows(), "row"),
                time(check.extent().firstUs()),
                time(check.extent().lastUs()),
                Words.shown(check.metric())),
        3);
    TextTable columns = new TextTable("column", "<role", "<kind", "values", "<written");
    int printed = 0;
    for (FleetCheck.Part column : check.columns()) {
      if (printed++ < MOST_COLUMNS) {
        columns.row(
            Words.shown(column.name()),
            column.role(),
            column.kind(),
            column.values() < 0 ? "many" : Numbers.count(column.values()),
            column.written());
      }
    }
    brief.table(columns);
    if (check.columns().size() > MOST_COLUMNS) {
      brief.also("and " + (check.columns().size() - MOST_COLUMNS) + " more columns", 1);
    }
    TextTable first =
        new TextTable(
            check.points().names().stream().map(name -> "<" + Words.shown(name)).toList());
    check.points().first().forEach(row -> first.row(row.stream().map(Words::shown).toList()));
    brief.table(first);
    check.guesses().stream()
        .limit(MOST_SENTENCES)
        .forEach(guess -> brief.line("guessed", Words.shown(guess)));
    check.notes().stream()
        .limit(MOST_SENTENCES)
        .forEach(note -> brief.line("note", Words.shown(note)));
  }

  private static String time(long us) {
    return Instant.ofEpochSecond(Math.floorDiv(us, 1_000_000L)).toString();
  }
}
