package dev.foliot.hotspot;

import java.util.List;
import java.util.Set;

/** Finds the main class or jar of a JVM, without its arguments, which may hold secrets. */
final class MainClass {
  /** Options of the launcher whose value is the next word (man page of java). */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--enable-native-access",
          "--limit-modules",
          "--patch-module",
          "--source",
          "--illegal-native-access");

  private static final Set<String> BEFORE_MAIN = Set.of("-jar", "-m", "--module");

  /** A longer text may be cut. */
  private static final int LONGEST_WHOLE = 900;

  private MainClass() {}

  /** The main class in HotSpot's own text, which begins with it; empty if it was cut off. */
  static String of(String command) {
    int end = command.indexOf(' ');
    if (end >= 0) {
      return command.substring(0, end);
    }
    return command.length() < LONGEST_WHOLE ? command : "";
  }

  /**
   * The main class in the command line of the program {@code java}; empty for another program, and
   * where it stands in a file of arguments.
   */
  static String of(List<String> words) {
    if (words.isEmpty() || !isJava(words.getFirst())) {
      return "";
    }
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (BEFORE_MAIN.contains(word)) {
        return i + 1 < words.size() ? words.get(i + 1) : "";
      }
      if (word.startsWith("--module=")) {
        return word.substring("--module=".length());
      }
      if (WITH_VALUE.contains(word)) {
        i++;
      } else if (!word.startsWith("-") && !word.startsWith("@")) {
        return word;
      }
    }
    return "";
  }

  private static boolean isJava(String program) {
    return program.substring(program.lastIndexOf('/') + 1).startsWith("java");
  }
}
