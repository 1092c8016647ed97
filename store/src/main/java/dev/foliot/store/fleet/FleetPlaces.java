package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes are where.
 *
 * @param assignments band by node, from its longest lifetime; nodes without a band are absent
 * @param outliers nodes far from all bands
 * @param typical for each band the node that is nearest to its centre
 * @param members all nodes with a level, in order of their names
 * @param pair a slow and a fast node that are alike otherwise; null where there are no groups
 */
public record FleetPlaces(
    Map<String, Integer> assignments,
    List<String> outliers,
    List<String> typical,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FleetMember> members,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable FleetPair pair) {
  /** Keeps copies. */
  public FleetPlaces {
    assignments = Copies.ordered(assignments);
    outliers = outliers.stream().map(Copies::unicode).toList();
    typical = typical.stream().map(Copies::unicode).toList();
    members = members == null ? List.of() : List.copyOf(members); // older files have none
  }
}
