package dev.foliot.report;

import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetEighths;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.store.fleet.FleetFinding;
import dev.foliot.store.fleet.FleetGroups;
import dev.foliot.store.fleet.FleetInput;
import dev.foliot.store.fleet.FleetLimits;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetPlaces;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.store.fleet.FleetVerdict;
import dev.foliot.store.fleet.FleetWords;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A fleet that nobody has, an eighth of it in a lower band, of any size, written into a store. */
final class SimulatedFleetRun {
  private static final int WINDOWS = 64;
  private static final long WINDOW_US = 22L * 60 * 1_000_000;
  private static final long FIRST_US = 1_796_115_600_000_000L;
  private static final int MOST_LINES = 600;
  private static final int FEW = 200;
  private static final int MOST_DOTS = 2_000;

  private final Random random = new Random(11);
  private final int nodes;
  private boolean load = true;
  private FleetExplanations explanations = new FleetExplanations(List.of(), List.of(), true, null);

  public SimulatedFleetRun(int nodes) {
    this.nodes = nodes;
  }

  public SimulatedFleetRun withoutLoad() {
    load = false;
    return this;
  }

  public SimulatedFleetRun explained() {
    explanations =
        new FleetExplanations(
            List.of(
                new FleetExplanation(
                    "instance_type",
                    "m5.4xl",
                    FleetExplanation.Kind.LABEL,
                    0,
                    0.97,
                    88.0,
                    1e-9,
                    List.of("family=m5"))),
            List.of(
                new FleetExplanation(
                    "ipc", "higher", FleetExplanation.Kind.METRIC, 0, 0.99, null, 2e-8, List.of())),
            true,
            null);
    return this;
  }

  public StoredRun write(Path dir) {
    return FleetFiles.write(
        new Store(
            dir.resolve("fleet-" + nodes),
            () -> Instant.parse("2026-12-01T13:00:00Z"),
            new Random(nodes)),
        record(),
        new FleetWords("", List.of()),
        7,
        List.of("foliot", "fleet", "simulated.csv", "--metric", "cpu / rps"),
        "2026-12-01T13:00:02Z",
        Map.of("os_name", "Linux"));
  }

  private FleetRecord record() {
    List<FleetPlots.Line> lines = new ArrayList<>();
    List<FleetPlots.Dot> dots = new ArrayList<>();
    List<Double> centers = new ArrayList<>();
    Map<String, Integer> assignments = new LinkedHashMap<>();
    int low = Math.max(1, nodes / 8);
    for (int i = 0; i < nodes; i++) {
      int band = i < low ? 0 : 1;
      double center = band == 0 ? 0.0061 + 0.0002 * normal() : 0.0118 + 0.0009 * Math.abs(normal());
      String node = "gateway-%05d".formatted(i);
      assignments.put(node, band);
      centers.add(center);
      if (i % (1 + nodes / MOST_LINES) == 0 || (band == 0 && low < FEW)) {
        lines.add(new FleetPlots.Line(node, band, values(center)));
      }
      if (dots.size() < MOST_DOTS) {
        double at = 60 + 80 * random.nextDouble();
        dots.add(
            new FleetPlots.Dot(
                node, band, load ? (Double) at : null, center + 0.00004 * (at - 100), center));
      }
    }
    lines.add(new FleetPlots.Line("gateway-sick", FleetPlots.NO_BAND, values(0.019)));
    lines.add(new FleetPlots.Line("gateway-mad", FleetPlots.NO_BAND, values(0.4)));
    dots.add(new FleetPlots.Dot("gateway-sick", -1, load ? 100.0 : null, 0.019, 0.019));
    centers.add(0.019);
    centers.add(0.4);
    List<Long> starts = new ArrayList<>();
    for (int w = 0; w < WINDOWS; w++) {
      starts.add(FIRST_US + w * WINDOW_US);
    }
    double share = (double) low / nodes;
    return new FleetRecord(
        FleetRecord.SCHEMA,
        "2026-12-01T13:00:00Z",
        new FleetInput(
            List.of("/srv/simulated.csv"),
            "csv",
            new FleetInput.Columns(
                "cpu / rps",
                "node",
                "time",
                load ? "rps" : null,
                "start_time",
                List.of("zone", "version")),
            List.of("node: the column node, by its name")),
        new FleetFinding(
            nodes + 2,
            nodes + 20,
            FleetVerdict.BANDS,
            0.998,
            null,
            FleetLimits.NONE,
            null,
            List.of()),
        new FleetGroups(
            List.of(
                new FleetBand(
                    0, low, share, share * 0.55, Math.min(1, share * 1.7), 0.0061, 0.0002),
                new FleetBand(
                    1, nodes - low, 1 - share, 1 - share * 1.7, 1 - share * 0.55, 0.0124, 0.0006)),
            11.2,
            0.034,
            new FleetEighths(List.of(1), 0.72),
            new FleetLoyalty(0.999, 18, 4, 3.9, 0.61, FleetLoyalty.Verdict.ANEW),
            explanations,
            new FleetPlaces(
                assignments,
                List.of("gateway-sick", "gateway-mad"),
                List.of("gateway-00001", "gateway-00099"),
                List.of(),
                null)),
        List.of(
            new FleetStep(FleetStep.Name.LOAD_OUT, "slope 0.00004 a request"),
            new FleetStep(FleetStep.Name.GROUPS, "one against two: p = 0.001")),
        new FleetData(
            new FleetData.Points((long) nodes * 1_440, 12, 3, 0, false, 18),
            new FleetData.Period(FIRST_US, FIRST_US + WINDOWS * WINDOW_US, WINDOWS, WINDOW_US),
            List.of(),
            List.of("this fleet is simulated")),
        new FleetPlots(
            starts,
            lines,
            List.of(course(0, 0.0061, 0.0003), course(1, 0.0124, 0.0009)),
            dots,
            centers.stream().sorted().toList(),
            List.of(
                new FleetPlots.Component(share, 0.0061, 0.0002),
                new FleetPlots.Component(1 - share, 0.0124, 0.0006))));
  }

  private double normal() {
    return random.nextGaussian();
  }

  private List<@Nullable Double> values(double center) {
    List<@Nullable Double> values = new ArrayList<>();
    for (int w = 0; w < WINDOWS; w++) {
      values.add(
          random.nextInt(40) == 0
              ? null
              : (Double) (center * (1 + 0.02 * normal() + 0.05 * Math.sin(w / 6.0))));
    }
    return values;
  }

  private static FleetPlots.Course course(int band, double center, double spread) {
    List<@Nullable Double> low = new ArrayList<>();
    List<@Nullable Double> middle = new ArrayList<>();
    List<@Nullable Double> high = new ArrayList<>();
    for (int w = 0; w < WINDOWS; w++) {
      double at = center * (1 + 0.05 * Math.sin(w / 6.0));
      low.add(at - 1.6 * spread);
      middle.add(at);
      high.add(at + 1.6 * spread);
    }
    return new FleetPlots.Course(band, low, middle, high);
  }
}
