package dev.foliot.fleet;

import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;

/** Reports the search for bands. */
final class BandsStep {
  private BandsStep() {}

  /**
   * The report in words.
   *
   * @param seen before the repeatability test
   * @param dip the p-value of Hartigan's dip
   */
  static FleetStep of(Found seen, double dip) {
    int outliers = seen.bandOf().size() - seen.placed();
    return new FleetStep(
        "bands",
        "one population against two: p "
            + Numbers.chance(seen.pTwo())
            + (seen.parts() > 1 ? "; two against three: p " + Numbers.chance(seen.pThree()) : "")
            + ", held to "
            + Numbers.significant(Found.LEVEL, 3)
            + (seen.parts() > 1 ? " and a fifth of it" : "")
            + (seen.parts() > 1
                ? "; "
                    + seen.parts()
                    + " groups, Ashman's D "
                    + Numbers.significant(seen.separation(), 3)
                : "; one group")
            + (outliers == 0 ? "" : "; " + Numbers.count(outliers, "outlier"))
            + "; Hartigan's dip, which decides nothing: p "
            + Numbers.chance(dip),
        "Johnson, 1949 (the single population); McLachlan, 1987 (the ratio of likelihoods, by"
            + " bootstrap); Ashman, Bird and Zepf, 1994 (D); Hartigan and Hartigan, 1985 (the"
            + " dip)");
  }
}
