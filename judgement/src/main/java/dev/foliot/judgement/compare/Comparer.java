package dev.foliot.judgement.compare;

import dev.foliot.stats.Change;
import dev.foliot.stats.Comparison;
import dev.foliot.stats.Median;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.text.FoliotException;
import dev.foliot.text.RunReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Compares the response times of two sides, percentile by percentile.
 *
 * <p>Each fork counts once, with its own percentile: forks are the unit of replication. A
 * percentile is compared only if the forks of each side together have ten episodes beyond it. A
 * fork with too few of them counts as well: the spread between forks shows the resulting error, and
 * a selection of forks would be biased by their noise.
 */
public final class Comparer {
  /** The default percentile that decides. */
  public static final String USUAL_PRIMARY = "p99";

  /** The default share below which a difference does not matter. */
  public static final double USUAL_MARGIN = 0.05;

  private static final double LARGEST_MARGIN = 1;
  private static final double SECOND_NS = 1e9;

  private final String primary;
  private final double margin;

  /**
   * Creates a comparer.
   *
   * @param primary the percentile that decides, such as {@code p99.9}
   * @param margin below which a difference does not matter: above 0, at most 1, 0.05 for 5 %
   * @throws FoliotException if either is invalid
   */
  public Comparer(String primary, double margin) {
    this.primary = primary.replace('.', '_');
    this.margin = margin;
    if (!Percentiles.NAMES.contains(this.primary)) {
      throw FoliotException.usage(
          "--primary must be one of p50, p90, p99, p99.9 and p99.99, not " + primary);
    }
    if (!(margin > 0 && margin <= LARGEST_MARGIN)) {
      throw FoliotException.usage("--margin must be above 0 % and at most 100 %");
    }
  }

  String primary() {
    return primary;
  }

  double margin() {
    return margin;
  }

