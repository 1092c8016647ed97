package dev.foliot.diagnose.words;

import java.util.List;

/** Explanations and remedies for findings on written words, for readers new to the subject. */
final class WordsText {
  private static final String AGAIN = " Proof: diagnose again under the same load: ";

  static final String WORD =
      "A CPU must own a cache line of 64 bytes to write it. These threads write the same word, so"
          + " the line moves from CPU to CPU with each write, and the others wait for it. That"
          + " counts as CPU time, and more threads make it slower.";

  static final List<String> WORD_REMEDIES =
      List.of(
          "For a counter or a sum: java.util.concurrent.atomic.LongAdder, or a field per thread"
              + " that is summed up when it is read. Proof: foliot bench of both versions.",
          "Write less often: count in a local variable, and add it once per batch."
              + AGAIN
              + "the share falls.",
          "For a lock that spins: sleep or park after some attempts, or use ReentrantLock, or split"
              + " what it guards. Proof: foliot bench of both versions.");

  static final String LINE =
      "A CPU must own a cache line of 64 bytes to write it. These threads write different words,"
          + " but the words lie in one line. So the line moves from CPU to CPU as if they wrote the"
          + " same word (false sharing).";

  static final List<String> LINE_REMEDIES =
      List.of(
          "Put 64 bytes or more, better 128, between them: slots of an array 16 longs apart, an"
              + " array or an object per thread that the thread itself creates, or fields of"
              + " padding. Proof: foliot bench of both versions.",
          "Annotate the fields with jdk.internal.vm.annotation.Contended, and start the JVM with"
              + " -XX:-RestrictContended and --add-exports"
              + " java.base/jdk.internal.vm.annotation=ALL-UNNAMED."
              + AGAIN
              + "the finding is gone.");

  static final String SEARCH =
      "A check against an interface looks into a small cache of the class, and then goes through"
          + " the list of all its supertypes. A check that fails is never cached in this JDK: it"
          + " searches the whole list each time.";

  static final List<String> SEARCH_REMEDIES =
      List.of(
          "Run on JDK 24 or later, where a table answers such checks at once."
              + AGAIN
              + "the finding is gone.",
          "Check for the common case first, or for a class instead of the interface: a check"
              + " against a class takes one comparison. Proof: foliot bench of both versions.",
          "Ask the object itself: a method that returns false by default, or a type code, instead"
              + " of instanceof. Proof: the same.");

  private WordsText() {}
}
