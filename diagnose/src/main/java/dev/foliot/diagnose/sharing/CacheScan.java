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
 * Samples one word of every class, to find the words that change and their values.
 *
 * <p>Classes with fewer than two supers to alternate between are left out, if the JVM exports the
 * number: their word is written once. An empty word is sampled only every eighth time, because it
 * cannot alternate before the first write. Pure: the caller of {@link #next} reads the words and
 * passes them to {@link #add}.
 */
final class CacheScan {
  /** A single change may be a class in warm-up, which does not alternate. */
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
   * A scan of the classes in {@code all} whose word can alternate.
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

  /** The addresses to read now. */
  long[] next() {
    // The sample after a full one knows which words are not empty. An unmapped word costs a
    // separate system call, so it is requested once.
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

  /** Adds the words read, in the order of the last {@link #next}. */
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

  /** The number of examined classes. */
  int size() {
    return addresses.length;
  }

  int looks() {
    return looks;
  }

  /** Whether all are unreadable: every class is unloaded, or the process has ended. */
  boolean allGone() {
    return goneCount == addresses.length && goneCount > 0;
  }

  /**
   * Whether a class was unloaded alone. If all are unreadable, the process has ended, maybe during
   * the sample before; the observations remain valid.
   */
  private boolean isUnloaded(int index) {
    return goneAt[index] > 0 && (nothingSince == 0 || goneAt[index] < nothingSince - 1);
  }

  /** The number of classes with at least {@link #ALTERNATES} changes. */
  int alternating() {
    return alternating;
  }

  /** The classes with at least {@link #ALTERNATES} changes, most changes first. */
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
   * The classes with fewer changes than {@link #ALTERNATES}, latest first, at most {@code most}. If
   * the sampling takes the CPU of one of two writers, a contested word may look steady.
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
   * A class with a changed word.
   *
   * @param changes the number of changes between samples
   * @param samples the number of samples with each value, at most sixteen values
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
