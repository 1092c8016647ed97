package dev.foliot.judgement.compare;

import dev.foliot.store.Arm;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.ComparisonRecord;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Compares the arms of one run: each later JDK with the first, and each later task with the first,
 * at the same values of the other parameters. Stateless.
 */
public final class ArmComparisons {
  private ArmComparisons() {}

  /**
   * The comparisons of one arm, rate by rate; none of a search for a rate.
   *
   * @param arm its index, from 0
   * @param store the folder of the store, for the records
   */
  public static List<ComparisonRecord> of(
      StoredRun stored, int arm, Comparer comparer, Path store) {
    RunRecord run = stored.run();
    int base = base(arm, run.arms().stream().map(Arm::params).toList());
    return base == arm || run.rateSearch() != null
        ? List.of()
        : IntStream.range(0, run.loads().size())
            .mapToObj(load ->
                comparer.compare(Side.of(stored, base, load), Side.of(stored, arm, load), store))
            .toList();
  }

  /** The same on the first JDK, or else the first task with the same values; itself for none. */
  private static int base(int arm, List<Map<String, String>> params) {
    int ofJdk = params.indexOf(params.get(arm));
    return ofJdk < arm
        ? ofJdk
        : IntStream.range(0, arm)
            .filter(other ->
                params.get(arm).containsKey(Arm.CLASS)
                    && values(params.get(other)).equals(values(params.get(arm))))
            .findFirst()
            .orElse(arm);
  }

  private static Map<String, String> values(Map<String, String> params) {
    Map<String, String> values = new HashMap<>(params);
    values.remove(Arm.CLASS);
    return values;
  }
}
