package dev.foliot.checks.fleets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A kind of simulated fleet, and what its truth is. */
enum FleetKind {
  /** Normal levels; in one of ten all alike, so that only the noise differs. */
  NORMAL(Truth.SINGLE, 2),
  /** Log-normal levels with a sigma of up to 1. */
  LOGNORMAL(Truth.SINGLE, 2),
  /** Student's t with 3 to 10 degrees of freedom. */
  STUDENT_T(Truth.SINGLE, 2),
  /** Normal levels, a daily rhythm, costs that drift for all, and nodes that join late. */
  DIURNAL(Truth.SINGLE, 2),
  /** Normal costs, and two zones with different load. */
  IMBALANCE(Truth.LOOKALIKE, 2),
  /** Each node goes its own way. */
  DRIFT(Truth.LOOKALIKE, 1),
  /** Normal levels, and one or two sick nodes. */
  OUTLIERS(Truth.LOOKALIKE, 1),
  /** A share of k/8 by chance, drawn anew at a restart; nothing explains it. */
  LOTTERY(Truth.BANDS, 3),
  /** A lottery and two zones with different load. */
  LOADED_LOTTERY(Truth.BANDS, 1),
  /** A lottery under a daily rhythm, a common drift and late nodes. */
  RHYTHMIC_LOTTERY(Truth.BANDS, 1),
  /** A lottery with missing points and windows, a sick node, restarts and skewed noise. */
  MESSY_LOTTERY(Truth.BANDS, 1),
  /** A label explains the bands, and restarts change nothing. */
  INSTANCE_TYPES(Truth.BANDS, 3),
  /** Another metric goes with the bands. */
  METRIC_EXPLAINED(Truth.BANDS, 1),
  /** The upper band is 2 to 4 times as wide, maybe skewed. */
  WIDE_UPPER(Truth.BANDS, 2),
  /** Three bands. */
  THREE_BANDS(Truth.BANDS, 2);

  /** What has to be said of a fleet. */
  enum Truth {
    /** One population of a kind that the issue names: to call it bands is false. */
    SINGLE,
    /** One population with something in it that is easily taken for bands. */
    LOOKALIKE,
    /** Two bands or three. */
    BANDS
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

  /** As it is printed and given on a command line: {@code wide-upper}. */
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
