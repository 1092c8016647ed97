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
 * @param readers by field, those that do not write
 * @param most the field that is read most, where that is the harm
 * @param isSeen whether it was seen that threads are at it at the same time
 */
record Facts(
    Kind kind,
    Set<Integer> writers,
    Map<FieldWord, Set<Integer>> readers,
    Optional<FieldWord> most,
    boolean isSeen) {
  /** Where nobody could be watched: either kind, or none. */
  static Facts unwatched() {
    return new Facts(Kind.TRUE_SHARING, Set.of(), Map.of(), Optional.empty(), false);
  }

  static Facts of(Verdict.TrueSharing verdict) {
    return new Facts(
        Kind.TRUE_SHARING,
        verdict.writers(),
        verdict.readers(),
        Optional.empty(),
        verdict.isSeen());
  }

  static Facts of(Verdict.FalseSharing verdict, Traffic traffic) {
    FieldWord most = verdict.readers().keySet().iterator().next();
    for (FieldWord field : verdict.readers().keySet()) {
      if (traffic.readsBut(field, verdict.writers()) > traffic.readsBut(most, verdict.writers())) {
        most = field;
      }
    }
    return new Facts(
        Kind.FALSE_SHARING, verdict.writers(), verdict.readers(), Optional.of(most), true);
  }

  /** Of any field. */
  Set<Integer> allReaders() {
    Set<Integer> all = new TreeSet<>();
    readers.values().forEach(all::addAll);
    return all;
  }
}
