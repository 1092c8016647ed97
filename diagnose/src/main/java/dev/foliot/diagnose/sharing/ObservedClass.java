package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.watch.Overlap;
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
 * The observed writers and readers of one class's structure. Immutable.
 *
 * @param layout the addresses of the structure and its fields
 * @param rate how often the word is written
 * @param windows the watchpoint windows
 * @param writers the threads that write the word, ascending
 * @param overlap whether these write at the same time; unknown for a single one
 * @param readers the threads that read and do not write
 * @param hasWaited whether threads waited for CPUs, and might meet only for that reason
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
   * @param read the fields that they read, those on the written field's line first
   * @param line the division of memory into lines
   */
  record Layout(long address, FieldWord written, List<FieldWord> read, CacheLine line) {
    Layout {
      read = List.copyOf(read);
    }

    /** Whether a field shares the written field's line. */
    boolean isOnLine(FieldWord field) {
      return line.holdsBoth(address, written.offset(), field.offset());
    }

    /** At how many addresses a field does not share that line. */
    LuckyPlacements lucky(FieldWord field) {
      return line.lucky(address, written.offset(), field.offset());
    }
  }

  /**
   * The numbers of windows.
   *
   * @param all of writes
   * @param written windows with a write
   * @param word windows with writes that also counted all accesses to the word
   * @param perSWhileWritten writes a second over the windows with a write
   */
  record Windows(int all, int written, int word, double perSWhileWritten) {}

  /**
   * The threads that read and do not write, by field, the written one included.
   *
   * @param counted readers that may wait for a writer
   * @param takingTurns readers in turn with the writers, which wait for nobody
   * @param meanwhile counted readers that read while others write
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

    /** The readers of one field that count; ascending. */
    Set<Integer> of(FieldWord field) {
      return counted.getOrDefault(field, Set.of());
    }

    /** The readers of any field that count. */
    Set<Integer> all() {
      return union(counted.values());
    }

    /** The readers of one field in turn with the writers; ascending. */
    Set<Integer> inTurn(FieldWord field) {
      return takingTurns.getOrDefault(field, Set.of());
    }

    /** The readers of any field in turn with the writers. */
    Set<Integer> inTurn() {
      return union(takingTurns.values());
    }

    /** The field that counted readers read most; null without reads. */
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

  /** The readers, in turn with the writers, of the written word or a field on its line. */
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
