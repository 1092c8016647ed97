package dev.foliot.checks.fleets;

import dev.foliot.checks.fleets.FleetRecipe.Course;
import dev.foliot.checks.fleets.FleetRecipe.Deploy;
import dev.foliot.checks.fleets.FleetRecipe.Explains;
import dev.foliot.checks.fleets.FleetRecipe.Faults;
import dev.foliot.checks.fleets.FleetRecipe.Levels;
import dev.foliot.checks.fleets.FleetRecipe.LoadRecipe;
import dev.foliot.checks.fleets.FleetRecipe.Noise;
import dev.foliot.checks.fleets.FleetRecipe.Part;
import dev.foliot.checks.fleets.FleetRecipe.Scene;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Generates the recipe of a fleet of a kind.
 *
 * <p>Numbers of nodes, separations and noise are uniform on a logarithmic scale: nodes from 3
 * (bands: 10) to the given maximum, Ashman's D of neighbouring bands from 4 to 16, noise from 0.2
 * to 3 deviations of the levels. A quarter of the fleets with bands has one of 5 to 9 nodes.
 */
final class Recipes {
  private final FleetKind kind;
  private final long seed;
  private final SplittableRandom random;
  private final int nodes;
  private final int windows;
  private final double noise;
  private final Noise shape;
  private final boolean multiplied;

  private Recipes(FleetKind kind, long seed, int mostNodes) {
    this.kind = kind;
    this.seed = seed;
    random = new SplittableRandom(seed);
    nodes = nodes(mostNodes);
    windows = windows();
    noise = logarithmic(0.2, 3);
    boolean skewed = kind == FleetKind.MESSY_LOTTERY || random.nextInt(4) == 0;
    boolean even = kind == FleetKind.QUIET || kind == FleetKind.QUIET_BANDS;
    shape = even ? Noise.EVEN : skewed ? Noise.EXPONENTIAL : Noise.NORMAL;
    multiplied = random.nextInt(3) == 0;
  }

  /** The recipe of a fleet by kind and seed. */
  static FleetRecipe draw(FleetKind kind, long seed, int mostNodes) {
    return new Recipes(kind, seed, mostNodes).recipe();
  }

  private int nodes(int mostNodes) {
    return switch (kind) {
      case QUIET, QUIET_BANDS -> Math.min(mostNodes, random.nextBoolean() ? 3_000 : 10_000);
      case TWO_OF_TEN -> 8 + random.nextInt(7);
      case CEILING, ZONE_SEASONS -> (int) logarithmic(24, Math.max(25, Math.min(mostNodes, 400)));
      case RACKS -> (int) logarithmic(140, Math.max(141, Math.min(mostNodes, 1_000)));
      case PODS, PODS_LOTTERY -> (int) logarithmic(60, Math.max(61, Math.min(mostNodes, 2_000)));
      case DEPLOY_HALF, DEPLOY_ROLLING -> (int) logarithmic(24, Math.max(25, mostNodes));
      default -> {
        int fewest = kind.banded() ? 10 : kind == FleetKind.OUTLIERS ? 8 : 3;
        yield (int) logarithmic(fewest, mostNodes + 1.0);
      }
    };
  }

  private int windows() {
    return switch (kind) {
      case PODS, PODS_LOTTERY -> 36;
      case DEPLOY_HALF, DEPLOY_ROLLING, CEILING, NIGHT, NIGHT_LOTTERY -> (int) logarithmic(16, 65);
      default -> (int) logarithmic(8, 33);
    };
  }

  private FleetRecipe recipe() {
    List<Part> parts = parts();
    return new FleetRecipe(
        kind,
        seed,
        nodes,
        windows,
        days(),
        new Levels(parts, false, explains()),
        course(),
        faults(),
        scene(),
        load(parts),
        Math.pow(10, between(-3, 6)));
  }

  private int days() {
    return switch (kind) {
      case PODS, PODS_LOTTERY, CEILING, DEPLOY_HALF, DEPLOY_ROLLING -> 1;
      default -> 1 + random.nextInt(3);
    };
  }

