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
   * @param isSeen whether they were seen to do so at the same time; else it could not be told
   */
  record TrueSharing(Set<Integer> writers, Map<FieldWord, Set<Integer>> readers, boolean isSeen)
      implements Verdict {
    public TrueSharing {
      writers = sorted(writers);
      readers = Collections.unmodifiableMap(new LinkedHashMap<>(readers));
    }
  }

  /**
   * One thread writes a word, others read different ones of the same line.
   *
   * @param writers one, or several that take turns
   * @param readers by field
   */
  record FalseSharing(Set<Integer> writers, Map<FieldWord, Set<Integer>> readers)
      implements Verdict {
    public FalseSharing {
      writers = sorted(writers);
      readers = Collections.unmodifiableMap(new LinkedHashMap<>(readers));
    }
  }

  /** Nobody waits for anybody. */
  record None(String why) implements Verdict {}

  private static Set<Integer> sorted(Set<Integer> tids) {
    return Collections.unmodifiableSet(new TreeSet<>(tids));
  }
}
