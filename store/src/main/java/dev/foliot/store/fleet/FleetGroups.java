package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a fleet.
 *
 * @param bands lowest centre first; a single one for {@code one-band}
 * @param separation the least Ashman's D of neighbouring bands; null for one
 * @param dipP the p-value of Hartigan's dip, which decides nothing; null for too few nodes
 * @param eighths only for bands, otherwise null
 * @param loyalty only for bands, otherwise null
 * @param explanations what separates the bands
 * @param places which nodes are where
 */
public record FleetGroups(
    List<FleetBand> bands,
    @Nullable Double separation,
    @Nullable Double dipP,
    @Nullable FleetEighths eighths,
    @Nullable FleetLoyalty loyalty,
    @JsonUnwrapped FleetExplanations explanations,
    @JsonUnwrapped FleetPlaces places) {
  /** Keeps copies. */
  public FleetGroups {
    bands = List.copyOf(bands);
    Copies.finiteOrNull(separation, "separation");
    Copies.finiteOrNull(dipP, "dip_p");
    Objects.requireNonNull(explanations, "explanations");
    Objects.requireNonNull(places, "places");
  }
}
