package dev.foliot.checks.fleets;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated fleet is made of. The unit of all levels, slopes and noise is the standard
 * deviation of the lowest band's levels; {@code scale} turns it into the metric's.
 *
 * @param seed of all that is drawn
 * @param nodes how many, at least 1
 * @param windows how many, 1 to 64; each has {@link #POINTS} points
 * @param days that they span
 * @param load null where the metric does not depend on one
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
    @Nullable LoadRecipe load,
    double scale) {
  /** Of every node in every window. */
  static final int POINTS = 4;

  /** What explains the bands. */
  enum Explains {
    NOTHING,
    LABEL,
    METRIC
  }

  /**
   * A band.
   *
   * @param share the chance of a node to be in it
   * @param deviation of its nodes' levels around the centre
   * @param parameter of the shape
   */
  record Part(double share, double center, double deviation, Shape shape, double parameter) {}

  /**
   * The nodes' levels.
   *
   * @param parts the lowest first
   * @param exact whether the sizes are the shares and the levels' deviations are the parts',
   *     instead of being drawn
   */
  record Levels(List<Part> parts, boolean exact, Explains explains) {
    Levels {
      parts = List.copyOf(parts);
    }
  }

  /**
   * What happens over time.
   *
   * @param noise the deviation of a point around its node's level
   * @param skewed whether the noise is exponential instead of normal
   * @param rhythm the amplitude of the day's rhythm; a factor of the level if multiplied
   * @param phase of the rhythm, in radians
   * @param commonDrift how much all nodes have gained at the end
   * @param ownDrift the deviation of what each node has gained at the end
   * @param walks whether a node's own drift is a random walk instead of a line
   */
  record Course(
      double noise,
      boolean skewed,
      double rhythm,
      boolean multiplied,
      double phase,
      double commonDrift,
      double ownDrift,
      boolean walks) {
    /** Noise and nothing else. */
    static Course still(double noise, boolean skewed) {
      return new Course(noise, skewed, 0, false, 0, 0, 0, false);
    }
  }

  /**
   * What is not as it should be.
   *
   * @param missing the share of points that lack
   * @param gaps the share of a node's windows that lack
   * @param outliers how many nodes are sick
   * @param late the share of nodes that join late
   * @param restarts the share of nodes that restart once
   * @param redrawn whether a restart draws band and level anew
   */
  record Faults(
      double missing, double gaps, int outliers, double late, double restarts, boolean redrawn) {
    static final Faults NONE = new Faults(0, 0, 0, 0, 0, false);
  }

  /**
   * The load and what it does.
   *
   * @param zones the mean load of a node in each zone
   * @param slope units for one more of the load, or of 1/load if {@code inverse}
   * @param inverse whether the metric is per request, so that a cost without load shows as 1/load
   */
  record LoadRecipe(List<Double> zones, double slope, boolean inverse) {
    LoadRecipe {
      zones = List.copyOf(zones);
    }
  }

  /** How long a window is, in microseconds: a whole number of seconds for each point. */
  long windowUs() {
    return days * 86_400L / windows / POINTS * POINTS * 1_000_000L;
  }

  /** From one point to the next. */
  long stepUs() {
    return windowUs() / POINTS;
  }
}