  /**
   * The comparison.
   *
   * @param a the base
   * @param b the side to judge
   * @param store the folder of the store, for the record
   */
  public ComparisonRecord compare(BaselineRecord a, BaselineRecord b, Path store) {
    List<Comparison.Pair> pairs = new ArrayList<>();
    for (String name : Percentiles.NAMES) {
      pairs.add(new Comparison.Pair(values(a, name), values(b, name)));
    }
    List<Comparison.Result> results =
        Comparison.of(pairs, Percentiles.NAMES.indexOf(primary), margin);
    List<ComparisonRecord.Percentile> percentiles = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      String name = Percentiles.NAMES.get(i);
      Comparison.Pair pair = pairs.get(i);
      boolean both = pair.a().length > 0 && pair.b().length > 0;
      percentiles.add(percentile(name, results.get(i), pair, both ? null : lacking(name, a, b)));
    }
    ComparisonRecord.Sustained sustained = sustained(a, b);
    ComparisonVerdict verdict =
        sustained != null
            ? sustained.verdict()
            : percentiles.get(Percentiles.NAMES.indexOf(primary)).change().verdict();
    return new ComparisonRecord(
        ComparisonRecord.SCHEMA,
        new ComparisonRecord.Decision(verdict, primary, margin),
        side(a),
        side(b),
        new ComparisonRecord.Figures(percentiles, sustained, Differences.of(a, b)),
        Validity.worst(List.of(named("A", a), named("B", b))),
        null,
        store.toAbsolutePath().normalize().toString());
  }

  /**
   * The rates that the sides sustain, where one of them was SATURATED, since its response times
   * only tell how long the load lasted; also of two closed loops. Null otherwise, and where a fork
   * completed nothing.
   */
  private ComparisonRecord.@Nullable Sustained sustained(BaselineRecord a, BaselineRecord b) {
    List<Double> rateA = a.figures().achievedPerS();
    List<Double> rateB = b.figures().achievedPerS();
    boolean isAtLimit =
        Side.isSaturated(a)
            || Side.isSaturated(b)
            || (a.part().load().isClosed() && b.part().load().isClosed());
    if (!isAtLimit || rateA.isEmpty() || rateB.isEmpty()) {
      return null;
    }
    // the time for a message, so that more is worse as it is with response times
    Comparison.Result time =
        Comparison.of(List.of(new Comparison.Pair(gapsNs(rateA), gapsNs(rateB))), 0, margin)
            .getFirst();
    return new ComparisonRecord.Sustained(
        verdict(time.verdict()),
        1 / time.ratio(),
        bound(1 / time.high()),
        bound(1 / time.low()),
        time.forksNeeded().isPresent() ? (long) time.forksNeeded().getAsInt() : null,
        Median.of(rateA.stream().mapToDouble(Double::doubleValue).toArray()),
        Median.of(rateB.stream().mapToDouble(Double::doubleValue).toArray()));
  }

  private static double[] gapsNs(List<Double> perS) {
    return perS.stream().mapToDouble(rate -> SECOND_NS / rate).toArray();
  }

  /**
   * A percentile as it is stored.
   *
   * @param reason why there is nothing to compare, or no verdict; null where there is one
   */
  static ComparisonRecord.Percentile percentile(
      String name, Comparison.Result result, Comparison.Pair pair, @Nullable String reason) {
    boolean both = pair.a().length > 0 && pair.b().length > 0;
    return new ComparisonRecord.Percentile(
        name,
        new ComparisonRecord.Change(
            verdict(result.verdict()),
            both ? (Double) result.ratio() : null,
            both ? bound(result.low()) : null,
            both ? bound(result.high()) : null,
            result.forksNeeded().isPresent() ? (long) result.forksNeeded().getAsInt() : null),
        median(pair.a()),
        median(pair.b()),
        reason);
  }

  public static ComparisonVerdict verdict(Change change) {
    return switch (change) {
      case SAME -> ComparisonVerdict.SAME;
      case WORSE -> ComparisonVerdict.WORSE;
      case BETTER -> ComparisonVerdict.BETTER;
      case UNDECIDED -> ComparisonVerdict.UNDECIDED;
    };
  }

  /** With too few forks a ratio is unbounded. */
  public static @Nullable Double bound(double ratio) {
    return ratio > 0 && Double.isFinite(ratio) ? (Double) ratio : null;
  }

  /** Of each fork, in nanoseconds; empty if the forks together have too little data. */
  private static double[] values(BaselineRecord side, String name) {
    return ForkPercentile.carried(side.figures().forks(), name)
        ? side.figures().forks().stream()
            .mapToDouble(f -> (double) Objects.requireNonNull(ForkPercentile.value(f, name)))
            .toArray()
        : new double[0];
  }

  private static @Nullable Long median(double[] values) {
    return values.length == 0 ? null : Math.round(Median.of(values));
  }

  private static String lacking(String name, BaselineRecord a, BaselineRecord b) {
    List<String> sides = new ArrayList<>();
    lacking(name, "A", a, sides);
    lacking(name, "B", b, sides);
    return String.join("; ", sides);
  }

  private static void lacking(String name, String which, BaselineRecord side, List<String> sides) {
    if (side.figures().forks().isEmpty()) {
      sides.add(which + " has no fork that counts");
      return;
    }
    long episodes = ForkPercentile.episodes(side.figures().forks(), name);
    if (episodes < ForkPercentile.ENOUGH) {
      sides.add(
          "%d episode%s beyond it in the %d forks of %s, needs %d"
              .formatted(
                  episodes,
                  episodes == 1 ? "" : "s",
                  side.figures().forks().size(),
                  which,
                  ForkPercentile.ENOUGH));
    } else if (values(side, name).length == 0) {
      sides.add("a fork of " + which + " does not say it");
    }
  }

  private ComparisonRecord.Side side(BaselineRecord side) {
    return new ComparisonRecord.Side(
        side.origin().id(),
        side.part().armIndex(),
        side.part().loadIndex(),
        "%sJDK %s, %s%s"
            .formatted(
                build(side.part().arm()),
                side.part().arm().jdkVersion(),
                side.part().load().rate(),
                side.part().arm().params().isEmpty() ? "" : ", " + side.part().arm().paramText()),
        side.figures().forks().size(),
        side.figures().wildForks().stream()
            .filter(fork -> fork.percentile().equals(primary))
            .toList());
  }

  private static String build(Arm arm) {
    Arm.Build build = arm.build();
    return build == null ? "" : build.text() + ", ";
  }

  /** A side without forks is INVALID, whatever its file says. */
  private static Validity named(String which, BaselineRecord side) {
    Validity validity = side.validity();
    return side.figures().forks().isEmpty() && validity.verdict() != Verdict.INVALID
        ? Validity.of(Verdict.INVALID, new RunReason.NoFork()).in(which)
        : validity.in(which);
  }
}
