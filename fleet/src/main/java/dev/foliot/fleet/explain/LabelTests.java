package dev.foliot.fleet.explain;

import dev.foliot.stats.FisherExact;
import dev.foliot.store.fleet.FleetExplanation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tests one label against the bands.
 *
 * <p>Each value that enough nodes have is tested alone, if there are not too many. The label as a
 * whole is tested by eta squared, the share of the membership's variance between its values [1].
 * Its p-value comes from permutations of the nodes, so that the number of values does not matter
 * [2]. Beyond the permutations the tail is exponential [3]. Its effect is corrected for what so
 * many values explain by chance [1].
 *
 * <p>[1] Kelley, "An Unbiased Correlation Ratio Measure", PNAS 21, 1935. [2] Besag and Clifford,
 * "Sequential Monte Carlo p-values", Biometrika 78, 1991. [3] Knijnenburg and others, "Fewer
 * permutations, more accurate P-values", Bioinformatics 25, 2009.
 */
final class LabelTests {
  private static final int FEWEST_NODES = 3;

  /** More values are tested as a whole only. */
  private static final int MOST_VALUES = 50;

  private static final int MOST_NAMED = 8;
  private static final int PERMUTATIONS = 9_999;
  private static final int FEWEST_PERMUTATIONS = 999;
  private static final double MOST_WORK = 2e7;
  private static final int ENOUGH = 20;
  private static final int TAIL = 100;

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
    return 2 * counts.size() > known ? "names the node" : null;
  }

  /** The candidates for a band; several bands are tested in turn. */
  List<Candidate> candidates(int band, boolean two) {
    List<Candidate> candidates = new ArrayList<>();
    List<String> frequent = counts.size() > MOST_VALUES ? List.of() : frequent();
    // the second of two values adds nothing
    List<String> tried =
        counts.size() == 2 && !frequent.isEmpty() ? frequent.subList(0, 1) : frequent;
    for (String value : tried) {
      Table table = table(band, value::equals);
      if (table.effect() >= 0) {
        candidates.add(candidate(band, value, table, value::equals));
      } else if (counts.size() == 2) {
        String other = counts.keySet().stream().filter(v -> !v.equals(value)).findFirst().get();
        candidates.add(candidate(band, other, table(band, other::equals), other::equals));
      } else if (two) {
        // with two bands, rarer in this one is more frequent in the other
        candidates.add(candidate(1 - band, value, table(1 - band, value::equals), value::equals));
      }
    }
    if (counts.size() > 2) {
      whole(band).ifPresent(candidates::add);
    }
    return candidates;
  }

  /** The label as a whole; empty if no value is mostly in the band. */
  private Optional<Candidate> whole(int band) {
    List<String> names = List.copyOf(counts.keySet());
    int[] valueOf =
        values.stream().filter(value -> !value.isEmpty()).mapToInt(names::indexOf).toArray();
    int[] sizes = names.stream().mapToInt(name -> counts.getOrDefault(name, 0)).toArray();
    int[] inBand = new int[names.size()];
    int inside = 0;
    for (int i = 0; i < values.size(); i++) {
      if (!values.get(i).isEmpty() && bands.get(i) == band) {
        inBand[names.indexOf(values.get(i))]++;
        inside++;
      }
    }
    Set<String> mostly = new TreeSet<>();
    for (int v = 0; v < inBand.length; v++) {
      if (2 * inBand[v] > sizes[v]) {
        mostly.add(names.get(v));
      }
    }
    int fewest = names.size() > MOST_VALUES ? 1 : 2;
    if (mostly.size() < fewest || mostly.size() == names.size()) {
      return Optional.empty();
    }
    double share = (double) inside / valueOf.length;
    double eta = (between(inBand, sizes) / inside - share) / (1 - share);
    double free = (double) (valueOf.length - 1) / (valueOf.length - names.size());
    double effect = Math.sqrt(Math.max(0, 1 - (1 - eta) * free));
    return Optional.of(
        new Candidate(
            label,
            named(mostly),
            FleetExplanation.Kind.LABEL,
            band,
            effect,
            null,
            permuted(valueOf, sizes, inBand, inside),
            profile(mostly::contains)));
  }

  private static String named(Set<String> values) {
    int left = values.size() - MOST_NAMED;
    return values.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
        + (left > 0 ? " and " + left + " more" : "");
  }

  /** Eta squared grows with this sum, and with nothing else under permutation. */
  private static double between(int[] inBand, int[] sizes) {
    double sum = 0;
    for (int v = 0; v < sizes.length; v++) {
      sum += (double) inBand[v] * inBand[v] / sizes[v];
    }
    return sum;
  }

  private static double permuted(int[] valueOf, int[] sizes, int[] inBand, int inside) {
    double observed = between(inBand, sizes) * (1 - 1e-12);
    int most = (int) Math.clamp(MOST_WORK / valueOf.length, FEWEST_PERMUTATIONS, PERMUTATIONS);
    double[] drawn = new double[most];
    SplittableRandom random = new SplittableRandom(valueOf.length);
    int[] shuffled = valueOf.clone();
    int exceeding = 0;
    for (int draw = 0; draw < most; draw++) {
      int[] now = new int[sizes.length];
      for (int i = 0; i < inside; i++) {
        int other = i + random.nextInt(shuffled.length - i);
        int value = shuffled[other];
        shuffled[other] = shuffled[i];
        shuffled[i] = value;
        now[value]++;
      }
      drawn[draw] = between(now, sizes);
      exceeding += drawn[draw] >= observed ? 1 : 0;
      if (exceeding == ENOUGH) {
        return (double) ENOUGH / (draw + 1);
      }
    }
    if (exceeding > 0) {
      return (exceeding + 1.0) / (most + 1);
    }
    Arrays.sort(drawn);
    double threshold = drawn[most - TAIL - 1];
    double mean = Arrays.stream(drawn, most - TAIL, most).average().orElse(0) - threshold;
    double beyond = mean > 0 ? Math.exp(-(observed - threshold) / mean) : 0;
    return Math.clamp((TAIL + 1.0) / (most + 1) * beyond, Double.MIN_NORMAL, 1);
  }

  private List<String> frequent() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() >= FEWEST_NODES)
        .map(Map.Entry::getKey)
        .toList();
  }

  private Candidate candidate(int band, String value, Table table, Predicate<String> has) {
    double p = FisherExact.pValue(table.inside, table.missed, table.outside, table.rest);
    return new Candidate(
        label,
        value,
        FleetExplanation.Kind.LABEL,
        band,
        Math.max(0, table.effect()),
        table.riskRatio(),
        Math.clamp(p, 0, 1),
        profile(has));
  }

  private List<Double> profile(Predicate<String> has) {
    return values.stream()
        .map(one -> one.isEmpty() ? Double.NaN : has.test(one) ? 1.0 : 0.0)
        .toList();
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
