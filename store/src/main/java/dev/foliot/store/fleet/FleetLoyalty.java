package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether nodes stay in their band.
 *
 * @param withinLifetime share of windows with a lifetime in its own band; null with one window
 * @param restarts number of restarts with a comparable lifetime before and after
 * @param changed number of restarts with a change of band
 * @param expectedChanged expected number of changes if each restart reassigned the band
 * @param pKept the probability of at most that number of changes under reassignment; null without
 *     restarts
 * @param verdict {@code drawn anew at a restart}, {@code kept over restarts}, {@code changed with a
 *     label at a restart}, {@code changed by restarts}, {@code no restarts seen} or {@code too few
 *     restarts to tell}
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
