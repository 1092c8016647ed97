package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a page draws of a fleet.
 *
 * @param windowStartsUs microseconds since 1970, ascending; one window without times
 * @param lines of nodes over time; of many nodes a sample, and all of small bands
 * @param courses for each band, over time
 * @param dots every node, at most 2000; of more a sample
 * @param centers of all nodes, ascending: the distribution
 * @param mixture as fitted, the lowest first; one entry for one band
 */
public record FleetPlots(
    List<Long> windowStartsUs,
    List<Line> lines,
    List<Course> courses,
    List<Dot> dots,
    List<Double> centers,
    List<Component> mixture) {
  /** The band of a node that is in none. */
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

  /** A copy that keeps its nulls; every number in it is one that JSON can hold. */
  private static List<@Nullable Double> finite(List<@Nullable Double> values, String name) {
    List<@Nullable Double> copy = new ArrayList<>(values);
    copy.forEach(value -> Copies.finiteOrNull(value, name));
    return Collections.unmodifiableList(copy);
  }

  /**
   * A node over time, its load taken out.
   *
   * @param band its number or {@link #NO_BAND}
   * @param values a mean for each window, null where it has none
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
   * A band over time: of its nodes' window means the 5th, 50th and 95th percentile.
   *
   * @param p5 for each window, null where it has none
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
   * @param load its mean; null where no load is known
   * @param before the metric's median over windows
   * @param after the same with the load taken out
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
