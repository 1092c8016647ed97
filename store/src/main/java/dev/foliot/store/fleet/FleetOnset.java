package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import dev.foliot.store.explain.StopKind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of level of some nodes at the same time.
 *
 * @param kind whether it lasts
 * @param nodes that changed, the greatest change first; empty for all nodes
 * @param of the number of all nodes that were examined
 * @param time when, in common time
 * @param level before and after
 * @param restarted how many of these nodes restarted with the change
 * @param explanations what separates these nodes from the others
 */
public record FleetOnset(
    Kind kind,
    List<String> nodes,
    int of,
    @JsonUnwrapped Time time,
    @JsonUnwrapped Level level,
    int restarted,
    @JsonUnwrapped FleetExplanations explanations) {
  /** What kind of change. */
  public enum Kind {
    /** It lasts until the end of the data. */
    @JsonProperty("onset")
    ONSET,
    /** It ended within the data. */
    @JsonProperty("episode")
    EPISODE,
    /** These nodes change slowly and steadily. */
    @JsonProperty("drift")
    DRIFT,
    /** All nodes changed at once: another kind of work, or another version everywhere. */
    @JsonProperty("all")
    ALL
  }

  /**
   * When.
   *
   * @param fromUs the change, microseconds since 1970
   * @param fromLowUs the earliest time that fits
   * @param fromHighUs the latest time that fits
   * @param untilUs the change back; null for none
   */
  public record Time(long fromUs, long fromLowUs, long fromHighUs, @Nullable Long untilUs) {}

  /**
   * The level of these nodes.
   *
   * @param before the median over them, in the metric's unit
   * @param after the same after the change
   * @param cause what makes most of the change, where the metric is the time that watches saw lost;
   *     null if unknown
   */
  public record Level(
      double before,
      double after,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable StopKind cause) {
    /** Checks the numbers. */
    public Level {
      Copies.finite(before, "before");
      Copies.finite(after, "after");
    }
  }

  /** Keeps copies. */
  public FleetOnset {
    Objects.requireNonNull(kind, "kind");
    nodes = nodes.stream().map(Copies::unicode).toList();
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(explanations, "explanations");
  }

  /** The level after the change in units of that before; null where no ratio makes sense. */
  @JsonProperty("times")
  public @Nullable Double times() {
    return before() > 0 && after() > 0 ? (Double) (after() / before()) : null;
  }

  /** The level of these nodes before. */
  public double before() {
    return level.before();
  }

  /** The level of these nodes after the change. */
  public double after() {
    return level.after();
  }

  /** The same with the cause of most of the change. */
  public FleetOnset by(StopKind cause) {
    return new FleetOnset(
        kind, nodes, of, time, new Level(before(), after(), cause), restarted, explanations);
  }

  /** Whether some nodes changed at one time, and not all or slowly. */
  public boolean isOfSome() {
    return kind == Kind.ONSET || kind == Kind.EPISODE;
  }

  /** How many nodes changed. */
  public int changed() {
    return kind == Kind.ALL ? of : nodes.size();
  }
}
