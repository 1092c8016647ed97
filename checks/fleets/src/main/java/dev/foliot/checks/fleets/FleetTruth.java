package dev.foliot.checks.fleets;

import java.util.Map;

/**
 * What is true of a simulated fleet, and what the sample that was drawn is like: bars hold for
 * samples, since another draw of the same recipe may have fewer nodes in a band or bands closer
 * together.
 *
 * @param parts how many bands there are
 * @param bands node to band, by its longest lifetime; without sick nodes
 * @param smallest how many nodes the smallest band has
 * @param separation the least Ashman's D of neighbouring bands, of the nodes' centres as anyone
 *     would measure them who knew what load and time add; 0 where a band has fewer than two nodes,
 *     infinite for one band
 * @param explains what separates the bands
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
