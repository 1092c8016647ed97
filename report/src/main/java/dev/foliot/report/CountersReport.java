package dev.foliot.report;

import dev.foliot.report.counters.CountersSections;
import dev.foliot.report.page.Page;
import dev.foliot.store.diagnosis.CountersRecord;

/**
 * Hardware counters of a slow and of a fast side as one HTML page: what they suggest, and the
 * ratios behind it. The page is as {@link Report}'s: it makes no request, and is read as well
 * without its script.
 *
 * <p>The same record gives the same page, to the byte. Safe for use by several threads.
 */
public final class CountersReport {
  private CountersReport() {}

  /** The page. */
  public static String html(CountersRecord found) {
    CountersSections all = new CountersSections(found);
    return Page.html(all.cover(), all.all());
  }
}
