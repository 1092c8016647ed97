package dev.foliot.store.fleet;

import dev.foliot.store.Examples;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Invented fleets: one with two bands and all data, and a plain one. */
final class FleetExamples {
  private static final long FIRST_US = 1_796_115_600_000_000L;
  private static final long WINDOW_US = 900_000_000L;
  private static final int WINDOWS = 12;
  private static final int LOW = 5;
  private static final int HIGH = 19;
  private static final double[] CENTERS = {0.0061, 0.0118};
  private static final double[] SPREADS = {0.0001, 0.0004};

  private FleetExamples() {}

  /** Five nodes of 24 take half; they draw their band anew at a restart. */
  static FleetRecord bands() {
    FleetPlots plots = plots();
    Map<String, Integer> assignments = new LinkedHashMap<>();
    plots.dots().stream()
        .filter(dot -> dot.band() != FleetPlots.NO_BAND)
        .sorted(Comparator.comparing(FleetPlots.Dot::node))
        .forEach(dot -> assignments.put(dot.node(), dot.band()));
    return new FleetRecord(
        FleetRecord.SCHEMA,
        "2026-12-01T13:00:00Z",
        new FleetInput(
            List.of("/data/simulated-fleet.csv"),
            "csv",
            new FleetInput.Columns(
                "cpu/rps", "node", "time", "rps", "start_time", List.of("zone", "version")),
            List.of("node: the column node, by its name", "load: the column rps, by its name")),
        new FleetFinding(
            LOW + HIGH + 1, 34, FleetVerdict.BANDS, 0.99, null, FleetLimits.NONE, null, List.of()),
        new FleetGroups(
            List.of(
                new FleetBand(0, LOW, LOW / 24.0, 0.0713, 0.4215, CENTERS[0], SPREADS[0]),
                new FleetBand(1, HIGH, HIGH / 24.0, 0.5785, 0.9287, CENTERS[1], SPREADS[1])),
            19.5,
            0.034,
            new FleetEighths(List.of(1, 2, 3), 0.95),
            new FleetLoyalty(0.998, 9, 4, 3.2, 0.8, FleetLoyalty.Verdict.ANEW),
            new FleetExplanations(
                List.of(
                    new FleetExplanation(
                        "zone",
                        "eu-1a",
                        FleetExplanation.Kind.LABEL,
                        0,
                        0.61,
                        4.2,
                        0.0087,
                        List.of("rack=r12"))),
                List.of(
                    new FleetExplanation(
                        "ipc",
                        "higher",
                        FleetExplanation.Kind.METRIC,
                        0,
                        1,
                        null,
                        0.0004,
                        List.of("l1_hits"))),
                true,
                null),
            new FleetPlaces(
                assignments, List.of("node-99"), List.of("node-07", "node-02"), List.of(), null)),
        List.of(
            new FleetStep(
                FleetStep.Name.LOAD_OUT,
                "slope 0.00001 (0.000004 to 0.000016) a request; the spread goes from 0.0031 to"
                    + " 0.0029"),
            new FleetStep(
                FleetStep.Name.GROUPS,
                "one against two: T = 31.2, p = 0.001; two against three: p = 0.41")),
        new FleetData(
            new FleetData.Points(4_800, 12, 3, 2, true, 10),
            new FleetData.Period(FIRST_US, FIRST_US + WINDOWS * WINDOW_US, WINDOWS, WINDOW_US),
            List.of("node-98"),
            List.of("times without a zone are taken for UTC")),
        plots);
  }

