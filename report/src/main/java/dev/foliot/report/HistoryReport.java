package dev.foliot.report;

import dev.foliot.judgement.answer.HistoryAnswer;
import dev.foliot.judgement.history.RunHistory;
import dev.foliot.report.history.HistorySections;
import dev.foliot.report.page.Page;
import java.util.Optional;
import java.util.function.Function;

/**
 * The runs of a store over time as one HTML page, by name. The page is as {@link Report}'s: it
 * makes no request, and is read as well without its script. Stateless.
 */
public final class HistoryReport {
  private HistoryReport() {}

  /**
   * The page.
   *
   * @param answer of the history
   * @param pages the address of a run's page by its id, relative to this page; empty where it has
   *     none
   */
  public static String html(
      RunHistory history, HistoryAnswer answer, Function<String, Optional<String>> pages) {
    HistorySections all = new HistorySections(history, pages);
    return Page.html(all.cover(answer), all.all());
  }
}
