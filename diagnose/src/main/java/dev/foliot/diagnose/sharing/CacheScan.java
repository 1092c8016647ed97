package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.memory.TargetMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Many looks at one word of every class: which of them change, and between which values.
 *
 * <p>Left out are classes with fewer than two supers to alternate between, where the JVM tells how
 * many there are: their word is written once. A word that is still empty is examined only every
 * eighth time: it cannot alternate before it has been written. Decides purely: who asks {@link
 * #next} reads the words and tells {@link #add}.
 */
final class CacheScan {
  /** One change may be a class that is being warmed up, and need not be one that alternates. */
  static final int ALTERNATES = 2;

  private static final int FULL_EVERY = 8;

  private final List<LoadedClass> classes = new ArrayList<>();
  private final long[] addresses;
  private final long[] last;
  private final int[] changes;
  private final int[] changedAt;
  private final int[] goneAt;
  private final ValueSamples[] samples;
  private int[] asked;
  private int looks;
  private int goneCount;
  private int goneBefore;
  private int alternating;
  private int nothingSince;

  /**
   * A scan of those of {@code all} whose word can alternate.
   *
   * @param offset of the word from a class's address
   */
  CacheScan(Collection<LoadedClass> all, int offset) {
    for (LoadedClass one : all) {
      if (one.mayHaveSecondarySupers(2)) {
        classes.add(one);
      }
    }
    int size = classes.size();
    addresses = new long[size];
    for (int i = 0; i < size; i++) {
      addresses[i] = classes.get(i).address() + offset;
    }
    last = new long[size];
    changes = new int[size];
    changedAt = new int[size];
    goneAt = new int[size];
    samples = new ValueSamples[size];
    asked = new int[0];
  }

  /** What to read now. */
  long[] next() {
    // In the look after a full one it is known which words are no longer empty. A word that is
    // gone costs a system call on its own, so it is asked for once.
    int phase = looks % FULL_EVERY;
    if (phase <= 1 || goneCount > goneBefore) {
      asked = indices(phase == 0);
      goneBefore = goneCount;
    }
    long[] now = new long[asked.length];
    for (int i = 0; i < now.length; i++) {
      now[i] = addresses[asked[i]];
    }
    return now;
  }

  /** What was read, in the order of the last {@link #next}. */
  void add(TargetMemory.Words words) {
    looks++;
    long[] seen = words.values();
    boolean any = false;
    for (int i = 0; i < asked.length; i++) {
      int index = asked[i];
      if (words.present().get(i)) {
        addValue(index, seen[i]);
        any = true;
      } else if (goneAt[index] == 0) {
        goneAt[index] = looks;
        goneCount++;
      }
    }
    if (any) {
      nothingSince = 0;
    } else if (asked.length > 0 && nothingSince == 0) {
      nothingSince = looks;
    }
  }

  private void addValue(int index, long value) {
    if (value == 0) {
      return;
    }
    long before = last[index];
    if (value != before) {
      last[index] = value;
      if (before != 0) {
        changes[index]++;
        changedAt[index] = looks;
        alternating += changes[index] == ALTERNATES ? 1 : 0;
      }
    }
    if (samples[index] == null) {
      samples[index] = new ValueSamples();
    }
    samples[index].add(value);
  }

  private int[] indices(boolean full) {
    int[] indices = new int[addresses.length];
    int count = 0;
    for (int i = 0; i < indices.length; i++) {
      if (goneAt[i] == 0 && (full || last[i] != 0)) {
        indices[count++] = i;
      }
    }
    return Arrays.copyOf(indices, count);
  }

  /** How many classes are examined. */
  int size() {
    return addresses.length;
  }

  int looks() {
    return looks;
  }

  /** Whether none of them can be read any more: all are unloaded, or their process has ended. */
  boolean allGone() {
    return goneCount == addresses.length && goneCount > 0;
  }

  /**
   * Whether a class went on its own. Where none can be read any more, their process has ended,
   * maybe in the midst of the look before: what was observed of them holds.
   */
  private boolean isUnloaded(int index) {
    return goneAt[index] > 0 && (nothingSince == 0 || goneAt[index] < nothingSince - 1);
  }

  /** How many changed at least {@link #ALTERNATES} times. */
  int alternating() {
    return alternating;
  }

  /** Those that changed at least {@link #ALTERNATES} times, the most often changed first. */
  List<Candidate> candidates() {
    List<Candidate> candidates = new ArrayList<>();
    for (int i = 0; i < changes.length; i++) {
      if (changes[i] >= ALTERNATES && !isUnloaded(i)) {
        candidates.add(candidate(i));
      }
    }
    candidates.sort(Comparator.comparingInt(Candidate::changes).reversed());
    return List.copyOf(candidates);
  }

  /**
   * Those that changed, but fewer than {@link #ALTERNATES} times, the latest first, at most {@code
   * most}. Where looking takes the CPU of one of two writers, the word may look steady although it
   * is fought over.
   */
  List<Candidate> doubtful(int most) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < changes.length; i++) {
      if (changes[i] > 0 && changes[i] < ALTERNATES && !isUnloaded(i)) {
        found.add(i);
      }
    }
    found.sort(Comparator.comparingInt((Integer i) -> changedAt[i]).reversed());
    List<Candidate> doubtful = new ArrayList<>();
    for (int i : found.subList(0, Math.min(most, found.size()))) {
      doubtful.add(candidate(i));
    }
    return List.copyOf(doubtful);
  }

  private Candidate candidate(int index) {
    return new Candidate(classes.get(index), changes[index], samples[index].counts());
  }

  /**
   * A class whose word changed.
   *
   * @param changes how often, from look to look
   * @param samples how often it was observed with each value, at most sixteen of them
   */
  record Candidate(LoadedClass type, int changes, Map<Long, Integer> samples) {
    Candidate {
      samples = Map.copyOf(samples);
    }

    boolean alternates() {
      return changes >= ALTERNATES;
    }
  }
}
