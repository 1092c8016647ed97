package dev.foliot.fleet.explain;

import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.groups.Found;
import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Holm;
import dev.foliot.stats.RankCorrelation;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetInput;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The properties that separate the bands.
 *
 * <p>All labels and further metrics are tested. The ones with significant and large effects are
 * kept; equivalent ones are reported once. Labels explain; metrics only go with the bands. Fisher,
 * "The Design of Experiments", 1935; Mann and Whitney, 1947; Cliff, "Dominance Statistics", 1993;
 * Holm, 1979.
 *
 * @param found what separates the bands
 * @param labels the names of all labels that do, those that say the same included
 * @param step a description of the tests
 */
public record Explanations(FleetExplanations found, Set<String> labels, FleetStep step) {
  private static final double LEVEL = 0.01;
  private static final double LEAST_EFFECT = 0.5;

  /** More strongly correlated metrics are reported as one. */
  private static final double ALIKE_METRICS = 0.8;

  /** Labels with almost the same partition of the nodes. */
  private static final double ALIKE_LABELS = 0.95;

  /** Two labels together have to separate a band this much better than either, and nearly all. */
  private static final double BETTER = 0.1;

  private static final double MOSTLY = 0.9;

  private static final String CHANGES = "changes within lifetimes";

  private static final Pattern NAME = Pattern.compile("\"[^\"]*\"|[\\p{L}_][\\p{L}\\p{N}_.:]*");

  /**
   * Tests all properties of the nodes in bands.
   *
   * @param loads of each lifetime, compared with the others at the same time
   */
  public static Explanations of(
      FleetSums sums, FleetInput input, Centres centres, Found found, double[] loads) {
    return new Trial(sums, input, centres, found, loads).explain();
  }

  /** One pass over all known properties of the nodes in bands. */
  private static final class Trial {
    private final FleetSums sums;
    private final FleetInput input;
    private final Found found;
    private final double[] loads;
    private final int[] lifetimes;
    private final List<Integer> bands;
    private final int[] targets;
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final Set<String> triedLabels = new HashSet<>();

    Trial(FleetSums sums, FleetInput input, Centres centres, Found found, double[] loads) {
      this.loads = loads;
      this.sums = sums;
      this.input = input;
      this.found = found;
      int[] nodes =
          IntStream.range(0, found.bandOf().size())
              .filter(k -> found.bandOf().get(k) >= 0)
              .toArray();
      lifetimes = IntStream.of(nodes).map(centres::lifetime).toArray();
      bands = IntStream.of(nodes).mapToObj(found.bandOf()::get).toList();
      targets =
          found.parts() == 2
              ? new int[] {found.smallest()}
              : IntStream.range(0, found.parts()).toArray();
    }

    Explanations explain() {
      tryLabels();
      int labels = candidates.size();
      tryMetrics();
      double[] p = candidates.stream().mapToDouble(Candidate::p).toArray();
      double[] adjusted = Holm.adjust(p);
      List<Integer> kept =
          IntStream.range(0, p.length)
              .filter(i -> adjusted[i] < LEVEL && candidates.get(i).effect() >= LEAST_EFFECT)
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingDouble(i -> -candidates.get(i).effect())
                      .thenComparingDouble(i -> adjusted[i])
                      .thenComparing(i -> i))
              .toList();
      List<FleetExplanation> list = joined(grouped(kept, adjusted), kept);
      return new Explanations(
          new FleetExplanations(
              list.stream().filter(FleetExplanation::tellsLabel).toList(),
              list.stream().filter(one -> !one.tellsLabel()).toList(),
              !triedLabels.isEmpty(),
              list.isEmpty() ? almost(adjusted) : null),
          kept.stream()
              .map(candidates::get)
              .filter(one -> one.kind() == FleetExplanation.Kind.LABEL)
              .map(Candidate::label)
              .collect(Collectors.toSet()),
          step(list, labels, p.length - labels));
    }

