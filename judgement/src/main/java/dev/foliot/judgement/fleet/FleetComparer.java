package dev.foliot.judgement.fleet;

import dev.foliot.stats.BinomialInterval;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetComparison;
import dev.foliot.store.fleet.FleetComparison.Group;
import dev.foliot.store.fleet.FleetComparison.Interval;
import dev.foliot.store.fleet.FleetComparison.Moved;
import dev.foliot.store.fleet.FleetComparison.Moves;
import dev.foliot.store.fleet.FleetComparison.Nodes;
import dev.foliot.store.fleet.FleetComparison.Sides;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Compares a fleet with itself at another time.
 *
 * <p>Shares have exact binomial intervals. What a group's nodes take after, by what they took
 * before, is the ratio of medians over the nodes that both sides have; its interval is of
 * percentiles of a bootstrap over these nodes. Efron and Tibshirani, "An Introduction to the
 * Bootstrap", 1993.
 */
public final class FleetComparer {
  private static final int RESAMPLES = 2000;
  private static final double LEVEL = 0.95;
  private static final int FEWEST = 3;

  private final FleetRecord a;
  private final FleetRecord b;
  private final Map<String, Double> before;
  private final Map<String, Double> after;
  private final SplittableRandom random;

  private FleetComparer(FleetRecord a, FleetRecord b, long seed) {
    this.a = a;
    this.b = b;
    this.before = nodes(a);
    this.after = nodes(b);
    this.random = new SplittableRandom(seed);
  }

  /**
   * Compares two fleets.
   *
   * @param nameA the name of the run before
   * @param nameB the name of the run after
   * @param seed of the bootstrap
   * @throws FoliotException if they have different metrics, or no node in common
   */
  public static FleetComparison compare(
      String nameA, FleetRecord a, String nameB, FleetRecord b, long seed) {
    if (!a.metric().equals(b.metric())) {
      throw FoliotException.usage(
          "%s is about '%s', and %s about '%s': analyse both with one --metric"
              .formatted(nameA, Shown.text(a.metric()), nameB, Shown.text(b.metric())));
    }
    return new FleetComparer(a, b, seed).compare(nameA, nameB);
  }

  /** What each node takes, without the load's effect. */
  private static Map<String, Double> nodes(FleetRecord fleet) {
    Map<String, Double> nodes = new LinkedHashMap<>();
    for (FleetPlots.Dot dot : fleet.plots().dots()) {
      nodes.put(dot.node(), dot.after());
    }
    return nodes;
  }

  private FleetComparison compare(String nameA, String nameB) {
    List<String> both = before.keySet().stream().filter(after::containsKey).toList();
    if (both.isEmpty()) {
      throw FoliotException.usage(
          "%s and %s have no node in common: compare runs of one fleet, with one --node"
              .formatted(nameA, nameB));
    }
    boolean sameGroups = a.bands().size() == b.bands().size();
    boolean rowsOfB = b.bands().size() > a.bands().size();
    List<Group> groups = new ArrayList<>();
    for (FleetBand band : (rowsOfB ? b : a).bands()) {
      groups.add(group(band, rowsOfB, sameGroups, both));
    }
    List<Moved> moved = new ArrayList<>();
    int placed = 0;
    if (sameGroups) {
      for (Map.Entry<String, Integer> one : a.groups().places().assignments().entrySet()) {
        Integer to = b.groups().places().assignments().get(one.getKey());
        placed += to == null ? 0 : 1;
        if (to != null && !to.equals(one.getValue())) {
          moved.add(new Moved(one.getKey(), one.getValue(), to));
        }
      }
    }
    Interval share = placed == 0 ? null : share(moved.size(), placed);
    return new FleetComparison(
        FleetComparison.SCHEMA,
        new Sides(
            nameA, nameB, a.metric(), a.verdict(), b.verdict(), a.bands().size(), b.bands().size()),
        rowsOfB ? "b" : FleetComparison.BEFORE,
        groups,
        new Nodes(
            both.size(),
            before.size() - both.size(),
            after.size() - both.size(),
            before.size() < a.finding().nodes() || after.size() < b.finding().nodes()),
        new Moves(moved, placed, share));
  }

  private Group group(FleetBand band, boolean ofB, boolean sameGroups, List<String> both) {
    Map<String, Integer> assignments = (ofB ? b : a).groups().places().assignments();
    boolean single = (ofB ? b : a).bands().size() == 1;
    List<String> nodes =
        both.stream()
            .filter(node -> single || Integer.valueOf(band.band()).equals(assignments.get(node)))
            .toList();
    double[] earlier = nodes.stream().mapToDouble(before::get).toArray();
    double[] later = nodes.stream().mapToDouble(after::get).toArray();
    FleetBand other = sameGroups ? b.bands().get(band.band()) : null;
    FleetBand inA = ofB ? null : band;
    FleetBand inB = ofB ? band : other;
    return new Group(
        band.band(),
        band.nodes(),
        inA == null ? null : new Interval(inA.share(), inA.shareLow(), inA.shareHigh()),
        inB == null ? null : new Interval(inB.share(), inB.shareLow(), inB.shareHigh()),
        nodes.size(),
        nodes.isEmpty() ? null : Median.of(earlier),
        nodes.isEmpty() ? null : Median.of(later),
        ratio(earlier, later));
  }

  private static Interval share(int count, int of) {
    double[] ends = BinomialInterval.of(count, of, LEVEL);
    return new Interval((double) count / of, ends[0], ends[1]);
  }

  private @Nullable Interval ratio(double[] earlier, double[] later) {
    int n = earlier.length;
    if (n < FEWEST || !(Median.of(earlier) > 0)) {
      return null;
    }
    double[] ratios = new double[RESAMPLES];
    double[] from = new double[n];
    double[] to = new double[n];
    for (int r = 0; r < RESAMPLES; r++) {
      for (int i = 0; i < n; i++) {
        int node = random.nextInt(n);
        from[i] = earlier[node];
        to[i] = later[node];
      }
      ratios[r] = Median.of(to) / Median.of(from);
    }
    Arrays.sort(ratios);
    int tail = (int) Math.floor(RESAMPLES * (1 - LEVEL) / 2);
    double low = ratios[tail];
    double high = ratios[RESAMPLES - 1 - tail];
    return Double.isFinite(low) && Double.isFinite(high)
        ? new Interval(Median.of(later) / Median.of(earlier), low, high)
        : null;
  }
}