  private List<Part> parts() {
    double center = logarithmic(20, 100);
    return switch (kind) {
      case NORMAL -> List.of(new Part(1, center, random.nextInt(10) == 0 ? 0 : 1, Shape.NORMAL, 0));
      case LOGNORMAL ->
          List.of(new Part(1, center, 1, Shape.LOGNORMAL, 0.1 + 0.9 * random.nextDouble()));
      case STUDENT_T -> List.of(new Part(1, center, 1, Shape.STUDENT, 3.0 + random.nextInt(8)));
      case DIURNAL, IMBALANCE, DRIFT, OUTLIERS, CONVEX, NIGHT, PODS, CEILING, ZONE_SEASONS ->
          List.of(new Part(1, center, 1, Shape.NORMAL, 0));
      case QUIET -> List.of(new Part(1, center, 0, Shape.NORMAL, 0));
      case QUIET_BANDS -> quiet(center);
      case TWO_OF_TEN -> {
        double share = 2.0 / nodes;
        yield List.of(
            new Part(share, center, 1, Shape.NORMAL, 0),
            new Part(1 - share, center + step(logarithmic(6, 16), 1, 1), 1, Shape.NORMAL, 0));
      }
      case DEPLOY_HALF, DEPLOY_ROLLING -> two(center, 0.5, 1, Shape.NORMAL, 0);
      case RACKS -> two(center, between(0.15, 0.5), 1, Shape.NORMAL, 0);
      case LOTTERY,
          LOADED_LOTTERY,
          RHYTHMIC_LOTTERY,
          MESSY_LOTTERY,
          CONVEX_LOTTERY,
          NIGHT_LOTTERY,
          PODS_LOTTERY -> {
        int k = random.nextBoolean() ? 1 : 1 + random.nextInt(7);
        yield two(center, k / 8.0, logarithmic(0.5, 2), Shape.NORMAL, 0);
      }
      case INSTANCE_TYPES, METRIC_EXPLAINED, TWO_METRICS ->
          two(center, between(0.02, 0.98), logarithmic(0.5, 2), Shape.NORMAL, 0);
      case WIDE_UPPER ->
          two(
              center,
              between(0.05, 0.95),
              between(2, 4),
              random.nextBoolean() ? Shape.LOGNORMAL : Shape.NORMAL,
              0.3);
      case THREE_BANDS -> three(center);
    };
  }

  /** Two levels without a spread: only the noise of the centres is left. */
  private List<Part> quiet(double center) {
    double lower = between(0.7, 0.95);
    double apart = step(logarithmic(20, 800), 0, 0);
    return List.of(
        new Part(lower, center, 0, Shape.NORMAL, 0),
        new Part(1 - lower, center + apart, 0, Shape.NORMAL, 0));
  }

  /**
   * @param share of the lower band, unless it gets 5 to 9 nodes instead
   * @param ratio of the upper band's deviation to the lower's
   */
  private List<Part> two(
      double center, double share, double ratio, Shape upper, double upperParameter) {
    double lower = share;
    double separation = logarithmic(4, 16);
    if (random.nextInt(4) == 0) {
      double few = Math.min(0.5, (5.0 + random.nextInt(5)) / nodes);
      lower = random.nextBoolean() ? few : 1 - few;
      separation = logarithmic(8, 16);
    }
    return List.of(
        new Part(lower, center, 1, Shape.NORMAL, 0),
        new Part(1 - lower, center + step(separation, 1, ratio), ratio, upper, upperParameter));
  }