    /**
     * Puts two labels together where only nodes with both are in the band: neither is a cause of
     * its own.
     */
    private List<FleetExplanation> joined(List<FleetExplanation> list, List<Integer> kept) {
      List<FleetExplanation> joined = new ArrayList<>(list);
      for (FleetExplanation a : list) {
        for (FleetExplanation b : list) {
          boolean pair = list.indexOf(a) < list.indexOf(b) && a.band() == b.band();
          if (pair && a.tellsLabel() && b.tellsLabel() && joined.containsAll(List.of(a, b))) {
            FleetExplanation both = both(a, b, profile(a, kept), profile(b, kept));
            if (both != null) {
              joined.set(joined.indexOf(a), both);
              joined.remove(b);
            }
          }
        }
      }
      return joined;
    }

    private List<Double> profile(FleetExplanation one, List<Integer> kept) {
      return kept.stream()
          .map(candidates::get)
          .filter(other ->
              other.label().equals(one.label())
                  && other.value().equals(one.value())
                  && other.band() == one.band())
          .findFirst()
          .map(Candidate::profile)
          .orElse(List.of());
    }

    /** Both labels as one; null unless that separates the band better than each alone. */
    private @Nullable FleetExplanation both(
        FleetExplanation a, FleetExplanation b, List<Double> hasA, List<Double> hasB) {
      int[] counts = new int[4];
      for (int i = 0; i < Math.min(hasA.size(), hasB.size()); i++) {
        boolean has = hasA.get(i) == 1 && hasB.get(i) == 1;
        counts[(bands.get(i) == a.band() ? 0 : 2) + (has ? 0 : 1)]++;
      }
      double inside = (double) counts[0] / Math.max(1, counts[0] + counts[1]);
      double outside = (double) counts[2] / Math.max(1, counts[2] + counts[3]);
      double effect = inside - outside;
      return inside < MOSTLY || effect < Math.max(a.effect(), b.effect()) + BETTER
          ? null
          : new FleetExplanation(
              a.label() + " and " + b.label(),
              a.value() + " and " + b.value(),
              FleetExplanation.Kind.LABEL,
              a.band(),
              effect,
              null,
              Math.max(a.pAdjusted(), b.pAdjusted()),
              Stream.concat(a.alike().stream(), b.alike().stream()).toList());
    }

    /** A label that is significant alone, but not among all tests. */
    private @Nullable FleetExplanation almost(double[] adjusted) {
      for (int i = 0; i < adjusted.length; i++) {
        Candidate one = candidates.get(i);
        if (one.kind() == FleetExplanation.Kind.LABEL && one.effect() == 1 && one.p() < LEVEL) {
          return one.adjusted(adjusted[i], List.of());
        }
      }
      return null;
    }

    private void tryLabels() {
      for (int label = 0; label < sums.labels().size(); label++) {
        int number = label;
        String name = sums.labels().get(label);
        LabelTests tests =
            new LabelTests(
                name, IntStream.of(lifetimes).mapToObj(i -> label(number, i)).toList(), bands);
        String leftOut = tests.leftOut();
        if (leftOut != null) {
          this.leftOut.add(Texts.quote(name) + " " + (varies(label) ? CHANGES : leftOut));
          continue;
        }
        triedLabels.add(name);
        for (int target : targets) {
          candidates.addAll(tests.candidates(target, found.parts() == 2));
        }
      }
    }

    private boolean varies(int label) {
      return IntStream.of(lifetimes)
          .anyMatch(lifetime -> sums.label(label, lifetime).equals(FleetSums.VARIES));
    }

    /** The label's value; unknown if it changes within a lifetime. */
    private String label(int label, int lifetime) {
      String value = sums.label(label, lifetime);
      return value.equals(FleetSums.VARIES) ? "" : value;
    }

