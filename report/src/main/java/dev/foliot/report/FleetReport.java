package dev.foliot.report;

import dev.foliot.report.fleet.FleetSections;
import dev.foliot.report.fleet.FleetView;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Page;
import dev.foliot.report.page.ReportException;
import dev.foliot.report.page.Units;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.store.fleet.FleetRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Fleets as one HTML page: the verdict, each node as a line over time in its band's colour, the
 * distribution with the fitted bands, the metric against the load, and what separates the bands.
 * The page is as {@link Report}'s: it makes no request, and is read as well without its script.
 *
 * <p>The same runs give the same page, to the byte. Safe for use by several threads.
 */
public final class FleetReport {
  private static final int MOST_NAMES = 8;

  private FleetReport() {}

  /**
   * Whether this page is the one for some runs.
   *
   * @throws ReportException if some are fleets and some are not
   */
  public static boolean isFor(List<StoredRun> runs) {
    long fleets = runs.stream().filter(FleetFiles::isFleet).count();
    if (fleets > 0 && fleets < runs.size()) {
      throw new ReportException(
          "fleets and other runs make no page together: report them apart ("
              + runs.stream()
                  .limit(MOST_NAMES)
                  .map(run ->
                      Foreign.text(run.id(), 40)
                          + (FleetFiles.isFleet(run) ? " is a fleet" : " is none"))
                  .collect(Collectors.joining(", "))
              + ")");
    }
    return fleets > 0;
  }

  /**
   * The page.
   *
   * @param runs fleets, at least one, in the order in which the page has them
   * @throws ReportException if one is no fleet
   * @throws dev.foliot.store.StoreException if one cannot be read
   */
  public static String html(List<StoredRun> runs) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no run");
    }
    if (!isFor(runs)) {
      throw new ReportException("the run " + Foreign.name(runs.getFirst().id()) + " is no fleet");
    }
    List<FleetView> views = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      views.add(FleetView.of(runs.get(i), i, runs.size()));
    }
    String heading =
        views.stream()
            .map(FleetView::title)
            .distinct()
            .limit(MOST_NAMES)
            .collect(Collectors.joining(", "));
    return Page.html(
        heading,
        views.stream().map(FleetReport::subtitle).toList(),
        new FleetSections(views).all());
  }

  private static String subtitle(FleetView view) {
    FleetRecord fleet = view.fleet();
    List<String> files = fleet.input().files();
    return view.prefix()
        + String.join(
            " · ",
            Units.count(fleet.nodes(), "node"),
            Units.count(fleet.lifetimes(), "lifetime"),
            Units.count(fleet.data().rows(), "row")
                + " of "
                + (files.size() == 1
                    ? Foreign.text(files.getFirst(), 80)
                    : Units.count(files.size(), "file")),
            Foreign.text(fleet.startedAt(), 40).replaceAll("\\.\\d+Z$", "Z"),
            Foreign.text(view.run().id(), 40));
  }
}
