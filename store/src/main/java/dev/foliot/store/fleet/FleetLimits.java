package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import org.jspecify.annotations.Nullable;

/**
 * What limits a verdict.
 *
 * @param objection why groups among the levels are none; null without such groups
 * @param loadEffect Cliff's delta between the loads of groups; null unless the load separates them
 * @param loadExplains whether the load explains most of the differences between nodes
 * @param idleShare the share of windows without load, which are left out, from 0 to 1
 * @param services the label by which the nodes are of several services; null for none
 * @param severalIn a group that has several levels itself, beyond the three groups that are told;
 *     null for none
 */
public record FleetLimits(
    @Nullable FleetObjection objection,
    @Nullable Double loadEffect,
    boolean loadExplains,
    double idleShare,
    @Nullable String services,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer severalIn) {
  /** Nothing does. */
  public static final FleetLimits NONE = new FleetLimits(null, null, false, 0, null, null);

  /** Checks that JSON can hold it. */
  public FleetLimits {
    Copies.finiteOrNull(loadEffect, "load_effect");
    Copies.finite(idleShare, "idle_share");
    services = services == null ? null : Copies.unicode(services);
  }
}
