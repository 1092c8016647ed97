package dev.foliot.checks.fleets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A kind of simulated fleet, with its truth. */
enum FleetKind {
  /** Normal levels; in one of ten all are equal, and only the noise differs. */
  NORMAL(Truth.SINGLE, 2),
  /** Log-normal levels with a sigma of up to 1. */
  LOGNORMAL(Truth.SINGLE, 2),
  /** Student's t with 3 to 10 degrees of freedom. */
  STUDENT_T(Truth.SINGLE, 2),
  /** Normal levels, a daily rhythm, costs that drift for all, and nodes that join late. */
  DIURNAL(Truth.SINGLE, 2),
  /** Normal costs, and two zones with different load. */
  IMBALANCE(Truth.LOOKALIKE, 2),
  /** Each node drifts differently. */
  DRIFT(Truth.LOOKALIKE, 1),
  /** Normal levels, and one or two outliers. */
  OUTLIERS(Truth.LOOKALIKE, 1),
  /** A random share of k/8, reassigned at each restart; no label explains it. */
  LOTTERY(Truth.BANDS, 3),
  /** A lottery and two zones with different load. */
  LOADED_LOTTERY(Truth.BANDS, 1),
  /** A lottery under a daily rhythm, a common drift and late nodes. */
  RHYTHMIC_LOTTERY(Truth.BANDS, 1),
  /** A lottery with missing points and windows, an outlier, restarts and skewed noise. */
  MESSY_LOTTERY(Truth.BANDS, 1),
  /** A label explains the bands, and restarts change nothing. */
  INSTANCE_TYPES(Truth.BANDS, 3),
  /** Another metric correlates with the bands. */
  METRIC_EXPLAINED(Truth.BANDS, 1),
  /** The upper band is 2 to 4 times as wide, possibly skewed. */
  WIDE_UPPER(Truth.BANDS, 2),
  /** Three bands. */
  THREE_BANDS(Truth.BANDS, 2),
  /** One population whose cost is convex in the load, and some nodes with more load. */
  CONVEX(Truth.LOOKALIKE, 2),
  /** A lottery with convex cost; the loads differ, independently of the bands. */
  CONVEX_LOTTERY(Truth.BANDS, 1),
  /** A part of the nodes restarts with a new version that costs more or less. */
  DEPLOY_HALF(Truth.BANDS, 1),
  /** Every node restarts with the new version, one after the other. */
  DEPLOY_ROLLING(Truth.BANDS, 1),
  /** One population, nearly idle at night. */
  NIGHT(Truth.LOOKALIKE, 1),
  /** A lottery, nearly idle at night. */
  NIGHT_LOTTERY(Truth.BANDS, 1),
  /** 3,000 or 10,000 equal nodes with noise from an even distribution. */
  QUIET(Truth.LOOKALIKE, 1),
  /** The same with two levels. */
  QUIET_BANDS(Truth.BANDS, 1),
  /** One population of pods that live for a twelfth of the time. */
  PODS(Truth.LOOKALIKE, 1),
  /** The same with two levels. */
  PODS_LOTTERY(Truth.BANDS, 1),
  /** One population; the CPU of a quarter of the nodes is limited. */
  CEILING(Truth.LOOKALIKE, 2),
  /** A metric correlates with the bands; another has groups of its own. */
  TWO_METRICS(Truth.BANDS, 1),
  /** Zones with their own daily rhythm and drift. */
  ZONE_SEASONS(Truth.LOOKALIKE, 1),
  /** The rack decides on the band; the racks are many. */
  RACKS(Truth.BANDS, 1),
  /** Eight to fourteen nodes, and two of them are fast. */
  TWO_OF_TEN(Truth.FEW, 1);

  /** The correct answer for a fleet. */
  enum Truth {
    /** One population of a kind that the bar names: bands are a false positive. */
    SINGLE,
    /** One population that easily looks like bands. */
    LOOKALIKE,
    /** Two bands or three. */
    BANDS,
    /** Too few nodes to tell. */
    FEW
  }

  private static final List<FleetKind> TURN = turn();

  private final Truth truth;
  private final int weight;

  FleetKind(Truth truth, int weight) {
    this.truth = truth;
    this.weight = weight;
  }

  Truth truth() {
    return truth;
  }

  boolean banded() {
    return truth == Truth.BANDS;
  }

  /** Its name in output and on a command line: {@code wide-upper}. */
  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The kind of that name. */
  static FleetKind named(String words) {
    return valueOf(words.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** The kind of the fleet of that number: they take turns, the important ones more often. */
  static FleetKind at(int number) {
    return TURN.get(number % TURN.size());
  }

  private static List<FleetKind> turn() {
    List<FleetKind> turn = new ArrayList<>();
    int heaviest = 3;
    for (int round = 0; round < heaviest; round++) {
      for (FleetKind kind : values()) {
        if (kind.weight > round) {
          turn.add(kind);
        }
      }
    }
    return Collections.unmodifiableList(turn);
  }
}
