package dev.foliot.diagnose.sharing;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The threads that read a class's structure and do not write it, and which of them count: this is
 * the one place that decides it. A thread that reads in turn with those that write waits for
 * nobody. It does not count at any field, and is told apart. What was seen last decides: of the
 * same suspect it may be otherwise a round later. Immutable.
 */
final class Readers {
  private final Suspect suspect;
  private final Map<FieldWord, Set<Integer>> counted = new HashMap<>();
  private final Map<FieldWord, Set<Integer>> inTurn = new HashMap<>();
  private final Set<Integer> meanwhile = new HashSet<>();

  private Readers(Suspect suspect) {
    this.suspect = suspect;
    Set<Integer> writers = suspect.traffic().writers();
    for (FieldWord field : suspect.read()) {
      Set<Integer> others = suspect.traffic().readers(field);
      others.removeAll(writers);
      divide(field, others, writers);
    }
    divide(suspect.written(), suspect.traffic().wordReaders(), writers);
  }

  static Readers of(Suspect suspect) {
    return new Readers(suspect);
  }

  private void divide(FieldWord field, Set<Integer> readers, Set<Integer> writers) {
    Set<Integer> counts = new TreeSet<>();
    Set<Integer> turns = new TreeSet<>();
    for (int reader : readers) {
      Overlap.Answer answer = suspect.isReadMeanwhile(reader, writers);
      (answer == Overlap.Answer.IN_TURN ? turns : counts).add(reader);
      if (answer == Overlap.Answer.TOGETHER) {
        meanwhile.add(reader);
      }
    }
    counted.put(field, Collections.unmodifiableSet(counts));
    inTurn.put(field, Collections.unmodifiableSet(turns));
  }

  /** Those that count, of one field that is read, or of the written word; ascending. */
  Set<Integer> of(FieldWord field) {
    return counted.getOrDefault(field, Set.of());
  }

  /** Those that count, of any field. */
  Set<Integer> all() {
    return union(counted.values());
  }

  /** Those of one field that read in turn with the writers; ascending. */
  Set<Integer> inTurn(FieldWord field) {
    return inTurn.getOrDefault(field, Set.of());
  }

  /** Those of any field. */
  Set<Integer> inTurn() {
    return union(inTurn.values());
  }

  /** Those of the written word and of the fields on its line. */
  Set<Integer> inTurn(Line line) {
    Set<Integer> there = new TreeSet<>();
    int written = suspect.written().offset();
    inTurn.forEach((field, readers) -> {
      if (line.holdsBoth(suspect.address(), written, field.offset())) {
        there.addAll(readers);
      }
    });
    return there;
  }

  /** Whether a thread that counts reads while others write, for all that can be told. */
  boolean isMeanwhile(int reader) {
    return meanwhile.contains(reader);
  }

  private static Set<Integer> union(Iterable<Set<Integer>> sets) {
    Set<Integer> union = new TreeSet<>();
    sets.forEach(union::addAll);
    return union;
  }
}
