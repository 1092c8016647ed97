package dev.foliot.checks.proofs;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** The arguments of the entry points, and their output. */
@SuppressWarnings("AnnotateFormatMethod") // the annotation's library is the compiler's only
final class Proof {
  private static final String DEFAULT = "default";
  private static final String FRESH = "fresh";

  private final List<String> words;
  private final PrintStream out;

  Proof(String... words) {
    this.words = List.of(words);
    this.out = System.out;
  }

  /** The list in the first word, or the default. */
  List<String> list(String usual) {
    return List.of(word(0, usual).split(",", -1));
  }

  /** The number in the second word, or the default. */
  int rounds(int usual) {
    return Integer.parseInt(word(1, Integer.toString(usual)));
  }

  /** The number in the third word, or a random one. */
  long seed() {
    String seed = word(2, FRESH);
    return seed.equals(FRESH)
        ? RandomGenerator.getDefault().nextInt(Integer.MAX_VALUE)
        : Long.parseLong(seed);
  }

  private String word(int index, String usual) {
    String word = index < words.size() ? words.get(index) : DEFAULT;
    return word.equals(DEFAULT) ? usual : word;
  }

  /** Prints one line at once. */
  void tell(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }

  /** Reports whether a bar is met. */
  boolean bar(boolean isMet, String format, Object... values) {
    tell((isMet ? "met: " : "MISSED: ") + format, values);
    return isMet;
  }
}