    private void tryMetrics() {
      List<String> parts = namesIn(input.columns().metric());
      for (int other = 0; other < sums.others().size(); other++) {
        int number = other;
        String name = sums.others().get(other);
        if (parts.contains(name)) {
          leftOut.add(Texts.quote(name) + " is part of the metric");
          continue;
        }
        if (triedLabels.contains(name)) {
          // a constant with few values: it says more as a label
          continue;
        }
        tryMetric(name, IntStream.of(lifetimes).mapToDouble(i -> sums.other(number, i)).toArray());
      }
      String load = input.columns().load();
      if (sums.hasLoad() && load != null && !sums.others().contains(load)) {
        tryMetric(load, IntStream.of(lifetimes).mapToDouble(i -> loads[i]).toArray());
      }
    }

    private void tryMetric(String name, double[] values) {
      for (int target : targets) {
        MetricTests.candidate(name, values, bands, target).ifPresent(candidates::add);
      }
    }

    /** Reports each with the strongest correlated one. */
    private List<FleetExplanation> grouped(List<Integer> kept, double[] adjusted) {
      List<Integer> heads = new ArrayList<>();
      List<List<String>> alike = new ArrayList<>();
      for (int i : kept) {
        int head = head(heads, i);
        if (head < 0) {
          heads.add(i);
          alike.add(new ArrayList<>());
        } else {
          String name = name(candidates.get(i));
          boolean told = name.equals(name(candidates.get(heads.get(head))));
          if (!told && !alike.get(head).contains(name)) {
            alike.get(head).add(name);
          }
        }
      }
      return IntStream.range(0, heads.size())
          .mapToObj(
              h -> candidates.get(heads.get(h)).adjusted(adjusted[heads.get(h)], alike.get(h)))
          .toList();
    }

    private int head(List<Integer> heads, int i) {
      Candidate one = candidates.get(i);
      for (int head = 0; head < heads.size(); head++) {
        Candidate other = candidates.get(heads.get(head));
        boolean sameKind = other.kind() == one.kind();
        // further values of a label for the same band are weaker forms of one result
        boolean sameLabel = other.label().equals(one.label()) && other.band() == one.band();
        if (sameKind && (sameLabel || together(one, other))) {
          return head;
        }
      }
      return -1;
    }

    private static String name(Candidate candidate) {
      return candidate.kind() == FleetExplanation.Kind.LABEL
          ? candidate.label() + " = " + candidate.value()
          : candidate.label();
    }

    private FleetStep step(List<FleetExplanation> list, int labels, int metrics) {
      return new FleetStep(
          FleetStep.Name.EXPLANATIONS,
          "tried "
              + Numbers.count(labels, "value")
              + " of labels (Fisher's exact test; several values by permutation) and "
              + Numbers.count(metrics, "comparison")
              + " of other metrics (Mann and Whitney), adjusted by Holm: "
              + (list.isEmpty()
                  ? "none"
                  : list.size() + " after those that say the same are put together")
              + " with p below "
              + Numbers.significant(LEVEL, 3)
              + " and an effect of "
              + Numbers.significant(LEAST_EFFECT, 3)
              + " or more"
              + (leftOut.isEmpty() ? "" : "; not tried: " + Texts.list(leftOut)));
    }
  }

  private static boolean together(Candidate a, Candidate b) {
    int[] known =
        IntStream.range(0, a.profile().size())
            .filter(i -> !a.profile().get(i).isNaN() && !b.profile().get(i).isNaN())
            .toArray();
    double rank =
        RankCorrelation.spearman(
            IntStream.of(known).mapToDouble(i -> a.profile().get(i)).toArray(),
            IntStream.of(known).mapToDouble(i -> b.profile().get(i)).toArray());
    return Math.abs(rank)
        >= (a.kind() == FleetExplanation.Kind.LABEL ? ALIKE_LABELS : ALIKE_METRICS);
  }

  /** The columns in a metric. */
  static List<String> namesIn(String metric) {
    return NAME.matcher(metric)
        .results()
        .map(name -> name.group().startsWith("\"") ? unquoted(name.group()) : name.group())
        .toList();
  }

  private static String unquoted(String name) {
    return name.substring(1, name.length() - 1);
  }
}
