package dev.foliot.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The exact values behind the pictures, for the script that reads them out. It holds what is drawn
 * and no more; without the script the tables have them.
 */
public final class Hover {
  private final Map<String, Object> plots = new LinkedHashMap<>();

  /** The values of one picture. */
  public static final class Plot {
    private final List<Double> at = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();
    private final List<Map<String, Object>> series = new ArrayList<>();

    /** A place on the x axis, from 0 to 1, and what it is called. */
    public Plot place(double across, String label) {
      at.add(across);
      labels.add(label);
      return this;
    }

    /**
     * Durations at these places.
     *
     * @param key by which the page's buttons show and hide it, empty for what is always there
     */
    public Plot durations(String key, String name, List<? extends @Nullable Number> ns) {
      return add(key, name, "ns", ns);
    }

    /** Numbers without a unit. */
    public Plot counts(String name, List<? extends @Nullable Number> numbers) {
      return add("", name, "", numbers);
    }

    /**
     * Numbers with a unit.
     *
     * @param unit {@code ns} and {@code B} are shown in the multiple that suits, others as they are
     */
    public Plot numbers(
        String key, String name, String unit, List<? extends @Nullable Number> numbers) {
      List<@Nullable Number> rounded = new ArrayList<>();
      for (Number number : numbers) {
        rounded.add(number == null ? null : rounded(number.doubleValue()));
      }
      return add(key, name, unit, rounded);
    }

    /** Large ones lose what nobody reads. */
    private static Number rounded(double number) {
      return Math.abs(number) >= 1_000 ? (Number) Math.round(number) : (Number) number;
    }

    private Plot add(
        String key, String name, String unit, List<? extends @Nullable Number> values) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("k", key);
      one.put("n", name);
      one.put("u", unit);
      one.put("v", new ArrayList<>(values));
      series.add(one);
      return this;
    }
  }

  public void put(String figure, Plot plot) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("x", plot.at);
    one.put("l", plot.labels);
    one.put("s", plot.series);
    plots.put(figure, one);
  }

  @Override
  public String toString() {
    return CompactJson.of(plots);
  }
}
