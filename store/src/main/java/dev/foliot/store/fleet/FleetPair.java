package dev.foliot.store.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A slow and a fast node to look into, as alike otherwise as the fleet has them.
 *
 * @param slow the name of the one that takes more
 * @param fast the name of the other
 * @param same the names of the labels that both have the same value of
 * @param loadRatio the load of the slow one divided by that of the other; null if unknown
 */
public record FleetPair(
    String slow,
    String fast,
    List<String> same,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double loadRatio) {
  /** Keeps copies. */
  public FleetPair {
    slow = Copies.unicode(slow);
    fast = Copies.unicode(fast);
    same = same.stream().map(Copies::unicode).toList();
  }
}
