package dev.foliot.diagnose.sharing;

import dev.foliot.linux.TargetMemory;
import java.util.Arrays;
import java.util.Map;

/** Looks at few words in quick succession, in bursts. */
final class Flips {
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
  private final Sightings[] sightings;
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
    sightings = new Sightings[words];
    Arrays.setAll(sightings, word -> new Sightings());
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
      sightings[i].saw(value);
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
        sightings[word].size(),
        saturated[word] || isSaturated(word));
  }

  /** How often a word was seen with each value. */
  Map<Long, Integer> sightings(int word) {
    return sightings[word].counts();
  }
}
