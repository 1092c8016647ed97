package dev.foliot.diagnose.sharing;

import dev.foliot.store.SharingFinding.Kind;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who does what at one class's structure.
 *
 * @param kind an assumption where there are no writers
 * @param writers none where nobody could be watched
 * @param wordReaders those that read the written word itself and do not write
 * @param readers by other field, those that do not write
 * @param most the field that is read most, where that is the harm
 * @param inTurn whether the writers do not wait for each other: it is one, or they take turns
 * @param isByAddress whether another address would take the harm away, as far as was looked
 * @param areWritersSeen whether several were seen to write at the same time
 * @param isSeen whether it was seen that threads are at it at the same time, as writers or readers
 */
record Facts(
    Kind kind,
    Set<Integer> writers,
    Set<Integer> wordReaders,
    Map<FieldWord, Set<Integer>> readers,
    Optional<FieldWord> most,
    boolean inTurn,
    boolean isByAddress,
    boolean areWritersSeen,
    boolean isSeen) {
  /** Where nobody could be watched: either kind, or none. */
  static Facts unwatched() {
    return new Facts(
        Kind.TRUE_SHARING,
        Set.of(),
        Set.of(),
        Map.of(),
        Optional.empty(),
        false,
        false,
        false,
        false);
  }

  static Facts of(Verdict.TrueSharing verdict) {
    return new Facts(
        Kind.TRUE_SHARING,
        verdict.writers(),
        verdict.wordReaders(),
        verdict.readers(),
        Optional.empty(),
        false,
        false,
        verdict.isSeen(),
        verdict.isSeen() || verdict.isReadSeen());
  }

  static Facts of(Verdict.WordRead verdict) {
    return new Facts(
        Kind.TRUE_SHARING,
        verdict.writers(),
        verdict.wordReaders(),
        Map.of(),
        Optional.empty(),
        true,
        false,
        false,
        verdict.isSeen());
  }

  static Facts of(Verdict.FalseSharing verdict, Traffic traffic) {
    FieldWord most = verdict.readers().keySet().iterator().next();
    long mostReads = 0;
    for (Map.Entry<FieldWord, Set<Integer>> field : verdict.readers().entrySet()) {
      long reads = traffic.reads(field.getKey(), field.getValue());
      if (reads > mostReads) {
        most = field.getKey();
        mostReads = reads;
      }
    }
    return new Facts(
        Kind.FALSE_SHARING,
        verdict.writers(),
        verdict.wordReaders(),
        verdict.readers(),
        Optional.of(most),
        true,
        verdict.wordReaders().isEmpty() && traffic.wordWindows() >= 2,
        false,
        verdict.isSeen());
  }

  /** Whether nobody waits but who reads the written word. */
  boolean isByReaders() {
    return kind == Kind.TRUE_SHARING && inTurn;
  }

  /** Of the fields beside the written one. */
  Set<Integer> readersBeside() {
    Set<Integer> beside = new TreeSet<>();
    readers.values().forEach(beside::addAll);
    return beside;
  }

  /** Of any field, the written one too. */
  Set<Integer> allReaders() {
    Set<Integer> all = readersBeside();
    all.addAll(wordReaders);
    return all;
  }
}
