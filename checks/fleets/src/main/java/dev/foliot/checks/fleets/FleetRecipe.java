package dev.foliot.checks.fleets;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a simulated fleet. The unit of all levels, slopes and noise is the standard
 * deviation of the lowest band's levels; {@code scale} converts it to the metric's.
 *
 * @param seed of all random numbers
 * @param nodes the number of nodes, at least 1
 * @param windows the number of windows, 1 to 64; each has {@link #POINTS} points
 * @param days that they span
 * @param load null if the metric does not depend on one
 * @param scale metric units in a unit
 */
record FleetRecipe(
    FleetKind kind,
    long seed,
    int nodes,
    int windows,
    int days,
    Levels levels,
    Course course,
    Faults faults,
    Scene scene,
    @Nullable LoadRecipe load,
    double scale) {
  /** Per node and window. */
  static final int POINTS = 4;

  /** The property that explains the bands. */
  enum Explains {
    NOTHING,
    LABEL,
    VERSION,
    RACK,
    METRIC
  }

  /** The distribution of the noise of points. */
  enum Noise {
    NORMAL,
    EXPONENTIAL,
    EVEN
  }

  /** How nodes get a new version, which is the upper or the lower band. */
  enum Deploy {
    NONE,
    /** Some nodes, all at the same time. */
    PART,
    /** All nodes, one after the other. */
    ROLLING
  }

  /**
   * What else happens to the fleet.
   *
   * @param podWindows the windows that a pod lives; 0 for nodes that stay
   * @param ceiling the most CPU of the limited nodes, as a share of the usual CPU; 0 without limit
   * @param seasons the amplitude of the rhythm of a zone of its own
   * @param racks the number of racks if they decide on the band, otherwise 0
   * @param groups whether {@code threads} has groups of its own
   */
  record Scene(
      Deploy deploy, int podWindows, double ceiling, double seasons, int racks, boolean groups) {
    static final Scene PLAIN = new Scene(Deploy.NONE, 0, 0, 0, 0, false);
  }

  /**
   * A band.
   *
   * @param share the probability that a node is in it
   * @param deviation of its nodes' levels around the centre
   * @param parameter of the shape
   */
  record Part(double share, double center, double deviation, Shape shape, double parameter) {}

  /**
   * The nodes' levels.
   *
   * @param parts the lowest first
   * @param exact whether sizes and deviations equal the parameters, instead of being random
   */
  record Levels(List<Part> parts, boolean exact, Explains explains) {
    Levels {
      parts = List.copyOf(parts);
    }
  }

  /**
   * The changes over time.
   *
   * @param noise the deviation of a point around its node's level
   * @param shape of the noise
   * @param rhythm the amplitude of the day's rhythm; a factor of the level if multiplied
   * @param phase of the rhythm, in radians
   * @param commonDrift the increase of all nodes at the end
   * @param ownDrift the deviation of the individual increases at the end
   * @param walks whether a node's own drift is a random walk instead of a line
   */
  record Course(
      double noise,
      Noise shape,
      double rhythm,
      boolean multiplied,
      double phase,
      double commonDrift,
      double ownDrift,
      boolean walks) {
    /** Noise only. */
    static Course still(double noise, Noise shape) {
      return new Course(noise, shape, 0, false, 0, 0, 0, false);
    }
  }

  /**
   * The irregularities.
   *
   * @param missing the share of missing points
   * @param gaps the share of missing windows of a node
   * @param outliers the number of outliers
   * @param late the share of nodes that join late
   * @param restarts the share of nodes that restart once
   * @param redrawn whether a restart reassigns band and level
   */
  record Faults(
      double missing, double gaps, int outliers, double late, double restarts, boolean redrawn) {
    static final Faults NONE = new Faults(0, 0, 0, 0, 0, false);
  }

  /**
   * The load and its effect.
   *
   * @param zones the mean load of a node in each zone
   * @param slope the change per unit of load, or of 1/load if {@code inverse}
   * @param inverse whether the metric is per request, and a cost without load depends on 1/load
   * @param bend what the square of the load adds to the cost of a request, at a load of 100
   * @param night the share of the day that is nearly idle
   */
  record LoadRecipe(List<Double> zones, double slope, boolean inverse, double bend, double night) {
    LoadRecipe {
      zones = List.copyOf(zones);
    }
  }

  /** The length of a window in microseconds: an integer number of seconds per point. */
  long windowUs() {
    return days * 86_400L / windows / POINTS * POINTS * 1_000_000L;
  }

  /** The time between points. */
  long stepUs() {
    return windowUs() / POINTS;
  }
}
