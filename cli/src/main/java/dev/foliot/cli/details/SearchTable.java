package dev.foliot.cli.details;

import dev.foliot.benchrun.BenchResult;
import dev.foliot.cli.screen.Columns;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.search.TriedRate;
import dev.foliot.store.RateSearch;
import dev.foliot.text.Numbers;
import java.io.PrintStream;

/** What a search for a rate tried, and its answer. */
public final class SearchTable {
  private static final int RATE_WIDTH = 14;
  private static final int WIDTH = 14;

  private final PrintStream out;

  public SearchTable(PrintStream out) {
    this.out = out;
  }

  public void print(BenchResult result, RateSearch search) {
    out.println();
    out.println(
        Columns.left("", RATE_WIDTH)
            + Columns.right("held", WIDTH)
            + Columns.right("broke", WIDTH)
            + Columns.right("said nothing", WIDTH)
            + Columns.right("median " + search.percentile().replace('_', '.') + ", us", 2 * WIDTH));
    for (TriedRate tried : TriedRate.of(result.run(), result.forks())) {
      Double median = tried.medianNs();
      out.println(
          Columns.left(Numbers.rate(tried.load().ratePerS()), RATE_WIDTH)
              + Columns.right(count(tried.held()), WIDTH)
              + Columns.right(count(tried.broke()), WIDTH)
              + Columns.right(count(tried.silent()), WIDTH)
              + Columns.right(
                  Numbers.micros(median == null ? null : Math.round(median)), 2 * WIDTH));
    }
    out.println();
    out.println(Words.shown(search.answer()));
  }

  private static String count(int forks) {
    return forks == 0 ? "-" : Integer.toString(forks);
  }
}
