package dev.foliot.diagnose.sharing;

import dev.foliot.store.diagnosis.SharingFinding.Kind;
import dev.foliot.text.SharingReason.NoHarm;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the traffic at one class's structure amounts to. */
sealed interface Verdict {
  /** Who waits for whom. */
  enum Harm {
    /** Two threads or more write one word. */
    SEVERAL_WRITE,
    /** One thread at a time writes a word, and others read that very word. */
    WORD_READ,
    /** One thread at a time writes a word, and others read different ones of the same line. */
    FIELD_READ,
    /** Nobody could be watched: either of them, or none. */
    UNKNOWN
  }

  /**
   * Threads share the line, and some wait for others, as far as it was observed.
   *
   * @param harm who waits for whom
   * @param writers one, or several that take turns but for {@link Harm#SEVERAL_WRITE}; none where
   *     nobody could be watched
   * @param wordReaders the threads that read the word and do not write it: no address helps them
   * @param readers by other field of the same line, the threads that read it and do not write
   * @param most the field that is read most, where that is the harm
   * @param isByAddress whether another address would take the harm away, as far as was examined
   * @param areWritersTogether whether several were observed to write at the same time
   * @param isReadMeanwhile whether others read while they write, as far as is known
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
    /** Nobody could be watched. */
    static final Sharing UNWATCHED =
        new Sharing(
            Harm.UNKNOWN, Set.of(), Set.of(), Map.of(), Optional.empty(), false, false, false);

    public Sharing {
      writers = Collections.unmodifiableSet(new TreeSet<>(writers));
      wordReaders = Collections.unmodifiableSet(new TreeSet<>(wordReaders));
      readers = Collections.unmodifiableMap(new LinkedHashMap<>(readers));
    }

    /** An assumption where nobody could be watched. */
    Kind kind() {
      return harm == Harm.FIELD_READ ? Kind.FALSE_SHARING : Kind.TRUE_SHARING;
    }

    /** Whether the writers do not wait for each other: it is one, or they take turns. */
    boolean isOneAtATime() {
      return harm == Harm.WORD_READ || harm == Harm.FIELD_READ;
    }

    /** Whether threads were observed to be at it at the same time, as writers or readers. */
    boolean isObserved() {
      return areWritersTogether || isReadMeanwhile;
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

  /** Nobody waits for anybody. */
  record None(NoHarm why) implements Verdict {}
}
