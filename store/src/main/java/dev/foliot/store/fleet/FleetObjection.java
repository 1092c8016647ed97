package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.foliot.store.Copies;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why groups among the levels of nodes are none.
 *
 * @param kind the reason
 * @param gap what lies between the groups, in the metric's unit; null unless the load is the reason
 * @param curveError what a slightly wrong curve of the load would leave, likewise
 */
public record FleetObjection(Kind kind, @Nullable Double gap, @Nullable Double curveError) {
  /** The reasons. */
  public enum Kind {
    /** The load separates them, and the error of its curve could be their gap. */
    @JsonProperty("load")
    LOAD,
    /** Odd and even windows disagree on who is in which. */
    @JsonProperty("noise")
    NOISE,
    /** Nodes change from one to the other without a restart. */
    @JsonProperty("change")
    CHANGE
  }

  /** Checks that JSON can hold it. */
  public FleetObjection {
    Objects.requireNonNull(kind, "kind");
    Copies.finiteOrNull(gap, "gap");
    Copies.finiteOrNull(curveError, "curve_error");
  }

  /** An objection without figures. */
  public static FleetObjection of(Kind kind) {
    return new FleetObjection(kind, null, null);
  }
}
