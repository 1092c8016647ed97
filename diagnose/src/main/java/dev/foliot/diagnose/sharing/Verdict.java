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
   * @param wordReaders the threads that read the word and do not write it
   * @param readers by other field of the same line, the threads that read it and do not write
   * @param isSeen whether they were seen to do so at the same time; else it could not be told
   * @param isReadSeen whether others read while they write, as far as can be told
   */
  record TrueSharing(
      Set<Integer> writers,
      Set<Integer> wordReaders,
      Map<FieldWord, Set<Integer>> readers,
      boolean isSeen,
      boolean isReadSeen)
      implements Verdict {
    public TrueSharing {
      writers = sorted(writers);
      wordReaders = sorted(wordReaders);
      readers = Collections.unmodifiableMap(new LinkedHashMap<>(readers));
    }
  }

  /**
   * One thread writes a word, others read different ones of the same line.
   *
   * @param writers one, or several that take turns
   * @param wordReaders those that read the written word as well, or alone: no address helps them
   * @param readers by field
   * @param isSeen whether they do so while others write, as far as can be told
   */
  record FalseSharing(
      Set<Integer> writers,
      Set<Integer> wordReaders,
      Map<FieldWord, Set<Integer>> readers,
      boolean isSeen)
      implements Verdict {
    public FalseSharing {
      writers = sorted(writers);
      wordReaders = sorted(wordReaders);
      readers = Collections.unmodifiableMap(new LinkedHashMap<>(readers));
    }
  }

  /**
   * One thread writes a word and others read that very word: true sharing as well.
   *
   * @param writers one, or several that take turns
   * @param wordReaders the threads that read it and do not write
   * @param isSeen whether they do so while others write, as far as can be told
   */
  record WordRead(Set<Integer> writers, Set<Integer> wordReaders, boolean isSeen)
      implements Verdict {
    public WordRead {
      writers = sorted(writers);
      wordReaders = sorted(wordReaders);
    }
  }

  /** Nobody waits for anybody. */
  record None(String why) implements Verdict {}

  private static Set<Integer> sorted(Set<Integer> tids) {
    return Collections.unmodifiableSet(new TreeSet<>(tids));
  }
}
