package dev.foliot.report;

import dev.foliot.report.fleet.FleetSections;
import dev.foliot.report.fleet.FleetView;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Page;
import dev.foliot.report.page.ReportException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetFiles;
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
    FleetSections all = new FleetSections(views);
    return Page.html(all.cover().named(runs), all.all());
  }
}
