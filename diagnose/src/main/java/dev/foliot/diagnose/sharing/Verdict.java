package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.reason.SharingReason.NoHarm;
import dev.foliot.store.diagnosis.FindingKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The verdict on the traffic at one class's structure. */
sealed interface Verdict {
  /** The kind of waiting. */
  enum Harm {
    /** Two threads or more write one word. */
    SEVERAL_WRITE,
    /** One thread at a time writes a word, and others read the same word. */
    WORD_READ,
    /** One thread at a time writes a word, and others read other words of the same line. */
    FIELD_READ,
    /** Unknown, because no thread could be watched. */
    UNKNOWN
  }

  /**
   * Threads share the line, and some wait for others, as far as observed.
   *
   * @param harm the kind of waiting
   * @param writers one, or several that take turns, except for {@link Harm#SEVERAL_WRITE}; empty if
   *     no thread could be watched
   * @param wordReaders threads that read the word and do not write it: no address helps them
   * @param readers by other field of the same line, the threads that read it and do not write
   * @param most the field that is read most, where that is the harm
   * @param isByAddress whether another address would remove the harm, as far as examined
   * @param areWritersTogether whether several were observed to write at the same time
   * @param isReadMeanwhile whether others read while they write, as far as known
   */
  record Sharing(
      Harm harm,
      Set<Integer> writers,
      Set<Integer> wordReaders,
      Map<FieldWord, Set<Integer>> readers,
      Optional<FieldWord> most,
      boolean isByAddress,
      boolean areWritersTogether,
      boolean isReadMeanwhile)
      implements Verdict {
    /** No thread could be watched. */
    static final Sharing UNWATCHED =
        new Sharing(
            Harm.UNKNOWN, Set.of(), Set.of(), Map.of(), Optional.empty(), false, false, false);

    public Sharing {
      writers = Collections.unmodifiableSet(new TreeSet<>(writers));
      wordReaders = Collections.unmodifiableSet(new TreeSet<>(wordReaders));
      readers = Collections.unmodifiableMap(new LinkedHashMap<>(readers));
    }

    /** The kind; an assumption if no thread could be watched. */
    FindingKind kind() {
      return harm == Harm.FIELD_READ ? FindingKind.FALSE_SHARING : FindingKind.TRUE_SHARING;
    }

    /** Whether the writers never wait for each other: a single one, or several in turn. */
    boolean isOneAtATime() {
      return harm == Harm.WORD_READ || harm == Harm.FIELD_READ;
    }

    /** Whether threads were observed at the same time, as writers or readers. */
    boolean isObserved() {
      return areWritersTogether || isReadMeanwhile;
    }

    /** The readers of the fields other than the written one. */
    Set<Integer> readersBeside() {
      Set<Integer> beside = new TreeSet<>();
      readers.values().forEach(beside::addAll);
      return beside;
    }

    /** The readers of any field, the written one included. */
    Set<Integer> allReaders() {
      Set<Integer> all = readersBeside();
      all.addAll(wordReaders);
      return all;
    }
  }

  /** No thread waits. */
  record None(NoHarm why) implements Verdict {}
}
