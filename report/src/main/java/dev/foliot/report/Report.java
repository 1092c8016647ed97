package dev.foliot.report;

import dev.foliot.report.bench.RunView;
import dev.foliot.report.bench.Sections;
import dev.foliot.report.flame.FlameSection;
import dev.foliot.report.page.Page;
import dev.foliot.report.page.Section;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.ComparisonRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs as one HTML page that needs nothing else: it makes no request, and is read as well without
 * its script, on a phone, on paper and in the dark.
 *
 * <p>The same runs give the same page, to the byte. Safe for use by several threads.
 */
public final class Report {
  private Report() {}

  /**
   * The page.
   *
   * @param runs at least one
   * @param comparison of the first two, null for none
   * @throws ReportException if a run has no whole fork
   * @throws dev.foliot.store.StoreException if a run cannot be read
   */
  public static String html(List<StoredRun> runs, @Nullable ComparisonRecord comparison) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no run");
    }
    List<RunView> views = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      views.add(RunView.of(runs.get(i), i, runs.size()));
    }
    Sections all = new Sections(views);
    List<Section> sections = all.all(comparison);
    FlameSection.ofRuns(runs, views)
        .ifPresent(flames -> Section.insertAfter(sections, "percentiles", flames));
    return Page.html(all.cover(comparison).named(runs), sections);
  }
}
