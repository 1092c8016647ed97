package dev.foliot.fleet.sums;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sums of a fleet's points, per lifetime of a node and window of time. Immutable.
 *
 * <p>A lifetime lasts from one start of the node's process to the next. The sums are algebraic:
 * sums of parts of the data can be added, so any engine gives the same. Lifetimes are numbered from
 * 0 in the order of their addition, windows from 0 in time.
 */
public final class FleetSums {
  /** The value of a label that changes within a lifetime. */
  public static final String VARIES = "(changes)";

  /**
   * The sums of a lifetime's points in a window. Only points with the metric and, if used, the load
   * count.
   *
   * @param n the number of points
   * @param y Σ metric
   * @param yy Σ metric²
   * @param min the least metric; NaN for an empty cell
   * @param max the greatest metric; NaN for an empty cell
   * @param x Σ load (or 1/load, see {@link FleetSums#inverseLoad}); 0 without a load
   * @param xx Σ load²
   * @param xy Σ load·metric
   */
  public record Cell(
      long n, double y, double yy, double min, double max, double x, double xx, double xy) {
    /** The sums of no points. */
    public static final Cell EMPTY = new Cell(0, 0, 0, Double.NaN, Double.NaN, 0, 0, 0);

    /** The mean metric; NaN for an empty cell. */
    public double mean() {
      return n == 0 ? Double.NaN : y / n;
    }

    /** The mean load (or 1/load); NaN for an empty cell. */
    public double meanLoad() {
      return n == 0 ? Double.NaN : x / n;
    }
  }

  /** What the sums are of; see {@link #builder}. */
  private record Frame(
      int windows,
      long firstUs,
      long windowUs,
      boolean load,
      boolean inverse,
      List<String> others,
      List<String> labels) {
    Frame {
      if (windows < 1 || windowUs < 1) {
        throw new IllegalArgumentException(windows + " windows of " + windowUs + " us");
      }
      others = List.copyOf(others);
      labels = List.copyOf(labels);
    }

    void check(int window) {
      if (window < 0 || window >= windows) {
        throw new IndexOutOfBoundsException("window " + window + " of " + windows);
      }
    }
  }

  private final Frame frame;
  private final List<Lifetime> lifetimes;
  private final Map<String, List<Integer>> byNode;

  private FleetSums(Frame frame, List<Lifetime> lifetimes) {
    this.frame = frame;
    this.lifetimes = List.copyOf(lifetimes);
    this.byNode = byNode(lifetimes);
  }

  private static Map<String, List<Integer>> byNode(List<Lifetime> lifetimes) {
    Map<String, List<Integer>> byNode = new TreeMap<>();
    for (int i = 0; i < lifetimes.size(); i++) {
      byNode.computeIfAbsent(lifetimes.get(i).node(), node -> new ArrayList<>()).add(i);
    }
    Comparator<Integer> inTime = Comparator.comparingInt(i -> lifetimes.get(i).firstWindow());
    byNode.values().forEach(several -> several.sort(inTime));
    byNode.replaceAll((node, several) -> Collections.unmodifiableList(several));
    return byNode;
  }

  /**
   * A builder for the points or the sums of a fleet.
   *
   * @param windows the number of time windows, at least 1
   * @param firstUs the start of the first, in microseconds since 1970
   * @param windowUs the length of each, in microseconds, at least 1
   * @param load whether the points have a load
   * @param inverse whether the load is given as 1/load
   * @param others names of further metrics
   * @param labels names of labels
   */
  public static Builder builder(
      int windows,
      long firstUs,
      long windowUs,
      boolean load,
      boolean inverse,
      List<String> others,
      List<String> labels) {
    return new Builder(new Frame(windows, firstUs, windowUs, load, inverse, others, labels));
  }

  /**
   * A copy with lifetimes ordered by node and then time. An engine with several threads gives no
   * order.
   */
  public FleetSums inOrder() {
    List<Lifetime> ordered = new ArrayList<>(lifetimes);
    ordered.sort(
        Comparator.comparing(Lifetime::node)
            .thenComparingInt(Lifetime::firstWindow)
            // integers, such as seconds since 1970, by size
            .thenComparingInt(lifetime -> lifetime.start().length())
            .thenComparing(Lifetime::start));
    return new FleetSums(frame, ordered);
  }

  /** The values of a label over all lifetimes, sorted; without unknown ones. */
  public List<String> values(int label) {
    return lifetimes.stream()
        .map(lifetime -> lifetime.label(label))
        .filter(value -> !value.isEmpty() && !value.equals(VARIES))
        .distinct()
        .sorted()
        .toList();
  }

  /** The lifetimes with a value of a label. */
  public FleetSums only(int label, String value) {
    return new FleetSums(
        frame, lifetimes.stream().filter(one -> one.label(label).equals(value)).toList());
  }

