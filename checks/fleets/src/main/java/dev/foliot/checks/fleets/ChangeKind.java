package dev.foliot.checks.fleets;

import java.util.Locale;

/** A kind of simulated day of a fleet, in which something happens or nothing does. */
enum ChangeKind {
  /** Nothing happens but the daily curves of load and cost, the common one and each node's own. */
  FLAT,
  /** One node costs more from some time on, 3 to 13 hours before the end. */
  ONE,
  /** A quarter of the nodes does. */
  QUARTER,
  /** A quarter of the nodes does, for 3 to 8 hours. */
  BACK,
  /** A quarter of the nodes restarts with a new version that costs more. */
  DEPLOY,
  /** Three quarters of the nodes cost more: the common course is theirs. */
  MOST,
  /** All nodes do: it is the work that changed. */
  ALL,
  /** One node in ten drifts, up to 1.5 to 3 times its level. */
  DRIFT,
  /** Half of the nodes gives way to as many others, which cost 1.3 times as much. */
  BLUE_GREEN,
  /** A quarter of the nodes stands at its CPU limit all day. */
  CAPPED,
  /** Four groups, explained by a label. */
  FOUR_GROUPS,
  /** One population whose CPU is measured in whole percent. */
  WHOLE_PERCENT,
  /** Two services, {@code app}, that cost differently; a quarter of the smaller one is slow. */
  TWO_SERVICES;

  /** Whether some nodes change at one time. */
  boolean changes() {
    return switch (this) {
      case ONE, QUARTER, BACK, DEPLOY, MOST -> true;
      case FLAT, ALL, DRIFT, BLUE_GREEN, CAPPED, FOUR_GROUPS, WHOLE_PERCENT, TWO_SERVICES -> false;
    };
  }

  /** Its name in output and on a command line. */
  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
