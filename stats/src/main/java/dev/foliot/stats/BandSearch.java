package dev.foliot.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tests one population against two, and two against three: see {@link Bands}.
 *
 * <p>It has one random generator: use a search once, in one thread.
 */
final class BandSearch {
  /** In the null hypothesis of three against two, parts with this many members have a shape. */
  private static final int SHAPED = 8;

  private static final int SMALL = 128;

  /** Share of the level: with two clear bands, a third must be clearer. */
  private static final double THREE = 0.2;

  /**
   * A flat population fits no {@link JohnsonSu} and splits into two parts by chance more often. But
   * it almost never shows parts this far apart.
   */
  private static final double BEYOND_FLAT = 5.5;

  private final double[] values;
  private final Sample sample;
  private final double floor;
  private final double level;
  private final SplittableRandom random;

  private @Nullable Parting found;
  private double pTwo = 1;
  private double pThree = 1;
  private double statistic;

  /**
   * Prepares a search.
   *
   * @param values sorted, without outliers
   * @param floor the floor of the deviations
   */
  BandSearch(double[] values, double floor, double level, long seed) {
    this.values = values;
    this.floor = floor;
    this.level = level;
    sample = Sample.grouped(values);
    random = new SplittableRandom(seed);
  }

  void run() {
    Parting apart = Parting.two(sample, floor);
    Parting cut = apart == null ? Parting.nearTwo(sample, floor) : apart;
    if (cut == null) {
      return;
    }
    Parting several = apart == null ? cut.three(sample, floor) : apart;
    if (several == null) {
      return;
    }
    JohnsonSu single = JohnsonSuFit.of(sample, floor);
    statistic = several.logLikelihood() - single.logLikelihood();
    if (statistic <= 0) {
      return;
    }
    pTwo = TailProbability.of(statistic, () -> drawnTwo(single), level, draws());
    if (pTwo <= level && apart != null && apart.separation() < BEYOND_FLAT) {
      pTwo = Math.max(pTwo, TailProbability.of(statistic, this::drawnFlat, level, draws()));
    }
    if (pTwo > level) {
      return;
    }
    found = apart;
    Parting two = apart == null ? cut.shaped(sample, floor) : apart;
    Parting three = apart == null ? several : two.three(sample, floor);
    if (three == null) {
      return;
    }
    double gain = three.logLikelihood() - asTwo(sample, two, three);
    if (gain <= 0) {
      return;
    }
    JohnsonSu[] shapes = Parting.shapes(sample, two.cuts(), floor, SHAPED);
    int[] members = two.members(sample);
    pThree = TailProbability.of(gain, () -> drawnThree(shapes, members), level, draws());
    if (pThree <= THREE * level) {
      found = three;
    }
  }

  /** Finds two separate parts or, failing that, three. */
  private @Nullable Parting several(Sample of) {
    Parting two = Parting.two(of, floor);
    if (two != null) {
      return two;
    }
    Parting near = Parting.nearTwo(of, floor);
    return near == null ? null : near.three(of, floor);
  }

  /** Number of samples to draw: many nodes give clearer evidence than few, and cost more. */
  private int draws() {
    return sample.size() <= SMALL ? 999 : 199;
  }

  /**
   * The statistic of a sample from the single population; minus infinity if no parts are separate.
   */
  private double drawnTwo(JohnsonSu single) {
    Sample again = inside(drawn(single, values.length));
    Parting several = several(again);
    // The source of the sample bounds the best fit from below, and costs one evaluation.
    if (several == null || several.logLikelihood() <= single.logLikelihood(again)) {
      return Double.NEGATIVE_INFINITY;
    }
    return several.logLikelihood() - JohnsonSuFit.near(single, again, floor).logLikelihood();
  }

  /** The same for a sample drawn evenly over the range. */
  private double drawnFlat() {
    double[] drawn = new double[values.length];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = random.nextDouble();
    }
    Arrays.sort(drawn);
    Sample again = inside(drawn);
    Parting several = several(again);
    if (several == null
        || several.logLikelihood() <= JohnsonSuFit.normal(again, floor).logLikelihood()) {
      return Double.NEGATIVE_INFINITY;
    }
    return several.logLikelihood() - JohnsonSuFit.of(again, floor).logLikelihood();
  }

  private static Sample inside(double[] sorted) {
    int[] inside = Outlying.inside(sorted);
    return Sample.grouped(Arrays.copyOfRange(sorted, inside[0], inside[1]));
  }

  /** The same for two parts, each with the shape of its members. */
  private double drawnThree(JohnsonSu[] shapes, int[] members) {
    double[][] parts = new double[2][];
    double drawnFrom = 0;
    for (int k = 0; k < 2; k++) {
      parts[k] = drawn(shapes[k], members[k]);
      drawnFrom +=
          shapes[k].logLikelihood(Sample.grouped(parts[k]))
              + members[k] * Math.log(members[k] / (double) (members[0] + members[1]));
    }
    double[] drawn = Arrays.copyOf(parts[0], members[0] + members[1]);
    System.arraycopy(parts[1], 0, drawn, members[0], members[1]);
    Arrays.sort(drawn);
    Sample again = Sample.grouped(drawn);
    Parting two = Parting.nearTwo(again, floor);
    Parting three = two == null ? null : two.three(again, floor);
    if (two == null || three == null || three.logLikelihood() <= drawnFrom) {
      return Double.NEGATIVE_INFINITY;
    }
    // Shapes cost more than all other steps, and three parts are rare.
    return three.logLikelihood()
        - Math.max(drawnFrom, asTwo(again, two.shaped(again, floor), three));
  }

  private double[] drawn(JohnsonSu from, int n) {
    double[] drawn = new double[n];
    for (int i = 0; i < n; i++) {
      drawn[i] = from.draw(random);
    }
    Arrays.sort(drawn);
    return drawn;
  }

  /**
   * The likelihood of two parts of any shape: the given two, or two of three neighbours merged. It
   * stops once two parts are likelier than three.
   */
  private double asTwo(Sample of, Parting two, Parting three) {
    double most = two.logLikelihood();
    int[] starts =
        IntStream.of(two.cuts()[0], three.cuts()[0], three.cuts()[1]).distinct().toArray();
    for (int start : starts) {
      if (most < three.logLikelihood()) {
        int[] cuts = {start};
        JohnsonSu[] shapes = Parting.shapes(of, cuts, floor, SHAPED);
        most = Math.max(most, Parting.likelihood(of, cuts, shapes));
      }
    }
    return most;
  }

  /** The mixture found, fitted to the original values; one part if the search found no more. */
  NormalMixture mixture() {
    Sample all = Sample.of(values);
    if (found == null) {
      return MixtureFit.one(all, floor);
    }
    NormalMixture grouped = found.mixture();
    if (values.length <= Sample.MOST) {
      return grouped;
    }
    NormalMixture fine =
        MixtureClimb.from(
            all,
            grouped.weights(),
            grouped.means(),
            grouped.deviations(),
            Bands.LEAST_PART,
            floor,
            20,
            1e-3,
            0);
    return fine == null || !Parting.apart(fine) ? grouped : fine;
  }

  /** Whether the mixture has more than one part. */
  boolean isFound() {
    return found != null;
  }

  double pTwo() {
    return pTwo;
  }

  double pThree() {
    return pThree;
  }

  double statistic() {
    return statistic;
  }
}
