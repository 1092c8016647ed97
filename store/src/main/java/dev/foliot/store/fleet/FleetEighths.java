package dev.foliot.store.fleet;

import dev.foliot.store.Copies;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The eighths that the smaller band's share may be: a cache line of 64 bytes has eight places for a
 * pointer. A hint, never part of the verdict.
 *
 * @param consistentK each k from 1 to 7 with k/8 in the share's interval
 * @param expectedByChance the probability that an interval of this width contains at least one, for
 *     any share
 */
public record FleetEighths(List<Integer> consistentK, double expectedByChance) {
  /** Keeps copies. */
  public FleetEighths {
    consistentK = List.copyOf(consistentK);
    Copies.finite(expectedByChance, "expected_by_chance");
  }

  /** Whether it is informative: not if nearly every interval of this width contains an eighth. */
  public boolean hints() {
    return expectedByChance < 0.9;
  }

  /** Which eighths are in the interval, how likely that is by chance, and what it says. */
  public String words() {
    return (consistentK.isEmpty()
            ? "none"
            : consistentK.stream().map(k -> k + "/8").collect(Collectors.joining(", ")))
        + " in the interval of the smallest group's share; an interval as wide has one by chance in"
        + " "
        + Numbers.percent(expectedByChance, 1)
        + " of cases: "
        + (hints() ? "a hint at a lottery of addresses" : "so that says nothing here")
        + ", no part of the verdict";
  }
}
