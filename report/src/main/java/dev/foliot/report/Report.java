package dev.foliot.report;

import dev.foliot.report.bench.RunView;
import dev.foliot.report.bench.Sections;
import dev.foliot.report.flame.FlameSection;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Page;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Units;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.ComparisonRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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
    List<Section> sections = new Sections(views).all(comparison);
    FlameSection.ofRuns(runs, views)
        .ifPresent(flames -> Section.insertAfter(sections, "percentiles", flames));
    String heading =
        views.stream()
            .map(view -> Foreign.name(view.run().benchmark()))
            .distinct()
            .collect(Collectors.joining(", "));
    return Page.html(heading, views.stream().map(Report::subtitle).toList(), sections);
  }

  private static String subtitle(RunView view) {
    RunRecord run = view.run();
    String rates =
        run.loads().stream()
            .limit(20)
            .map(load -> Units.rate(load.ratePerS()))
            .distinct()
            .collect(Collectors.joining(", "));
    String jdks =
        run.arms().stream()
            .limit(20)
            .map(arm -> "JDK " + Foreign.text(arm.jdkVersion(), 40))
            .distinct()
            .collect(Collectors.joining(", "));
    return (view.letter().isEmpty() ? "" : view.letter() + ": ")
        + String.join(
            " · ",
            rates + " " + Foreign.text(run.load().arrivals(), 40),
            Foreign.text(run.load().dispatch(), 40),
            Units.count(view.forks().size(), "fork")
                + " of "
                + Units.shortDuration((double) run.load().durationNs()),
            jdks,
            Foreign.text(run.startedAt(), 40).replaceAll("\\.\\d+Z$", "Z"),
            Foreign.text(run.id(), 40))
        + (run.complete() ? "" : " · the run did not come to its end");
  }
}
