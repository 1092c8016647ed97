package dev.foliot.fleet.groups;

import dev.foliot.stats.PoissonBinomial;
import dev.foliot.store.fleet.FleetObjection;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetVerdict;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a fleet, after all tests.
 *
 * @param found with the accepted bands; one band if none are
 * @param confidence from 0 to 1. For bands: the probability that they are not one, times the
 *     agreement of odd and even windows. For one band: the probability that a band with an eighth
 *     of the nodes would be detected, less if the test was nearly significant. For drift of groups:
 *     the disagreement of the halves. For drift without groups: the share of change in the variance
 *     of change and level together
 * @param against why observed bands are rejected; null for none
 */
public record Judgement(
    FleetVerdict verdict, Found found, double confidence, @Nullable FleetObjection against) {
  private static final double MOST = 0.99;

  /** The confidence if odd and even windows cannot be compared. */
  private static final double UNTOLD = 0.9;

  private static final double NEARLY = 0.05;
  private static final int SEEN = 5;
  private static final double EIGHTH = 0.125;

  /** The confidence in bands that the load separates: it may be the cause. */
  private static final double DOUBTED = 0.5;

  /** From this number of nodes on a band of an eighth is detected with certainty. */
  private static final int MANY = 500;

  public static Judgement of(
      Found found, double[] centres, Repeatability repeatability, LoadObjection load) {
    Optional<FleetObjection> objection = load.reason();
    if (found.parts() == 0 || found.apart(centres) > 0) {
      return new Judgement(FleetVerdict.NOT_ENOUGH_NODES, Found.nothing(centres.length), 1, null);
    }
    boolean bands = found.parts() > 1;
    if (bands && objection.isEmpty() && repeatability.beyondNoise()) {
      return repeatability.lasts()
          ? new Judgement(
              FleetVerdict.BANDS,
              found,
              Math.min(load.separates() ? DOUBTED : MOST, ofBands(found, repeatability)),
              null)
          : new Judgement(
              FleetVerdict.DRIFT,
              found.asOne(centres),
              Math.clamp(1 - repeatability.halves().kappa(), 0, MOST),
              FleetObjection.of(FleetObjection.Kind.CHANGE));
    }
    Found one = found.asOne(centres);
    FleetObjection against =
        bands ? objection.orElse(FleetObjection.of(FleetObjection.Kind.NOISE)) : null;
    if (repeatability.drifts()) {
      return new Judgement(FleetVerdict.DRIFT, one, ofDrift(repeatability), against);
    }
    return new Judgement(
        one.hasOutliers() ? FleetVerdict.OUTLIERS : FleetVerdict.ONE_BAND,
        one,
        bands ? 0.5 : one.hasOutliers() ? Math.max(UNTOLD, ofOne(one)) : ofOne(one),
        against);
  }

  /** The same fleet with a change of some nodes as its verdict. */
  public Judgement since(FleetOnset onset, Found changed) {
    return new Judgement(
        FleetVerdict.ONSET, changed, onset.nodes().size() > 1 ? MOST : UNTOLD, null);
  }

  /** Groups that never ran at the same time. */
  public static Judgement undecided(Found found) {
    return new Judgement(FleetVerdict.UNDECIDED, found, DOUBTED, null);
  }

  private static double ofBands(Found found, Repeatability repeatability) {
    double p = found.parts() == 2 ? found.pTwo() : Math.max(found.pTwo(), found.pThree());
    double agreement =
        repeatability.told() ? Math.clamp(repeatability.windows().kappa(), 0.5, 1) : UNTOLD;
    return Math.min(MOST, (1 - p) * agreement);
  }

  private static double ofOne(Found one) {
    double[] chances = new double[Math.min(MANY, one.placed())];
    Arrays.fill(chances, EIGHTH);
    double seen = 1 - PoissonBinomial.atMost(chances, SEEN - 1);
    double nearly = 0.5 + 0.5 * Math.min(1, one.pTwo() / NEARLY);
    return Math.clamp(seen * nearly, 0, MOST);
  }

  private static double ofDrift(Repeatability repeatability) {
    double change = repeatability.halves().difference();
    double level = repeatability.halves().spread();
    return Math.min(MOST, change * change / (change * change + level * level));
  }
}
