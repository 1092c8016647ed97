package dev.foliot.diagnose.sharing;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the traffic at one class's structure amounts to. */
sealed interface Verdict {
  /**
   * Two threads or more write one word.
   *
   * @param readers by field of the same line, the threads that read it and do not write
   */
  record TrueSharing(Set<Integer> writers, Map<FieldWord, Set<Integer>> readers)
      implements Verdict {
    public TrueSharing {
      writers = Collections.unmodifiableSet(new TreeSet<>(writers));
      readers = Collections.unmodifiableMap(new LinkedHashMap<>(readers));
    }
  }

  /** One thread writes a word, others read different ones of the same line, by field. */
  record FalseSharing(int writer, Map<FieldWord, Set<Integer>> readers) implements Verdict {
    public FalseSharing {
      readers = Collections.unmodifiableMap(new LinkedHashMap<>(readers));
    }
  }

  /** Nobody waits for anybody. */
  record None(String why) implements Verdict {}
}
