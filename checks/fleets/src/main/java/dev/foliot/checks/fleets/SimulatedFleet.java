package dev.foliot.checks.fleets;

import dev.foliot.checks.fleets.FleetRecipe.Course;
import dev.foliot.checks.fleets.FleetRecipe.LoadRecipe;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetInput;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A simulated fleet: lifetimes and their points. Immutable.
 *
 * <p>The points are generated again, identically, at each request, so a fleet of 10,000 nodes needs
 * no memory.
 */
final class SimulatedFleet {
  /** The value of the first label; such data cannot be confused with a real fleet's. */
  static final String SIMULATED = "simulated";

  /** The label that explains the bands, if one does. */
  static final String LABEL = "instance_type";

  /** The other metric that correlates with the bands, if one does. */
  static final String METRIC = "l1_misses";

  static final List<String> LABELS =
      List.of(SIMULATED, "zone", "version", "rack", "host_id", LABEL);
  static final List<String> OTHERS = List.of("heap_mb", "threads", METRIC);

  private static final Instant FIRST = Instant.parse("2026-03-01T00:00:00Z");
  private static final double DAY_US = 86_400e6;

  private final FleetRecipe recipe;
  private final List<Lifetime> lifetimes;

  private SimulatedFleet(FleetRecipe recipe) {
    this.recipe = recipe;
    lifetimes = Lifetimes.of(recipe);
  }

  static SimulatedFleet of(FleetRecipe recipe) {
    return new SimulatedFleet(recipe);
  }

  /** The time of a point. */
  static Instant time(FleetRecipe recipe, int at) {
    return FIRST.plusSeconds(at * (recipe.stepUs() / 1_000_000));
  }

  FleetRecipe recipe() {
    return recipe;
  }

  List<Lifetime> lifetimes() {
    return lifetimes;
  }

  /** The metric's expression for a command line. */
  String metric() {
    LoadRecipe load = recipe.load();
    return load != null && load.inverse() ? "cpu/rps" : "cpu";
  }

  /** The result of a {@code FleetReader}, and the truth. */
  Drawn draw() {
    LoadRecipe load = recipe.load();
    boolean inverse = load != null && load.inverse();
    FleetSums.Builder sums =
        FleetSums.builder(
            recipe.windows(),
            FIRST.toEpochMilli() * 1000,
            recipe.windowUs(),
            load != null,
            inverse,
            OTHERS,
            LABELS);
    int[] indexes = new int[lifetimes.size()];
    for (Lifetime lifetime : lifetimes) {
      indexes[lifetime.index()] =
          sums.lifetime(lifetime.node(), lifetime.start(), lifetime.labels());
    }
    TruthCollector truth = new TruthCollector(recipe, lifetimes);
    Counts counts = new Counts();
    points((lifetime, at, metric, rps, pure, others) -> {
      counts.rows++;
      if (Double.isNaN(metric)) {
        counts.missing++;
        return;
      }
      double x = inverse ? 1 / rps : rps;
      sums.add(indexes[lifetime.index()], at / FleetRecipe.POINTS, metric, x, others);
      truth.point(lifetime, at, metric, rps, pure, others);
    });
    return new Drawn(
        new FleetMeasured(sums.build(), input(load), data(counts.rows, counts.missing)),
        truth.truth());
  }

  private FleetInput input(@Nullable LoadRecipe load) {
    return new FleetInput(
        List.of(SIMULATED + ": " + recipe.kind().words() + ", seed " + recipe.seed()),
        "csv",
        new FleetInput.Columns(
            metric(), "node", "time", load == null ? null : "rps", "start_time", LABELS),
        List.of());
  }

  private FleetData data(long rows, long missing) {
    long firstUs = FIRST.toEpochMilli() * 1000;
    int last = recipe.windows() * FleetRecipe.POINTS - 1;
    return new FleetData(
        new FleetData.Points(rows, missing, 0, 0, false, 0),
        new FleetData.Period(
            firstUs, firstUs + last * recipe.stepUs(), recipe.windows(), recipe.windowUs()),
        List.of(),
        List.of(SIMULATED));
  }

