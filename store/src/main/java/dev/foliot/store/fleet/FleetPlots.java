package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The data of a fleet page's plots.
 *
 * @param windowStartsUs microseconds since 1970, ascending; one window without times
 * @param lines nodes over time; with many nodes a sample, plus all of small bands
 * @param courses for each band, over time
 * @param dots every node, up to 2000; otherwise a sample
 * @param centers of all nodes, ascending: the distribution
 * @param mixture the fitted parts, lowest first; one entry for one band
 */
public record FleetPlots(
    List<Long> windowStartsUs,
    List<Line> lines,
    List<Course> courses,
    List<Dot> dots,
    List<Double> centers,
    List<Component> mixture) {
  /** The band number of a node without a band. */
  public static final int NO_BAND = -1;

  /** Keeps copies. */
  public FleetPlots {
    windowStartsUs = List.copyOf(windowStartsUs);
    lines = List.copyOf(lines);
    courses = List.copyOf(courses);
    dots = List.copyOf(dots);
    centers = List.copyOf(centers);
    centers.forEach(center -> Copies.finite(center, "centers"));
    mixture = List.copyOf(mixture);
  }

  /** Copies a list with its nulls, and checks that every number fits JSON. */
  private static List<@Nullable Double> finite(List<@Nullable Double> values, String name) {
    List<@Nullable Double> copy = new ArrayList<>(values);
    copy.forEach(value -> Copies.finiteOrNull(value, name));
    return Collections.unmodifiableList(copy);
  }

  /**
   * A node's metric over time, without the load's effect.
   *
   * @param band its number or {@link #NO_BAND}
   * @param values a mean for each window, null without data
   */
  public record Line(String node, int band, List<@Nullable Double> values) {
    /** Keeps copies, nulls included. */
    // written out: a compact constructor's class file does not say that elements may be null
    public Line(String node, int band, List<@Nullable Double> values) {
      this.node = Copies.unicode(node);
      this.band = band;
      this.values = finite(values, "values");
    }
  }

  /**
   * A band over time: 5th, 50th and 95th percentile of its nodes' window means.
   *
   * @param p5 for each window, null without data
   */
  public record Course(
      int band, List<@Nullable Double> p5, List<@Nullable Double> p50, List<@Nullable Double> p95) {
    /** Keeps copies, nulls included. */
    public Course(
        int band,
        List<@Nullable Double> p5,
        List<@Nullable Double> p50,
        List<@Nullable Double> p95) {
      this.band = band;
      this.p5 = finite(p5, "p5");
      this.p50 = finite(p50, "p50");
      this.p95 = finite(p95, "p95");
    }
  }

  /**
   * A node against its load.
   *
   * @param load its mean; null if unknown
   * @param before the metric's median over windows
   * @param after the same without the load's effect
   */
  public record Dot(String node, int band, @Nullable Double load, double before, double after) {
    /** Checks that JSON can hold it. */
    public Dot {
      node = Copies.unicode(Objects.requireNonNull(node, "node"));
      Copies.finiteOrNull(load, "load");
      Copies.finite(before, "before");
      Copies.finite(after, "after");
    }
  }

  /** A normal part of the fitted mixture. */
  public record Component(double weight, double mean, double deviation) {
    /** Checks that JSON can hold it. */
    public Component {
      Copies.finite(weight, "weight");
      Copies.finite(mean, "mean");
      Copies.finite(deviation, "deviation");
    }
  }
}
