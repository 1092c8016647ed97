package dev.foliot.stats;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The shift of paired differences with an interval that holds at every look: one may look after
 * each pair and stop when the interval suffices.
 *
 * <p>A pair has one observation of each side, in random order. Without a shift the difference is as
 * likely positive as negative, whatever the machine did meanwhile, so the signed-rank statistic [1]
 * is one of random signs. Some thousand vectors of random signs show how high it gets at all looks
 * together, given the sizes that were observed. At each look the border is the least statistic that
 * only so many vectors reach as the error rate that is spent up to this look allows; they are then
 * out [2]. The interval is the one that inverts the test [3]. A wild observation counts by its
 * rank.
 *
 * <p>A shift of zero is excluded at any look with at most the error rate, for every distribution.
 * For other shifts that holds if the differences have one symmetric distribution around theirs.
 *
 * <p>Not thread-safe.
 *
 * <p>[1] Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1(6), 1945. [2]
 * Lan and DeMets, "Discrete Sequential Boundaries for Clinical Trials", Biometrika 70(3), 1983. [3]
 * Jennison and Turnbull, "Interim Analyses: The Repeated Confidence Interval Approach", Journal of
 * the Royal Statistical Society B 51(3), 1989.
 */
public final class SequentialShift {
  /** Pairs after which half of the error rate is spent: n / (n + this) after n pairs. */
  private static final int HALF_SPENT = 10;

  private static final int VECTORS = 1 << 14;
  private static final long SEED = 20261128;

  private final double errorRate;
  private final Signs signs = new Signs();
  private double[] differences = new double[16];
  private int count;
  private int border;

  /**
   * Begins without a pair.
   *
   * @param confidence of the interval, over all looks; above 0 and below 1
   */
  public SequentialShift(double confidence) {
    // both directions share it
    this.errorRate = Ranks.alpha(confidence) / 2;
  }

  /**
   * Takes the difference of the next pair, b less a.
   *
   * @throws IllegalArgumentException if it is not finite
   */
  public void add(double difference) {
    if (!Double.isFinite(difference)) {
      throw new IllegalArgumentException("a difference of " + difference);
    }
    if (count == differences.length) {
      differences = Arrays.copyOf(differences, 2 * count);
    }
    differences[count++] = difference;
    double spent = errorRate * count / (count + HALF_SPENT);
    border = signs.border(doubledRanks(), (int) (spent * VECTORS));
  }

  /** Number of pairs so far. */
  public int pairs() {
    return count;
  }

  /**
   * The shift by the pairs so far: the median of the averages of all two differences.
   *
   * @return with infinite ends as long as no border can be told
   * @throws IllegalStateException without a pair
   */
  public HodgesLehmann.Shift shift() {
    if (count == 0) {
      throw new IllegalStateException("there is no pair yet");
    }
    double[] averages = averages();
    // the statistic of a shift is the number of averages above it, twice that with ties as one
    int depth = (border + 1) / 2;
    boolean isBounded = depth <= averages.length;
    return new HodgesLehmann.Shift(
        Median.ofSorted(averages),
        isBounded ? averages[averages.length - depth] : Double.NEGATIVE_INFINITY,
        isBounded ? averages[depth - 1] : Double.POSITIVE_INFINITY);
  }

  /** The averages of all two differences and of each with itself, ascending. */
  private double[] averages() {
    double[] averages = new double[count * (count + 1) / 2];
    int at = 0;
    for (int i = 0; i < count; i++) {
      for (int j = 0; j <= i; j++) {
        averages[at++] = (differences[i] + differences[j]) / 2;
      }
    }
    Arrays.sort(averages);
    return averages;
  }

  /** Twice the rank of each difference by its size; ties share the mean of theirs. */
  private int[] doubledRanks() {
    int[] ranks = new int[count];
    for (int i = 0; i < count; i++) {
      double size = Math.abs(differences[i]);
      int below = 0;
      int equal = 0;
      for (int j = 0; j < count; j++) {
        double other = Math.abs(differences[j]);
        if (other < size) {
          below++;
        } else if (other == size) {
          equal++;
        }
      }
      ranks[i] = 2 * below + equal + 1;
    }
    return ranks;
  }

  /** Vectors of random signs, of which those leave that reached a border. */
  private static final class Signs {
    private long[][] positive = new long[0][];
    private int[] staying = new int[VECTORS];
    private int left = VECTORS;
    private int pairs;

    Signs() {
      Arrays.setAll(staying, i -> i);
    }

    /**
     * The border of the next look.
     *
     * @param ranks of one pair more than at the last look
     * @param mayBeOut how many vectors may have reached a border by now
     * @return the least sum of ranks with a positive sign that reaches it; above all possible ones
     *     as long as none may leave
     */
    int border(int[] ranks, int mayBeOut) {
      pairs = ranks.length;
      if (pairs > positive.length * Long.SIZE) {
        drawMore();
      }
      int[][] ofByte = sumsOfBytes(ranks);
      int[] sums = new int[left];
      int[] howMany = new int[pairs * (pairs + 1) + 1];
      for (int i = 0; i < left; i++) {
        sums[i] = sum(staying[i], ofByte);
        howMany[sums[i]]++;
      }
      int border = howMany.length;
      int mayLeave = mayBeOut - (VECTORS - left);
      while (howMany[border - 1] <= mayLeave) {
        mayLeave -= howMany[--border];
      }
      int kept = 0;
      for (int i = 0; i < left; i++) {
        if (sums[i] < border) {
          staying[kept++] = staying[i];
        }
      }
      left = kept;
      return border;
    }

    private void drawMore() {
      SplittableRandom random = new SplittableRandom(SEED + positive.length);
      positive = Arrays.copyOf(positive, positive.length + 1);
      positive[positive.length - 1] = random.longs(VECTORS).toArray();
    }

    /** For each eight pairs, the sum of ranks of each combination of their signs. */
    private static int[][] sumsOfBytes(int[] ranks) {
      int[][] sums = new int[(ranks.length + Byte.SIZE - 1) / Byte.SIZE][1 << Byte.SIZE];
      for (int i = 0; i < sums.length; i++) {
        for (int bits = 1; bits < sums[i].length; bits++) {
          int pair = i * Byte.SIZE + Integer.numberOfTrailingZeros(bits);
          // signs of pairs that are not there yet do not count
          sums[i][bits] = sums[i][bits & (bits - 1)] + (pair < ranks.length ? ranks[pair] : 0);
        }
      }
      return sums;
    }

    private int sum(int vector, int[][] ofByte) {
      int sum = 0;
      for (int i = 0; i < ofByte.length; i++) {
        long word = positive[i / Long.BYTES][vector];
        sum += ofByte[i][(int) (word >>> (i % Long.BYTES * Byte.SIZE)) & 0xFF];
      }
      return sum;
    }
  }
}
