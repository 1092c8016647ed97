package dev.foliot.diagnose.sharing;

import dev.foliot.linux.TargetMemory;

/** Looks at few words in quick succession, in bursts. */
final class Flips {
  private static final int MOST_VALUES = 8;

  private final long[] last;
  private final boolean[] known;
  private final long[] pairs;
  private final long[] changes;
  private final long[] nanos;
  private final long[][] values;
  private final int[] valueCounts;
  private long lastAtNs;

  Flips(int words) {
    last = new long[words];
    known = new boolean[words];
    pairs = new long[words];
    changes = new long[words];
    nanos = new long[words];
    values = new long[words][MOST_VALUES];
    valueCounts = new int[words];
  }

  /** The next look is the first of a burst: it is compared with none before. */
  void pause() {
    java.util.Arrays.fill(known, false);
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
        nanos[i] += atNs - lastAtNs;
        if (value != last[i]) {
          changes[i]++;
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
    return new FlipCount(pairs[word], changes[word], nanos[word], valueCounts[word]);
  }

  /** The values that a word had, at most eight. */
  long[] values(int word) {
    return java.util.Arrays.copyOf(values[word], valueCounts[word]);
  }
}
