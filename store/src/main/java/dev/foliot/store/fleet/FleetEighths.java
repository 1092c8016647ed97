package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import java.util.List;

/**
 * Which eighths the smaller band's share may be: of 64 bytes a cache line has eight places for a
 * pointer. A hint, never part of the verdict.
 *
 * @param consistentK each k from 1 to 7 whose k/8 lies in the share's interval
 * @param expectedByChance the chance that an interval as wide has at least one of them, wherever
 *     its share lies
 */
public record FleetEighths(List<Integer> consistentK, double expectedByChance) {
  /** Keeps copies. */
  public FleetEighths {
    consistentK = List.copyOf(consistentK);
    Copies.finite(expectedByChance, "expected_by_chance");
  }

  /** Whether it says anything: not where nearly every interval as wide would have one. */
  public boolean hints() {
    return expectedByChance < 0.9;
  }
}
