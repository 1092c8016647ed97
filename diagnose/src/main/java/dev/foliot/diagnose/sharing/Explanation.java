package dev.foliot.diagnose.sharing;

import dev.foliot.store.diagnosis.LuckyPlacements;
import dev.foliot.store.diagnosis.WriteRate;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Describes a finding for readers without knowledge of JVM structures. */
final class Explanation {
  private final StringBuilder text = new StringBuilder();
  private final Verdict.Sharing verdict;
  private final String className;
  private final int lineBytes;

  Explanation(Verdict.Sharing verdict, String className, int lineBytes) {
    this.verdict = verdict;
    this.className = className;
    this.lineBytes = lineBytes;
  }

  /**
   * The text; to be called once.
   *
   * @param inTurn how many threads read the line in turn with the writers
   * @param readAt the Java line where others read the cache line
   * @param lucky for the field that they read most
   */
  String text(
      List<String> interfaces,
      WriteRate rate,
      int inTurn,
      Optional<String> readAt,
      @Nullable LuckyPlacements lucky) {
    note(interfaces, rate);
    line();
    switch (verdict.harm()) {
      case UNKNOWN -> unknown();
      case FIELD_READ -> disturbed(readAt, lucky);
      case WORD_READ -> wordRead(readAt);
      case SEVERAL_WRITE -> {
        if (verdict.areWritersTogether()) {
          contended(verdict.writers().size(), verdict.allReaders().size());
        } else {
          inDoubt();
        }
      }
    }
    if (inTurn > 0) {
      add(
          Numbers.count(inTurn, verdict.allReaders().isEmpty() ? "other thread" : "more thread")
              + (inTurn == 1 ? " reads" : " read")
              + " the line in turn with whoever writes, as far as can be told, and "
              + (inTurn == 1 ? "waits" : "wait")
              + " for nobody.");
    }
    add(
        "Nothing of this is in the program's own data, and a profile shows only that the code"
            + " around the check is slow.");
    return text.toString();
  }

  private void note(List<String> interfaces, WriteRate rate) {
    add(
        "For every class the JVM keeps a small structure, called its Klass, and in it a note"
            + " (_secondary_super_cache): the interface that an object of this class was last"
            + " found to have.");
    add(
        "A check such as instanceof or a cast looks at the note first; when it was about another"
            + " interface than the one before, it searches the class's list of interfaces and"
            + " rewrites the note.");
    String asked =
        interfaces.isEmpty()
            ? "several interfaces in turn"
            : interfaces.size() == 1
                ? interfaces.get(0) + " and others in turn"
                : Numbers.and(interfaces) + " in turn";
    add(
        "Objects of "
            + className
            + " are asked about "
            + asked
            + ", so the note is rewritten "
            + CostGrade.precision(rate).of(rate.perS())
            + " times a second.");
  }

  private void line() {
    add(
        "Memory moves between processor cores in lines of "
            + lineBytes
            + " bytes, and a core must have a line for itself before it may write to it.");
  }

  private void contended(int writers, int readers) {
    String others =
        readers == 0
            ? ""
            : "; "
                + Numbers.count(readers, "other thread")
                + (readers == 1 ? " reads" : " read")
                + " the same line and "
                + (readers == 1 ? "waits" : "wait")
                + " as well";
    add(
        Numbers.count(writers, "thread")
            + " write this one word, so its line travels from core to core and each waits for it"
            + others
            + ". More threads make it slower, not faster (true sharing).");
  }

  private void inDoubt() {
    int readers = verdict.allReaders().size();
    add(
        Numbers.count(verdict.writers().size(), "thread")
            + " write this one word. Whether they do so at the same time could not be seen: if they"
            + " do, its line travels from core to core and each waits for it (true sharing); if"
            + " they take turns, as a task does that moves from thread to thread, none waits for"
            + " another."
            + (readers == 0 || !verdict.isObserved()
                ? ""
                : " "
                    + Numbers.count(readers, "other thread")
                    + (readers == 1 ? " reads" : " read")
                    + " the same line, and "
                    + (readers == 1 ? "waits" : "wait")
                    + " in either case."));
  }

  private void wordRead(Optional<String> readAt) {
    int readers = verdict.wordReaders().size();
    add(
        rewritten()
            + ", but "
            + Numbers.count(readers, "other thread")
            + (readers == 1 ? " reads" : " read")
            + " the same note"
            + readAt.map(at -> " at " + at).orElse("")
            + ", as each check does before it searches: after each write the line has to be fetched"
            + " again (true sharing). No address of the structure changes that.");
    inTurn();
  }

  private void inTurn() {
    if (!verdict.isObserved()) {
      add(
          "Whether they read while it is rewritten could not be seen: in turn, as the steps of one"
              + " task do that moves from thread to thread, they would not wait.");
    }
  }

  private String rewritten() {
    int writers = verdict.writers().size();
    return writers == 1
        ? "One thread alone rewrites the note"
        : Numbers.count(writers, "thread")
            + " rewrite the note, and take turns, so that none of them waits for another";
  }

  private void disturbed(Optional<String> readAt, @Nullable LuckyPlacements lucky) {
    Set<Integer> beside = verdict.readersBeside();
    int readers = beside.size();
    add(
        rewritten()
            + ", but "
            + Numbers.count(readers, "other thread")
            + (readers == 1 ? " reads " : " read ")
            + verdict.most().map(FieldWord::name).orElse("another field")
            + readAt.map(at -> " at " + at).orElse("")
            + ", a field that never changes and lies in the same "
            + lineBytes
            + " bytes: after each write the line has to be fetched again (false sharing).");
    if (lucky != null) {
      add(
          "Whether the two share a line is decided by the address at which the JVM happened"
              + " to put the structure: at "
              + lucky.placements()
              + " of "
              + lucky.of()
              + " addresses they would not.");
    }
    Set<Integer> both = new TreeSet<>(verdict.wordReaders());
    both.retainAll(beside);
    if (!both.isEmpty()) {
      add(
          "But "
              + (both.size() < readers
                  ? Numbers.about(both.size()) + " of them also "
                  : readers == 1 ? "that thread also " : "these threads also ")
              + (both.size() == 1 ? "reads" : "read")
              + " the note itself, as each check does before it searches: that wait no address"
              + " takes away.");
    }
    int alone = verdict.wordReaders().size() - both.size();
    if (alone > 0) {
      add(
          Numbers.count(alone, "more thread")
              + (alone == 1 ? " reads" : " read")
              + " the note itself, and "
              + (alone == 1 ? "waits" : "wait")
              + " at any address.");
    }
    inTurn();
  }

  private void unknown() {
    add(
        "Which threads write could not be watched, so neither the kind is known nor whether there"
            + " is any harm. If two or more write, each waits for the others (true sharing); if one"
            + " does and others read a field on the same line, these wait (false sharing); if no"
            + " two threads use the class at the same time, nobody does.");
  }

  private void add(String sentence) {
    if (!text.isEmpty()) {
      text.append(' ');
    }
    text.append(sentence);
  }
}
