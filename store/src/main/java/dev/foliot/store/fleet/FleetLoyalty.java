package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonValue;
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
 * @param verdict whether they do
 */
public record FleetLoyalty(
    @Nullable Double withinLifetime,
    int restarts,
    int changed,
    double expectedChanged,
    @Nullable Double pKept,
    Verdict verdict) {
  /** Whether nodes stay in their band. */
  public enum Verdict {
    /** Until a restart, which reassigns the band. */
    ANEW("drawn anew at a restart"),
    /** Over restarts too. */
    KEPT("kept over restarts"),
    /** Until a restart changes a label that explains the bands. */
    LABELLED("changed with a label at a restart"),
    /** Nearly every restart changes it, more often than by chance. */
    CHANGED("changed by restarts"),
    /** There is no restart in the data. */
    NONE("no restarts seen"),
    /** There are too few restarts. */
    TOO_FEW("too few restarts to tell");

    private final String shown;

    Verdict(String shown) {
      this.shown = shown;
    }

    /** The form for people and JSON: {@code kept over restarts}. */
    @JsonValue
    public String shown() {
      return shown;
    }
  }

  /** Checks that nothing is missing. */
  public FleetLoyalty {
    Copies.finiteOrNull(withinLifetime, "within_lifetime");
    Copies.finite(expectedChanged, "expected_changed");
    Copies.finiteOrNull(pKept, "p_kept");
    Objects.requireNonNull(verdict, "verdict");
  }
}