  /** Passes all points, identical each time. */
  void points(PointSink sink) {
    double[] others = new double[OTHERS.size()];
    for (Lifetime lifetime : lifetimes) {
      points(lifetime, others, sink);
    }
  }

  private void points(Lifetime lifetime, double[] others, PointSink sink) {
    // SplittableRandom mixes its seed, so neighbouring ones are as good as any.
    RandomGenerator random =
        new SplittableRandom(recipe.seed() * 0x9E37_79B9_7F4A_7C15L + lifetime.index());
    Course course = recipe.course();
    LoadRecipe load = recipe.load();
    int end = recipe.windows() * FleetRecipe.POINTS;
    double own = course.ownDrift() * random.nextGaussian();
    double walked = 0;
    boolean gap = false;
    for (int at = lifetime.from(); at < lifetime.to(); at++) {
      if (at % FleetRecipe.POINTS == 0) {
        gap = random.nextDouble() < recipe.faults().gaps();
      }
      walked += course.ownDrift() * random.nextGaussian() / Math.sqrt(end);
      double noise =
          switch (course.shape()) {
            case NORMAL -> random.nextGaussian();
            case EXPONENTIAL -> -Math.log(1 - random.nextDouble()) - 1;
            // in proportion to the level, as measured costs
            case EVEN ->
                Math.sqrt(12)
                    * (random.nextDouble() - 0.5)
                    * lifetime.level()
                    / recipe.levels().parts().getFirst().center();
          };
      double pure = lifetime.level() + course.noise() * noise;
      double gone = (double) at / end;
      double metric =
          pure
              + rhythm(lifetime.level(), at)
              + season(lifetime, at)
              + course.commonDrift() * gone
              + (course.walks() ? walked : own * gone);
      double rps = 0;
      double jitter = random.nextGaussian();
      if (load != null) {
        double day = 1 + 0.3 * Math.sin(angle(at));
        rps =
            asleep(load, at)
                ? 1 + random.nextInt(3)
                : Math.max(1, lifetime.load() * day * (1 + 0.05 * jitter));
        metric += load.slope() / (load.inverse() ? rps : 1 / rps);
        metric += load.bend() * (rps / 100) * (rps / 100);
        if (lifetime.isLimited()) {
          metric = Math.min(metric, ceiling(load) / rps);
        }
      }
      for (int i = 0; i < others.length; i++) {
        others[i] = lifetime.metrics().get(i) * (1 + 0.01 * random.nextGaussian());
      }
      boolean missing = random.nextDouble() < recipe.faults().missing() || gap;
      sink.point(
          lifetime,
          at,
          missing ? Double.NaN : recipe.scale() * metric,
          rps,
          recipe.scale() * pure,
          others);
    }
  }

  private boolean asleep(LoadRecipe load, int at) {
    double hour = (double) at * recipe.stepUs() / DAY_US % 1;
    return hour < load.night();
  }

  /** The most CPU of a limited node. */
  private double ceiling(LoadRecipe load) {
    double usual = recipe.levels().parts().getFirst().center() * load.zones().getFirst();
    return recipe.scene().ceiling() * (usual + load.slope());
  }

  /** Each zone has its own rhythm, and its own drift of half of that. */
  private double season(Lifetime lifetime, int at) {
    double seasons = recipe.scene().seasons();
    if (seasons == 0) {
      return 0;
    }
    int zone = lifetime.labels().get(1).charAt("zone-".length()) - '0';
    double gone = (double) at / (recipe.windows() * FleetRecipe.POINTS);
    return seasons * (Math.sin(angle(at) + 2 * Math.PI * zone / 3) + (zone - 1) * (gone - 0.5));
  }

  private double rhythm(double level, int at) {
    Course course = recipe.course();
    double factor = course.multiplied() ? level : 1;
    return factor * course.rhythm() * Math.sin(angle(at));
  }

  private double angle(int at) {
    return 2 * Math.PI * at * recipe.stepUs() / DAY_US + recipe.course().phase();
  }

  /** The measurements of a fleet, and its truth. */
  record Drawn(FleetMeasured measured, FleetTruth truth) {}

  private static final class Counts {
    private long rows;
    private long missing;
  }
}
