package dev.foliot.diagnose.sharing;

import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.store.diagnosis.WriteRate;
import java.util.Arrays;
import java.util.Map;

/**
 * How often a word differed between two looks one right after the other.
 *
 * @param pairs of looks
 * @param changes pairs that differed
 * @param nanos between the looks of all pairs together
 * @param values that were observed
 * @param saturated whether in any one burst it changed about as fast as it was examined: its
 *     writers may have had no CPU in the others
 */
record FlipCount(long pairs, long changes, long nanos, int values, boolean saturated) {
  /** Above this share of changed pairs a word changes about as fast as it is examined. */
  static final double SATURATED = 0.25;

  static final FlipCount NONE = new FlipCount(0, 0, 0, 0, false);

  private static final double NANOS_PER_S = 1e9;

  /**
   * What the looks say about the rate: an estimate while few pairs differ, with the flips added
   * that two looks miss; else only that it is at least what was observed.
   *
   * <p>The correction is that of Jukes and Cantor (1969) for a state that jumps at random moments
   * to one of k - 1 others: of two looks a time t apart the share p = (k-1)/k (1 - exp(-k/(k-1) r
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

  /** Counts the flips of few words that are read in quick succession, in bursts. One thread. */
  static final class Counter {
    /** Of fewer pairs one burst says nothing. */
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

    /** The next look is the first of a burst: it is compared with none before. */
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

    /** A look at all words. */
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

    /** How often a word was observed with each value. */
    Map<Long, Integer> samples(int word) {
      return samples[word].counts();
    }
  }
}