  /** The number of lifetimes of all nodes. */
  public int lifetimes() {
    return lifetimes.size();
  }

  /** The number of time windows; 1 without times. */
  public int windows() {
    return frame.windows();
  }

  /** The start of a window, in microseconds since 1970. */
  public long windowStartUs(int window) {
    return frame.firstUs() + window * frame.windowUs();
  }

  /** The length of a window, in microseconds. */
  public long windowUs() {
    return frame.windowUs();
  }

  /** The node of a lifetime. */
  public String node(int lifetime) {
    return lifetimes.get(lifetime).node();
  }

  /**
   * The identity of the lifetime among the node's others. It is the text of its start, or the
   * number of counter resets before it; empty if neither is known.
   */
  public String start(int lifetime) {
    return lifetimes.get(lifetime).start();
  }

  /** The lifetimes of a node, earliest first; empty for an unknown node. */
  public List<Integer> lifetimesOf(String node) {
    return byNode.getOrDefault(node, List.of());
  }

  /** The nodes' names, sorted. */
  public List<String> nodes() {
    return List.copyOf(byNode.keySet());
  }

  /** Whether the points have a load. */
  public boolean hasLoad() {
    return frame.load();
  }

  /** Whether x is 1/load, because the metric is divided by the load. */
  public boolean inverseLoad() {
    return frame.inverse();
  }

  /** The sums of a lifetime in a window; {@link Cell#EMPTY} without points. */
  public Cell cell(int lifetime, int window) {
    frame.check(window);
    return lifetimes.get(lifetime).cell(window);
  }

  /** The names of further metrics. */
  public List<String> others() {
    return frame.others();
  }

  /** The mean of a further metric over a lifetime; NaN without values. */
  public double other(int other, int lifetime) {
    return lifetimes.get(lifetime).other(other);
  }

  /** The names of labels. */
  public List<String> labels() {
    return frame.labels();
  }

  /** The value of a label over a lifetime: empty if unknown, {@link #VARIES} for several values. */
  public String label(int label, int lifetime) {
    return lifetimes.get(lifetime).label(label);
  }

  /** Collects points or sums for {@link FleetSums}. For one thread. */
  public static final class Builder {
    private final Frame frame;
    private final List<Lifetime> lifetimes = new ArrayList<>();
    private boolean built;

    private Builder(Frame frame) {
      this.frame = frame;
    }

    /**
     * Begins a lifetime.
     *
     * @param start see {@link FleetSums#start}
     * @param labelValues one for each label, empty if unknown; or an empty list
     * @return its number
     */
    public int lifetime(String node, String start, List<String> labelValues) {
      if (!labelValues.isEmpty() && labelValues.size() != frame.labels().size()) {
        throw new IllegalArgumentException(
            labelValues.size() + " values of " + frame.labels().size());
      }
      lifetimes.add(
          new Lifetime(node, start, frame.windows(), frame.labels().size(), frame.others().size()));
      int lifetime = lifetimes.size() - 1;
      for (int label = 0; label < labelValues.size(); label++) {
        label(lifetime, label, labelValues.get(label));
      }
      return lifetime;
    }

    /** Adds another value of a label; a different one makes it {@link #VARIES}. */
    public void label(int lifetime, int label, String value) {
      lifetimes.get(lifetime).addLabel(label, value);
    }

    /**
     * Adds one point.
     *
     * @param y the metric, finite
     * @param x the load (or 1/load), finite; 0 without a load
     * @param otherValues one for each further metric, NaN if unknown; or no values
     */
    public void add(int lifetime, int window, double y, double x, double... otherValues) {
      long[] counts = new long[otherValues.length];
      double[] sums = new double[otherValues.length];
      for (int i = 0; i < otherValues.length; i++) {
        if (Double.isFinite(otherValues[i])) {
          counts[i] = 1;
          sums[i] = otherValues[i];
        }
      }
      double load = frame.load() ? x : 0;
      put(lifetime, window, new Cell(1, y, y * y, y, y, load, load * load, load * y), sums, counts);
    }

    /**
     * Adds the sums of points.
     *
     * @param otherSums of each further metric; or empty
     * @param otherCounts the number of points of each
     */
    public void put(int lifetime, int window, Cell cell, double[] otherSums, long[] otherCounts) {
      if (built) {
        throw new IllegalStateException("built already");
      }
      frame.check(window);
      if (!Double.isFinite(cell.yy()) || !Double.isFinite(cell.xx() + cell.xy())) {
        throw new IllegalArgumentException("sums that are not finite: " + cell);
      }
      lifetimes.get(lifetime).add(window, cell);
      for (int other = 0; other < otherSums.length; other++) {
        lifetimes.get(lifetime).addOther(other, otherSums[other], otherCounts[other]);
      }
    }

    /** Builds the sums, and ends the collection. */
    public FleetSums build() {
      built = true;
      return new FleetSums(frame, lifetimes);
    }
  }
}
