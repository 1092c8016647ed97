package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.HistoryAnswer;
import dev.foliot.judgement.history.HistoryLine;
import dev.foliot.judgement.history.HistoryRun;
import dev.foliot.judgement.history.RunHistory;
import dev.foliot.store.Spread;
import dev.foliot.text.Numbers;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The history of a store in a few lines: the answer, and a row for each name and load. */
public final class HistoryBrief {
  private static final int MOST_ROWS = 12;
  private static final int NAME_WIDTH = 30;
  private static final int PART_WIDTH = 20;

  private final Brief brief;

  /** Prints with such a brief. */
  public HistoryBrief(Brief brief) {
    this.brief = brief;
  }

  /**
   * Prints it.
   *
   * @param page the file with the page, null where there is none
   */
  public void print(RunHistory history, HistoryAnswer answer, @Nullable Path page) {
    brief.answer(answer.sentence(), 4);
    List<HistoryLine> shown = history.lines().stream().limit(MOST_ROWS).toList();
    TextTable table = new TextTable("<name", "<load", "runs", "p50", "p99", "changes");
    shown.forEach(line ->
        table.row(
            Words.end(Words.shown(line.key().name()), NAME_WIDTH),
            Words.end(Words.shown(line.key().part()), PART_WIDTH),
            Numbers.count(line.runs().size()),
            median(line.last(), "p50"),
            median(line.last(), "p99"),
            Numbers.count(line.changes().size())));
    brief.table(table);
    int more = history.lines().size() - shown.size();
    if (more > 0) {
      brief.also("And " + more + " more. ", 1);
    }
    if (!shown.isEmpty()) {
      brief.line("figures", "p50 and p99 are those of the latest run");
    }
    if (page != null) {
      brief.page(page, List.of());
    }
    brief.next(answer.next().command());
  }

  private static String median(HistoryRun run, String name) {
    Spread spread = run.response().get(name);
    return Numbers.durationOrNone(spread == null ? null : spread.median());
  }
}
