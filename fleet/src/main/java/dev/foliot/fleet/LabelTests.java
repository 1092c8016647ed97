package dev.foliot.fleet;

import dev.foliot.stats.FisherExact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tests one label against the bands.
 *
 * <p>It tests each value that enough nodes have. If several values are mostly in the band, it also
 * tests their union. The union is chosen from the result, so its p-value is multiplied by the
 * number of possible sets.
 */
final class LabelTests {
  private static final int FEWEST_NODES = 3;
  private static final int MOST_VALUES = 50;

  private final String label;
  private final List<String> values;
  private final List<Integer> bands;
  private final Map<String, Integer> counts = new TreeMap<>();

  /**
   * The tests of a label.
   *
   * @param values of each examined node, empty where unknown
   * @param bands of the same nodes
   */
  LabelTests(String label, List<String> values, List<Integer> bands) {
    this.label = label;
    this.values = values;
    this.bands = bands;
    values.stream()
        .filter(value -> !value.isEmpty())
        .forEach(value -> counts.merge(value, 1, Integer::sum));
  }

  /** Why the label cannot be tested, such as {@code names the node}; null if it can. */
  @Nullable String leftOut() {
    int known = counts.values().stream().mapToInt(Integer::intValue).sum();
    if (counts.size() < 2) {
      return counts.isEmpty() ? "is not known of any node" : "is the same on all nodes";
    }
    if (frequent().isEmpty() || 2 * counts.size() > known) {
      return "names the node";
    }
    return counts.size() > MOST_VALUES ? "has more than " + MOST_VALUES + " values" : null;
  }

  /** The candidates for a band; several bands are tested in turn. */
  List<Candidate> candidates(int band, boolean two) {
    List<Candidate> candidates = new ArrayList<>();
    List<String> frequent = frequent();
    // the second of two values adds nothing
    List<String> tried = counts.size() == 2 ? frequent.subList(0, 1) : frequent;
    for (String value : tried) {
      Table table = table(band, value::equals);
      if (table.effect() >= 0) {
        candidates.add(candidate(band, value, table, 1, value::equals));
      } else if (counts.size() == 2) {
        String other = counts.keySet().stream().filter(v -> !v.equals(value)).findFirst().get();
        candidates.add(candidate(band, other, table(band, other::equals), 1, other::equals));
      } else if (two) {
        // with two bands, rarer in this one is more frequent in the other
        candidates.add(
            candidate(1 - band, value, table(1 - band, value::equals), 1, value::equals));
      }
    }
    addUnion(candidates, band, frequent);
    return candidates;
  }

  private void addUnion(List<Candidate> candidates, int band, List<String> frequent) {
    Set<String> mostly = new java.util.TreeSet<>();
    for (String value : frequent) {
      Table table = table(band, value::equals);
      if (2 * table.inside > table.inside + table.outside) {
        mostly.add(value);
      }
    }
    if (mostly.size() >= 2 && mostly.size() < counts.size()) {
      Table table = table(band, mostly::contains);
      double sets = Math.pow(2, frequent.size() - 1.0) - 1;
      candidates.add(candidate(band, String.join(", ", mostly), table, sets, mostly::contains));
    }
  }

  private List<String> frequent() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() >= FEWEST_NODES)
        .map(Map.Entry::getKey)
        .toList();
  }

  private Candidate candidate(
      int band, String value, Table table, double times, Predicate<String> has) {
    double p = FisherExact.pValue(table.inside, table.missed, table.outside, table.rest);
    return new Candidate(
        label,
        value,
        Candidate.LABEL,
        band,
        Math.max(0, table.effect()),
        table.riskRatio(),
        Math.clamp(p * times, 0, 1),
        values.stream()
            .map(one -> one.isEmpty() ? Double.NaN : has.test(one) ? 1.0 : 0.0)
            .toList());
  }

  private Table table(int band, Predicate<String> has) {
    int[] counts = new int[4];
    IntStream.range(0, values.size())
        .filter(i -> !values.get(i).isEmpty())
        .forEach(i -> counts[(bands.get(i) == band ? 0 : 2) + (has.test(values.get(i)) ? 0 : 1)]++);
    return new Table(counts[0], counts[1], counts[2], counts[3]);
  }

  /**
   * Counts of nodes by band and value.
   *
   * @param inside the band with the value
   * @param missed inside the band without it
   * @param outside the band with it
   * @param rest outside without it
   */
  private record Table(int inside, int missed, int outside, int rest) {
    /** The difference of shares, which is Cliff's delta for a binary value. */
    double effect() {
      return share(inside, missed) - share(outside, rest);
    }

    @Nullable Double riskRatio() {
      double without = share(missed, rest);
      return without > 0 ? share(inside, outside) / without : null;
    }

    private static double share(int yes, int no) {
      return yes + no == 0 ? 0 : (double) yes / (yes + no);
    }
  }
}
