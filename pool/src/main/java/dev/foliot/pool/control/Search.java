package dev.foliot.pool.control;

import static dev.foliot.pool.control.DecisionText.perS;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the least size with the full throughput. It brackets in steps of half as much again, then
 * bisects geometrically. It tries each size once.
 */
final class Search {

  /** Below this ratio, two sizes count as one. */
  private static final double FINE = 1.08;

  /** The acceptable loss against the best, and the most that noise may make of it. */
  private static final double LOSS = 0.006;

  private static final double MOST_LOSS = 0.05;
  private static final double ROUGH = 0.07;
  private static final double FULL = 0.97;

  private final double step;
  private final double down;
  private final TreeMap<Integer, Sample> tried = new TreeMap<>();

  /**
   * A search before its first trial.
   *
   * @param step the ratio of a size to the next greater one, above 1
   * @param down the ratio of a size to the next smaller one; 1 to try none
   */
  Search(double step, double down) {
    this.step = step;
    this.down = down;
  }

  void add(Sample sample) {
    tried.put(sample.size(), sample);
  }

  boolean knows(int size) {
    return tried.containsKey(size);
  }

  /** The greatest throughput among the well measured sizes. */
  Sample best() {
    return tried.values().stream()
        .filter(this::known)
        .max(Comparator.comparingDouble(Sample::perS))
        .orElseThrow();
  }

  /** The least size as good as the best. */
  Sample leader() {
    Sample best = best();
    return tried.values().stream()
        .filter(this::known)
        .filter(sample -> sample.perS() >= best.perS() * (1 - loss(sample, best)))
        .findFirst()
        .orElse(best);
  }

  /** A rough figure counts only until a better one exists. */
  private boolean known(Sample sample) {
    return sample.error() < ROUGH || tried.values().stream().allMatch(one -> one.error() >= ROUGH);
  }

  private static double loss(Sample one, Sample other) {
    double noise = 1.5 * Math.hypot(one.error(), other.error());
    return Math.min(MOST_LOSS, Math.max(LOSS, noise));
  }

  /** Whether the last growth raised throughput almost in proportion: try more. */
  boolean elastic(Sample latest) {
    Map.Entry<Integer, Sample> below = tried.lowerEntry(latest.size());
    boolean greatest = tried.lastKey() == latest.size();
    if (!greatest || below == null || below.getValue().error() >= 1) {
      return false;
    }
    double threads = (double) latest.size() / below.getKey() - 1;
    double gain = latest.perS() / below.getValue().perS() - 1;
    return threads > 0.2
        && gain > 0.6 * threads
        && gain > 2 * Math.hypot(latest.error(), below.getValue().error());
  }

  /** The sample of the next smaller size. */
  @Nullable Sample below(int size) {
    Map.Entry<Integer, Sample> below = tried.lowerEntry(size);
    return below == null ? null : below.getValue();
  }

  /**
   * The size to stay at: the leader's, slightly more if it was approached from above. A bottleneck
   * that widens then shows as rising throughput.
   */
  int answer() {
    Sample leader = leader();
    Integer above = tried.higherKey(leader.size());
    int more = (int) Math.ceil(1.1 * leader.size() + Math.sqrt(leader.size()));
    return above == null || down == 1 ? leader.size() : Math.min(above, more);
  }

  /** The size to try next, or null if the leader is the answer. */
  @Nullable Integer next(int least, int most) {
    Sample leader = leader();
    int size = leader.size();
    boolean full = leader.busy() >= FULL;
    int up = Math.min(most, Math.max(size + 1, (int) Math.ceil(size * step)));
    boolean near =
        up > size && tried.subMap(size, false, up, true).values().stream().anyMatch(this::known);
    // where no task waited, more might have come
    boolean seen =
        tried.tailMap(size, false).values().stream()
            .anyMatch(sample -> sample.waited() && known(sample));
    if (up > size && !near && !seen && !full) {
      return up;
    }
    Map.Entry<Integer, Sample> below = tried.lowerEntry(size);
    int smaller = below == null ? (int) Math.floor(size / down) : knee(below.getValue(), leader);
    smaller = Math.max(least, smaller);
    return smaller < size && !tried.containsKey(smaller) ? smaller : null;
  }

  /**
   * The size that would reach the greater size's throughput at the smaller size's slope. It is the
   * greater size itself if that is near.
   */
  private static int knee(Sample small, Sample great) {
    double knee = small.size() * great.perS() / small.perS();
    int size = Math.max(small.size() + 1, (int) Math.ceil(1.03 * knee));
    return size * FINE > great.size() ? great.size() : size;
  }

  @Override
  public String toString() {
    Sample leader = leader();
    Sample best = best();
    String first = perS(leader.perS()) + " with " + leader.size();
    return best.size() == leader.size()
        ? first
        : first + ", " + perS(best.perS()) + " with " + best.size();
  }
}
