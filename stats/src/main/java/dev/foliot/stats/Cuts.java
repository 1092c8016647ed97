package dev.foliot.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the best cut of a sorted sample in two. It tries every cut by its classification likelihood
 * [1]: a normal distribution for either side times the shares of the sides. Prefix sums make each
 * cut cheap. The starts of a mixture are thus the best of all, not a few guesses.
 *
 * <p>[1] Scott and Symons, "Clustering methods based on likelihood ratio criteria", Biometrics 27,
 * 1971.
 */
final class Cuts {
  private Cuts() {}

  /**
   * The best cuts of a stretch, best first, and the cut at the widest gap.
   *
   * @param minPart the fewest values on a side
   * @param floor the floor of the deviations
   * @param most number of cuts, besides the gap
   * @return indexes of the first value above; empty if no cut leaves enough on both sides
   */
  static List<Integer> of(Sample sample, int from, int to, double minPart, double floor, int most) {
    double[] likelihoods = new double[to - from + 1];
    int widest = -1;
    double width = 0;
    for (int cut = from; cut <= to; cut++) {
      likelihoods[cut - from] = likelihood(sample, from, cut, to, minPart, floor);
      if (likelihoods[cut - from] > Double.NEGATIVE_INFINITY) {
        double gap = weightedGap(sample, from, cut, to);
        widest = gap > width ? cut : widest;
        width = Math.max(width, gap);
      }
    }
    List<Integer> cuts = new ArrayList<>();
    for (int i = 1; i < likelihoods.length - 1; i++) {
      if (likelihoods[i] > Double.NEGATIVE_INFINITY
          && likelihoods[i] >= likelihoods[i - 1]
          && likelihoods[i] > likelihoods[i + 1]) {
        cuts.add(from + i);
      }
    }
    cuts.sort(Comparator.comparingDouble((Integer cut) -> -likelihoods[cut - from]));
    List<Integer> best = new ArrayList<>(cuts.subList(0, Math.min(most, cuts.size())));
    if (widest >= 0 && !best.contains(widest)) {
      best.add(widest);
    }
    return best;
  }

  private static double likelihood(
      Sample sample, int from, int cut, int to, double minPart, double floor) {
    if (cut == from || cut == to || sample.values()[cut] == sample.values()[cut - 1]) {
      return Double.NEGATIVE_INFINITY;
    }
    double below = sample.count(from, cut);
    double above = sample.count(cut, to);
    if (below < minPart || above < minPart) {
      return Double.NEGATIVE_INFINITY;
    }
    return below * Math.log(below / (below + above))
        + above * Math.log(above / (below + above))
        + sample.normalLogLikelihood(from, cut, floor)
        + sample.normalLogLikelihood(cut, to, floor);
  }

  /** Weights a gap: one among many values counts more than one near the edge. */
  private static double weightedGap(Sample sample, int from, int cut, int to) {
    double gap = sample.values()[cut] - sample.values()[cut - 1];
    return gap * Math.sqrt(Math.min(sample.count(from, cut), sample.count(cut, to)));
  }
}
