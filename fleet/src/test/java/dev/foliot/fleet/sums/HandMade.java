package dev.foliot.fleet.sums;

import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetInput;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;

/** A small hand-written fleet for tests. */
public final class HandMade {
  private final int windows;
  private final FleetSums.Builder builder;
  private final boolean load;
  private final List<String> labels;

  public HandMade(int windows, boolean load, List<String> others, List<String> labels) {
    this.windows = windows;
    this.load = load;
    this.labels = labels;
    builder = FleetSums.builder(windows, 0, 3_600_000_000L, load, false, others, labels);
  }

  public static HandMade plain(int windows) {
    return new HandMade(windows, false, List.of(), List.of());
  }

  public static HandMade loaded(int windows) {
    return new HandMade(windows, true, List.of(), List.of());
  }

  /** A random source for a test that holds for nearly any seed. */
  public static RandomGenerator random() {
    return new SplittableRandom(20_240_607);
  }

  public HandMade node(String node, IntToDoubleFunction metric) {
    return lifetime(node, "", 0, windows, metric, window -> 0);
  }

  public HandMade node(String node, IntToDoubleFunction metric, IntToDoubleFunction load) {
    return lifetime(node, "", 0, windows, metric, load);
  }

  /** Adds a lifetime from a window up to another, one point in each. */
  public HandMade lifetime(
      String node,
      String start,
      int from,
      int to,
      IntToDoubleFunction metric,
      IntToDoubleFunction load,
      String... values) {
    int lifetime = builder.lifetime(node, start, List.of(values));
    for (int window = from; window < to; window++) {
      builder.add(lifetime, window, metric.applyAsDouble(window), load.applyAsDouble(window));
    }
    return this;
  }

  /** Adds labels and further metrics, the same in each window. */
  public HandMade described(
      String node, IntToDoubleFunction metric, double[] others, List<String> values) {
    int lifetime = builder.lifetime(node, "", values);
    for (int window = 0; window < windows; window++) {
      builder.add(lifetime, window, metric.applyAsDouble(window), 0, others);
    }
    return this;
  }

  public FleetSums sums() {
    return builder.build();
  }

  public FleetMeasured measured() {
    return measured(sums());
  }

  public FleetMeasured measured(FleetSums sums) {
    return new FleetMeasured(
        sums,
        new FleetInput(
            List.of("made by hand"),
            "csv",
            new FleetInput.Columns("cpu", "node", "time", load ? "rps" : null, null, labels),
            List.of()),
        new FleetData(
            new FleetData.Points(0, 0, 0, 0, false, 0),
            new FleetData.Period(0, 0, windows, 3_600_000_000L),
            List.of(),
            List.of()));
  }

  /** A name that sorts by its number. */
  public static String name(int i) {
    return String.format(java.util.Locale.ROOT, "node-%05d", i);
  }
}
