package dev.foliot.diagnose.sharing;

import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.store.diagnosis.WriteRate;
import java.util.Arrays;
import java.util.Map;

/**
 * The number of changes of a word between consecutive samples.
 *
 * @param pairs of samples
 * @param changes pairs with different values
 * @param nanos between the samples of all pairs together
 * @param values the number of values observed
 * @param saturated whether in any burst it changed about as fast as it was sampled: its writers may
 *     have lacked a CPU in the others
 */
record FlipCount(long pairs, long changes, long nanos, int values, boolean saturated) {
  /** Above this share of changed pairs a word changes about as fast as it is sampled. */
  static final double SATURATED = 0.25;

  static final FlipCount NONE = new FlipCount(0, 0, 0, 0, false);

  private static final double NANOS_PER_S = 1e9;

  /**
   * The rate from the samples. While few pairs differ, it is an estimate that includes missed
   * changes; otherwise only a lower bound.
   *
   * <p>The correction is that of Jukes and Cantor (1969) for a state that jumps at random moments
   * to one of k - 1 others: of two samples a time t apart the share p = (k-1)/k (1 - exp(-k/(k-1) r
   * t)) differs.
   */
  WriteRate rate() {
    if (pairs == 0 || nanos <= 0) {
      return new WriteRate(0, WriteRate.Bound.AT_LEAST);
    }
    double seenPerS = changes * NANOS_PER_S / nanos;
    double share = (double) changes / pairs;
    if (saturated || share > SATURATED) {
      return new WriteRate(seenPerS, WriteRate.Bound.AT_LEAST);
    }
    double most = 1 - 1.0 / Math.max(values, 2);
    double perPair = -most * Math.log1p(-share / most);
    return new WriteRate(perPair * pairs * NANOS_PER_S / nanos, WriteRate.Bound.ESTIMATE);
  }

  /** Counts the changes of few words in bursts of fast samples. One thread. */
  static final class Counter {
    /** With fewer pairs a burst is meaningless. */
    private static final int FEWEST_IN_BURST = 8;

    private final long[] last;
    private final boolean[] known;
    private final long[] pairs;
    private final long[] changes;
    private final long[] nanos;
    private final long[] burstPairs;
    private final long[] burstChanges;
    private final boolean[] saturated;
    private final ValueSamples[] samples;
    private long lastAtNs;

    Counter(int words) {
      last = new long[words];
      known = new boolean[words];
      pairs = new long[words];
      changes = new long[words];
      nanos = new long[words];
      burstPairs = new long[words];
      burstChanges = new long[words];
      saturated = new boolean[words];
      samples = new ValueSamples[words];
      Arrays.setAll(samples, word -> new ValueSamples());
    }

    /** Ends a burst: the next sample is compared with none. */
    void pause() {
      Arrays.fill(known, false);
      for (int i = 0; i < saturated.length; i++) {
        saturated[i] |= isSaturated(i);
      }
      Arrays.fill(burstPairs, 0);
      Arrays.fill(burstChanges, 0);
    }

    private boolean isSaturated(int word) {
      return burstPairs[word] >= FEWEST_IN_BURST
          && burstChanges[word] > SATURATED * burstPairs[word];
    }

    /** Adds a sample of all words. */
    void look(long atNs, TargetMemory.Words words) {
      for (int i = 0; i < last.length; i++) {
        if (!words.present().get(i)) {
          known[i] = false;
          continue;
        }
        long value = words.values()[i];
        if (known[i]) {
          pairs[i]++;
          burstPairs[i]++;
          nanos[i] += atNs - lastAtNs;
          if (value != last[i]) {
            changes[i]++;
            burstChanges[i]++;
          }
        }
        samples[i].add(value);
        last[i] = value;
        known[i] = true;
      }
      lastAtNs = atNs;
    }

    FlipCount count(int word) {
      return new FlipCount(
          pairs[word],
          changes[word],
          nanos[word],
          samples[word].size(),
          saturated[word] || isSaturated(word));
    }

    /** The number of samples of a word with each value. */
    Map<Long, Integer> samples(int word) {
      return samples[word].counts();
    }
  }
}