  private List<Part> three(double center) {
    double[] shares = new double[3];
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      shares[i] = 0.1 - Math.log(1 - random.nextDouble());
      sum += shares[i];
    }
    double middle = logarithmic(0.5, 2);
    double upper = logarithmic(0.5, 2);
    double second = center + step(logarithmic(4, 16), 1, middle);
    double third = second + step(logarithmic(4, 16), middle, upper);
    return List.of(
        new Part(shares[0] / sum, center, 1, Shape.NORMAL, 0),
        new Part(shares[1] / sum, second, middle, Shape.NORMAL, 0),
        new Part(shares[2] / sum, third, upper, Shape.NORMAL, 0));
  }

  /**
   * The distance of two centres at which the measured ones have this D. Noise widens both bands by
   * the standard error of a median, sqrt(pi/2) of a mean's.
   */
  private double step(double separation, double lower, double upper) {
    double error = Math.PI / 2 * noise * noise / (windows * FleetRecipe.POINTS);
    return separation * Math.sqrt((lower * lower + upper * upper) / 2 + error);
  }

  private Explains explains() {
    return switch (kind) {
      case INSTANCE_TYPES -> Explains.LABEL;
      case METRIC_EXPLAINED, TWO_METRICS -> Explains.METRIC;
      case DEPLOY_HALF, DEPLOY_ROLLING -> Explains.VERSION;
      case RACKS -> Explains.RACK;
      case WIDE_UPPER, THREE_BANDS -> random.nextBoolean() ? Explains.LABEL : Explains.NOTHING;
      case NORMAL,
          LOGNORMAL,
          STUDENT_T,
          DIURNAL,
          IMBALANCE,
          DRIFT,
          OUTLIERS,
          LOTTERY,
          LOADED_LOTTERY,
          RHYTHMIC_LOTTERY,
          MESSY_LOTTERY,
          CONVEX,
          CONVEX_LOTTERY,
          NIGHT,
          NIGHT_LOTTERY,
          QUIET,
          QUIET_BANDS,
          PODS,
          PODS_LOTTERY,
          CEILING,
          ZONE_SEASONS,
          TWO_OF_TEN ->
          Explains.NOTHING;
    };
  }

  private Course course() {
    if (kind == FleetKind.DIURNAL || kind == FleetKind.RHYTHMIC_LOTTERY) {
      double rhythm = multiplied ? between(0.05, 0.3) : logarithmic(1, 20);
      double phase = between(0, 2 * Math.PI);
      return new Course(noise, shape, rhythm, multiplied, phase, between(-10, 10), 0, false);
    }
    if (kind == FleetKind.DRIFT) {
      double own = logarithmic(5, 20);
      return new Course(noise, shape, 0, false, 0, 0, own, random.nextBoolean());
    }
    return Course.still(noise, shape);
  }

  private Faults faults() {
    double missing = random.nextInt(3) == 0 ? between(0, 0.05) : 0;
    double restarts = random.nextInt(2) == 0 ? between(0.1, 0.8) : 0;
    return switch (kind) {
      case DIURNAL -> new Faults(missing, 0, 0, between(0, 0.4), 0, false);
      // Half a day of a multiplied rhythm would move a node's true level.
      case RHYTHMIC_LOTTERY ->
          multiplied
              ? new Faults(missing, 0, 0, 0, 0, false)
              : new Faults(missing, 0, 0, between(0, 0.4), restarts, true);
      case MESSY_LOTTERY -> new Faults(between(0.1, 0.3), 0.1, nodes < 20 ? 0 : 1, 0, 0.5, true);
      case LOTTERY, LOADED_LOTTERY, CONVEX_LOTTERY, NIGHT_LOTTERY ->
          new Faults(missing, 0, 0, 0, restarts, true);
      case OUTLIERS -> new Faults(missing, 0, nodes < 20 ? 1 : 1 + random.nextInt(2), 0, 0, false);
      case NORMAL, LOGNORMAL, STUDENT_T, IMBALANCE ->
          new Faults(missing, 0, 0, 0, restarts, random.nextBoolean());
      case DRIFT,
          INSTANCE_TYPES,
          METRIC_EXPLAINED,
          WIDE_UPPER,
          THREE_BANDS,
          TWO_METRICS,
          CONVEX,
          NIGHT,
          ZONE_SEASONS,
          RACKS ->
          new Faults(missing, 0, 0, 0, restarts, false);
      case DEPLOY_HALF,
          DEPLOY_ROLLING,
          QUIET,
          QUIET_BANDS,
          PODS,
          PODS_LOTTERY,
          CEILING,
          TWO_OF_TEN ->
          new Faults(missing, 0, 0, 0, 0, false);
    };
  }

  private Scene scene() {
    return switch (kind) {
      case DEPLOY_HALF -> new Scene(Deploy.PART, 0, 0, 0, 0, false);
      case DEPLOY_ROLLING -> new Scene(Deploy.ROLLING, 0, 0, 0, 0, false);
      case PODS, PODS_LOTTERY -> new Scene(Deploy.NONE, 3, 0, 0, 0, false);
      case CEILING -> new Scene(Deploy.NONE, 0, between(0.9, 1.15), 0, 0, false);
      case TWO_METRICS -> new Scene(Deploy.NONE, 0, 0, 0, 0, true);
      case ZONE_SEASONS -> new Scene(Deploy.NONE, 0, 0, logarithmic(2, 20), 0, false);
      case RACKS -> new Scene(Deploy.NONE, 0, 0, 0, 70, false);
      default -> Scene.PLAIN;
    };
  }

  private @Nullable LoadRecipe load(List<Part> parts) {
    double center = parts.getFirst().center();
    switch (kind) {
      case IMBALANCE, LOADED_LOTTERY -> {
        // below
      }
      case CONVEX, CONVEX_LOTTERY -> {
        double more = between(1.25, 2.2);
        double bend = logarithmic(6, 30) / (more * more - 1);
        return new LoadRecipe(
            List.of(100.0, 100 * more), between(0.05, 0.2) * center * 100, true, bend, 0);
      }
      case NIGHT, NIGHT_LOTTERY -> {
        return new LoadRecipe(
            List.of(100.0), between(0.1, 0.3) * center * 100, true, 0, between(0.2, 0.45));
      }
      case DEPLOY_HALF, DEPLOY_ROLLING, PODS, PODS_LOTTERY -> {
        return new LoadRecipe(List.of(100.0), between(0.05, 0.2) * center * 100, true, 0, 0);
      }
      case CEILING, QUIET, QUIET_BANDS -> {
        return new LoadRecipe(List.of(100.0), 0.1 * center * 100, true, 0, 0);
      }
      default -> {
        return null;
      }
    }
    double low = between(40, 80);
    double high = 100;
    boolean inverse = random.nextBoolean();
    double apart = logarithmic(6, 20);
    double slope = inverse ? apart / (1 / low - 1 / high) : apart / (high - low);
    return new LoadRecipe(List.of(low, high), slope, inverse, 0, 0);
  }

  private double between(double from, double to) {
    return from + (to - from) * random.nextDouble();
  }

  private double logarithmic(double from, double to) {
    return from * Math.exp(random.nextDouble() * Math.log(to / from));
  }
}
