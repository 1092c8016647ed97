package dev.foliot.diagnose.sharing;

import dev.foliot.linux.TargetMemory;
import java.util.Arrays;

/** Looks at few words in quick succession, in bursts. */
final class Flips {
  private static final int MOST_VALUES = 8;

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
  private final long[][] values;
  private final int[] valueCounts;
  private long lastAtNs;

  Flips(int words) {
    last = new long[words];
    known = new boolean[words];
    pairs = new long[words];
    changes = new long[words];
    nanos = new long[words];
    burstPairs = new long[words];
    burstChanges = new long[words];
    saturated = new boolean[words];
    values = new long[words][MOST_VALUES];
    valueCounts = new int[words];
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
        && burstChanges[word] > FlipCount.SATURATED * burstPairs[word];
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
      if (!known[i] || value != last[i]) {
        remember(i, value);
      }
      last[i] = value;
      known[i] = true;
    }
    lastAtNs = atNs;
  }

  private void remember(int word, long value) {
    int count = valueCounts[word];
    for (int i = 0; i < count; i++) {
      if (values[word][i] == value) {
        return;
      }
    }
    if (value != 0 && count < MOST_VALUES) {
      values[word][count] = value;
      valueCounts[word]++;
    }
  }

  FlipCount count(int word) {
    return new FlipCount(
        pairs[word],
        changes[word],
        nanos[word],
        valueCounts[word],
        saturated[word] || isSaturated(word));
  }

  /** The values that a word had, at most eight. */
  long[] values(int word) {
    return Arrays.copyOf(values[word], valueCounts[word]);
  }
}
