package dev.foliot.checks.fleets;

import java.util.Map;

/**
 * The truth of a simulated fleet and the properties of its random sample.
 *
 * <p>Bars apply to samples, because another sample of the same recipe may have fewer nodes in a
 * band, or closer bands.
 *
 * @param parts the number of bands
 * @param bands node to band, by its longest lifetime; without outliers
 * @param smallest the number of nodes in the smallest band
 * @param separation the least Ashman's D of neighbouring bands, of the nodes' medians with load and
 *     time removed exactly; 0 for a band with fewer than two nodes, infinite for one band
 * @param explains the property that separates the bands
 */
record FleetTruth(
    int parts,
    Map<String, Integer> bands,
    int smallest,
    double separation,
    FleetRecipe.Explains explains) {
  FleetTruth {
    bands = Map.copyOf(bands);
  }
}
