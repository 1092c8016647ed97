package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether nodes keep to their band.
 *
 * @param withinLifetime the share of windows in which a lifetime is in its own band; null with one
 *     window
 * @param restarts how often a node's next lifetime could be compared with the one before
 * @param changed how often it was in another band
 * @param expectedChanged how often it would be, were the band drawn anew each time
 * @param pKept the chance of so few changes or fewer, were it drawn anew; null without restarts
 * @param verdict {@code drawn anew at a restart}, {@code kept over restarts}, {@code no restarts
 *     seen} or {@code too few restarts to tell}
 */
public record FleetLoyalty(
    @Nullable Double withinLifetime,
    int restarts,
    int changed,
    double expectedChanged,
    @Nullable Double pKept,
    String verdict) {
  /** Checks that nothing is missing. */
  public FleetLoyalty {
    Copies.finiteOrNull(withinLifetime, "within_lifetime");
    Copies.finite(expectedChanged, "expected_changed");
    Copies.finiteOrNull(pKept, "p_kept");
    Objects.requireNonNull(verdict, "verdict");
  }
}
