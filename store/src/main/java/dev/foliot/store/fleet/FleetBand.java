package dev.foliot.store.fleet;

import dev.foliot.store.Copies;

/**
 * A group of nodes that behave similarly, and differ from the others.
 *
 * @param band its number, from 0 for the lowest centre
 * @param nodes number of nodes in it
 * @param share share of the nodes in all bands, from 0 to 1
 * @param shareLow the lower end of the share's 95 % interval (Clopper and Pearson)
 * @param shareHigh its upper end
 * @param center the median over its nodes, in the metric's unit
 * @param spread the standard deviation over its nodes, in the metric's unit, as fitted
 */
public record FleetBand(
    int band,
    int nodes,
    double share,
    double shareLow,
    double shareHigh,
    double center,
    double spread) {
  /** Checks that JSON can hold it. */
  public FleetBand {
    Copies.finite(share, "share");
    Copies.finite(shareLow, "share_low");
    Copies.finite(shareHigh, "share_high");
    Copies.finite(center, "center");
    Copies.finite(spread, "spread");
  }
}
