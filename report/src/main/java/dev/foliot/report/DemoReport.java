package dev.foliot.report;

import dev.foliot.report.demo.DemoSections;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Page;
import dev.foliot.report.page.ReportException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.demo.DemoRecord;
import java.util.List;

/**
 * A demo as one HTML page to show to others: for each part what it shows in plain words, one
 * picture, the figures, and the command that does the same on a reader's own system. The page is as
 * {@link Report}'s: it makes no request, and is read as well without its script. It needs the
 * demo's own record alone.
 *
 * <p>The same run gives the same page, to the byte. Safe for use by several threads.
 */
public final class DemoReport {
  private DemoReport() {}

  /**
   * Whether this page is the one for some runs.
   *
   * @throws ReportException if one of several is a demo
   */
  public static boolean isFor(List<StoredRun> runs) {
    boolean any = runs.stream().anyMatch(DemoFiles::isDemo);
    if (any && runs.size() > 1) {
      throw new ReportException("a demo has a page of its own: report it apart from other runs");
    }
    return any;
  }

  /**
   * The page.
   *
   * @param runs one demo
   * @throws ReportException if it is none
   * @throws dev.foliot.store.StoreException if it cannot be read
   */
  public static String html(List<StoredRun> runs) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no run");
    }
    if (!isFor(runs)) {
      throw new ReportException("the run " + Foreign.name(runs.getFirst().id()) + " is no demo");
    }
    StoredRun stored = runs.getFirst();
    DemoRecord demo = DemoFiles.demo(stored);
    DemoSections all = new DemoSections(demo, stored.run());
    return Page.html(all.cover().named(runs), all.all());
  }
}
