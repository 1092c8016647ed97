package dev.foliot.checks.fleets;

import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetInput;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * A simulated day of a fleet with a point each quarter of an hour, and what happens in it.
 *
 * <p>The cost of a request has a common daily curve, and each node has a curve of its own, with its
 * own phase. Noise is correlated from point to point. The load has a curve too.
 *
 * @param kind what happens
 * @param seed of all numbers
 * @param nodes the number of nodes
 * @param at the point of the change, of {@link #POINTS}
 * @param until the point of the change back; {@link #POINTS} for none
 * @param times what the cost is multiplied by
 * @param changed the nodes that change
 */
record ChangingFleet(
    ChangeKind kind, long seed, int nodes, int at, int until, double times, Set<String> changed) {
  static final int POINTS = 96;

  private static final int A_WINDOW = 4;
  private static final int AN_HOUR = 4;
  private static final long STEP_US = 900_000_000L;
  private static final Instant FIRST = Instant.parse("2026-09-22T00:00:00Z");
  private static final List<String> LABELS = List.of("zone", "version", "app", "type");
  private static final double USUAL_LOAD = 100;
  private static final double USUAL_COST = 0.012;

  static ChangingFleet draw(ChangeKind kind, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    int nodes = (int) Math.round(16 * Math.exp(random.nextDouble() * Math.log(16)));
    int hours = 3 + random.nextInt(11);
    int at = POINTS - hours * AN_HOUR + random.nextInt(AN_HOUR);
    int until = POINTS;
    if (kind == ChangeKind.BACK) {
      at = (3 + random.nextInt(8)) * AN_HOUR + random.nextInt(AN_HOUR);
      until = at + (3 + random.nextInt(6)) * AN_HOUR;
    }
    double times = 1.25 + 1.75 * random.nextDouble() * random.nextDouble();
    int count =
        switch (kind) {
          case ONE -> 1;
          case QUARTER, BACK, DEPLOY, CAPPED, TWO_SERVICES -> Math.max(3, nodes / 4);
          case MOST -> nodes * 3 / 4;
          case DRIFT -> Math.max(1, nodes / 10);
          case FLAT, ALL, BLUE_GREEN, FOUR_GROUPS, WHOLE_PERCENT -> 0;
        };
    Set<String> changed = new TreeSet<>();
    while (changed.size() < count) {
      changed.add(name(random.nextInt(nodes)));
    }
    return new ChangingFleet(kind, seed, nodes, at, until, times, changed);
  }

  private static String name(int node) {
    return String.format(Locale.ROOT, "n%03d", node);
  }

  /** The time of the change, in microseconds since 1970. */
  long atUs() {
    return FIRST.toEpochMilli() * 1000 + at * STEP_US;
  }

  /** What a reader makes of it. */
  FleetMeasured measured() {
    RandomGenerator random = new SplittableRandom(~seed);
    long firstUs = FIRST.toEpochMilli() * 1000;
    long windowUs = STEP_US * A_WINDOW;
    FleetSums.Builder sums =
        FleetSums.builder(POINTS / A_WINDOW, firstUs, windowUs, true, true, List.of(), LABELS);
    double common = 0.2 * random.nextDouble();
    double own = 0.03 * random.nextDouble();
    double spread = 0.02 + 0.06 * random.nextDouble();
    double noise = 0.02 + 0.06 * random.nextDouble();
    double kept = 0.6 * random.nextDouble();
    double day = 0.2 + 0.4 * random.nextDouble();
    double phase = 2 * Math.PI * random.nextDouble();
    for (int node = 0; node < nodes; node++) {
      node(
          sums,
          new Curve(common, own, noise, kept, day, phase),
          name(node),
          node,
          Math.exp(spread * random.nextGaussian()),
          random);
    }
    return new FleetMeasured(
        sums.build(),
        new FleetInput(
            List.of("simulated: " + kind.words() + ", seed " + seed),
            "csv",
            new FleetInput.Columns("cpu/rps", "node", "time", "rps", "start", LABELS),
            List.of()),
        new FleetData(
            new FleetData.Points((long) nodes * POINTS, 0, 0, 0, false, 0),
            new FleetData.Period(
                firstUs, firstUs + (POINTS - 1) * STEP_US, POINTS / A_WINDOW, windowUs),
            List.of(),
            List.of()));
  }

  /** The amplitudes of the common and the own curve, the noise, and the curve of the load. */
  private record Curve(
      double common, double own, double noise, double kept, double day, double phase) {}

  private void node(
      FleetSums.Builder sums,
      Curve curve,
      String name,
      int number,
      double level,
      RandomGenerator random) {
    boolean changes = changed.contains(name);
    boolean redeployed = kind == ChangeKind.DEPLOY && changes;
    boolean leaves = kind == ChangeKind.BLUE_GREEN && number % 2 == 0;
    boolean comes = kind == ChangeKind.BLUE_GREEN && number % 2 == 1;
    String app = kind == ChangeKind.TWO_SERVICES && !isLarge(number) ? "small" : "large";
    int type = number % 4;
    String zone = "z" + random.nextInt(3);
    int before = sums.lifetime(name, "0", List.of(zone, comes ? "v2" : "v1", app, "t" + type));
    int after =
        redeployed ? sums.lifetime(name, "1", List.of(zone, "v2", app, "t" + type)) : before;
    double own = 2 * Math.PI * random.nextDouble();
    double share = 0.9 + 0.2 * random.nextDouble();
    double error = 0;
    for (int point = 0; point < POINTS; point++) {
      double angle = 2 * Math.PI * point / POINTS;
      error =
          curve.kept() * error + Math.sqrt(1 - curve.kept() * curve.kept()) * random.nextGaussian();
      double rps =
          USUAL_LOAD
              * share
              * (1 + curve.day() * Math.sin(angle + curve.phase()))
              * (1 + 0.03 * random.nextGaussian());
      if ((leaves && point >= at) || (comes && point < at)) {
        continue;
      }
      double cost =
          USUAL_COST
              * level
              * (1 + curve.common() * Math.sin(angle + 1))
              * (1 + curve.own() * Math.sin(angle + own))
              * (1 + curve.noise() * error)
              * factor(changes, comes, number, point);
      double cpu = cost * rps;
      if (kind == ChangeKind.CAPPED && changes) {
        cpu = Math.min(cpu, 0.35 * USUAL_COST * USUAL_LOAD);
      }
      if (kind == ChangeKind.WHOLE_PERCENT) {
        cpu = Math.max(0.01, Math.rint(10 * cpu) / 100);
      }
      sums.add(point >= at && redeployed ? after : before, point / A_WINDOW, cpu / rps, 1 / rps);
    }
  }

  /** The larger service has four nodes in five. */
  private static boolean isLarge(int number) {
    return number % 5 != 0;
  }

  private double factor(boolean changes, boolean comes, int number, int point) {
    boolean now = point >= at && point < until;
    return switch (kind) {
      case ONE, QUARTER, BACK, DEPLOY, MOST -> changes && now ? times : 1;
      case ALL -> now ? times : 1;
      case DRIFT -> changes ? 1 + (1.5 * times - 1) * point / POINTS : 1;
      case BLUE_GREEN -> comes ? 1.3 : 1;
      case FOUR_GROUPS -> Math.pow(1.5, number % 4);
      case TWO_SERVICES -> isLarge(number) ? 1 : number % 20 == 0 ? 3 * 1.6 : 3;
      case FLAT, CAPPED, WHOLE_PERCENT -> 1;
    };
  }
}