  /** Nothing to see: one band, without times, load or labels. */
  static FleetRecord oneBand() {
    Map<String, Integer> assignments = new LinkedHashMap<>();
    List<FleetPlots.Dot> dots = new ArrayList<>();
    List<Double> centers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      double center = 100 + i;
      assignments.put("pod-" + i, 0);
      centers.add(center);
      dots.add(new FleetPlots.Dot("pod-" + i, 0, null, center, center));
    }
    return new FleetRecord(
        FleetRecord.SCHEMA,
        "2026-12-01T14:00:00Z",
        new FleetInput(
            List.of("a.json", "b.json"),
            "prometheus",
            new FleetInput.Columns("latency", "pod", null, null, null, List.of()),
            List.of()),
        new FleetFinding(
            10, 10, FleetVerdict.ONE_BAND, 0.8, null, FleetLimits.NONE, null, List.of()),
        new FleetGroups(
            List.of(new FleetBand(0, 10, 1, 0.6915, 1, 104.5, 3)),
            null,
            0.97,
            null,
            null,
            FleetExplanations.NONE,
            new FleetPlaces(assignments, List.of(), List.of("pod-4"), List.of(), null)),
        List.of(),
        new FleetData(
            new FleetData.Points(10, 0, 0, 0, false, 0),
            new FleetData.Period(0, 0, 1, 1),
            List.of(),
            List.of()),
        new FleetPlots(
            List.of(0L),
            List.of(),
            List.of(),
            dots,
            centers,
            List.of(new FleetPlots.Component(1, 104.5, 3))));
  }

  private static FleetPlots plots() {
    Random random = new Random(7);
    List<FleetPlots.Line> lines = new ArrayList<>();
    List<FleetPlots.Dot> dots = new ArrayList<>();
    for (int i = 0; i < LOW + HIGH; i++) {
      int band = i < LOW ? 0 : 1;
      double center = rounded(CENTERS[band] + SPREADS[band] * random.nextGaussian());
      String node = "node-%02d".formatted(i * 7 % (LOW + HIGH));
      List<@Nullable Double> values = new ArrayList<>();
      for (int w = 0; w < WINDOWS; w++) {
        boolean absent = i == 6 && w < 4;
        values.add(absent ? null : (Double) rounded(center + 0.00008 * random.nextGaussian()));
      }
      lines.add(new FleetPlots.Line(node, band, values));
      double load = rounded(80 + 40 * random.nextDouble());
      dots.add(
          new FleetPlots.Dot(node, band, load, rounded(center + 0.00001 * (load - 100)), center));
    }
    dots.add(new FleetPlots.Dot("node-99", FleetPlots.NO_BAND, 100.0, 0.031, 0.031));
    List<Long> starts = new ArrayList<>();
    for (int w = 0; w < WINDOWS; w++) {
      starts.add(FIRST_US + w * WINDOW_US);
    }
    return new FleetPlots(
        starts,
        lines,
        List.of(course(0), course(1)),
        dots,
        dots.stream().map(FleetPlots.Dot::after).sorted().toList(),
        List.of(
            new FleetPlots.Component(LOW / 24.0, CENTERS[0], SPREADS[0]),
            new FleetPlots.Component(HIGH / 24.0, CENTERS[1], SPREADS[1])));
  }

  private static FleetPlots.Course course(int band) {
    List<@Nullable Double> low = new ArrayList<>();
    List<@Nullable Double> middle = new ArrayList<>();
    List<@Nullable Double> high = new ArrayList<>();
    for (int w = 0; w < WINDOWS; w++) {
      low.add(rounded(CENTERS[band] - 1.6 * SPREADS[band]));
      middle.add(CENTERS[band]);
      high.add(rounded(CENTERS[band] + 1.6 * SPREADS[band]));
    }
    return new FleetPlots.Course(band, low, middle, high);
  }

  private static double rounded(double value) {
    return Math.rint(value * 1e7) / 1e7;
  }

  static StoredRun write(Store store, FleetRecord fleet) {
    return FleetFiles.write(
        store,
        fleet,
        new FleetWords(fleet.verdict().words(), List.of()),
        7,
        List.of("foliot", "fleet", "simulated-fleet.csv"),
        Instant.parse(fleet.startedAt()).plusMillis(1_250).toString(),
        Examples.environment());
  }

  /** Writes the golden examples; kept to show where they came from. */
  static void main(String[] args) {
    int number = 1;
    for (FleetRecord fleet : List.of(bands(), oneBand())) {
      Path dir = Path.of(args[0]).resolve("fleet-" + number++);
      write(new Store(dir, () -> Instant.parse(fleet.startedAt()), new Random(6)), fleet);
    }
  }
}
