package dev.foliot.diagnose.sharing;

import dev.foliot.store.diagnosis.LuckyPlacements;
import dev.foliot.store.diagnosis.WriteRate;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who writes and who reads one class's structure, as far as it was observed. Immutable.
 *
 * @param layout where the structure and its fields lie
 * @param rate how often the word is written
 * @param windows how long it was watched
 * @param writers the threads that write the word, ascending
 * @param overlap whether these write at the same time; not known of one
 * @param readers the threads that read and do not write
 * @param hasWaited whether threads waited for CPUs, and might meet where they need not
 */
record ObservedClass(
    Layout layout,
    WriteRate rate,
    Windows windows,
    Set<Integer> writers,
    Overlap.Answer overlap,
    Readers readers,
    boolean hasWaited) {
  /**
   * A class's structure and its fields.
   *
   * @param address of the structure
   * @param written the field that type checks write
   * @param read those that they read, those on the written one's line first
   * @param line how memory is divided
   */
  record Layout(long address, FieldWord written, List<FieldWord> read, CacheLine line) {
    Layout {
      read = List.copyOf(read);
    }

    /** Whether a field shares the written one's line. */
    boolean isOnLine(FieldWord field) {
      return line.holdsBoth(address, written.offset(), field.offset());
    }

    /** At how many addresses a field would not. */
    LuckyPlacements lucky(FieldWord field) {
      return line.lucky(address, written.offset(), field.offset());
    }
  }

  /**
   * How many windows there were.
   *
   * @param all of writes
   * @param written those with a write
   * @param word those with writes in which all accesses to the word were counted too
   * @param perSWhileWritten writes a second over the windows with a write
   */
  record Windows(int all, int written, int word, double perSWhileWritten) {}

  /**
   * The threads that read and do not write; by field, the written one included.
   *
   * @param counted those that may wait for a writer
   * @param takingTurns those that read in turn with the writers, and wait for nobody
   * @param meanwhile those of the counted ones that read while others write
   * @param hits how often the counted ones were observed to read a field
   */
  record Readers(
      Map<FieldWord, Set<Integer>> counted,
      Map<FieldWord, Set<Integer>> takingTurns,
      Set<Integer> meanwhile,
      Map<FieldWord, Long> hits) {
    Readers {
      counted = Collections.unmodifiableMap(new LinkedHashMap<>(counted));
      takingTurns = Collections.unmodifiableMap(new LinkedHashMap<>(takingTurns));
      meanwhile = Set.copyOf(meanwhile);
      hits = Collections.unmodifiableMap(new LinkedHashMap<>(hits));
    }

    /** Those that count, of one field; ascending. */
    Set<Integer> of(FieldWord field) {
      return counted.getOrDefault(field, Set.of());
    }

    /** Those that count, of any field. */
    Set<Integer> all() {
      return union(counted.values());
    }

    /** Those of one field that read in turn with the writers; ascending. */
    Set<Integer> inTurn(FieldWord field) {
      return takingTurns.getOrDefault(field, Set.of());
    }

    /** Those of any field. */
    Set<Integer> inTurn() {
      return union(takingTurns.values());
    }

    /** The field of these that the counted ones read most; null where they read none. */
    @Nullable FieldWord most(Collection<FieldWord> fields) {
      FieldWord most = null;
      long mostHits = 0;
      for (FieldWord field : fields) {
        long read = hits.getOrDefault(field, 0L);
        if (read > mostHits) {
          most = field;
          mostHits = read;
        }
      }
      return most;
    }

    private static Set<Integer> union(Iterable<Set<Integer>> sets) {
      Set<Integer> union = new TreeSet<>();
      sets.forEach(union::addAll);
      return union;
    }
  }

  ObservedClass {
    writers = Collections.unmodifiableSet(new TreeSet<>(writers));
  }

  /** Those that read the written word or a field on its line, in turn with the writers. */
  Set<Integer> inTurnOnLine() {
    Set<Integer> there = new TreeSet<>();
    readers.takingTurns.forEach((field, threads) -> {
      if (layout.isOnLine(field)) {
        there.addAll(threads);
      }
    });
    return there;
  }
}
