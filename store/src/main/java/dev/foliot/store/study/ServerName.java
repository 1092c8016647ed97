package dev.foliot.store.study;

import java.util.List;
import java.util.Set;

/** What people call the program that a command starts. Pure. */
final class ServerName {
  private static final Set<String> JAVA = Set.of("java", "${java}");

  /** Options of {@code java} whose value is the next word. */
  private static final Set<String> WITH_VALUE =
      Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path", "--add-modules");

  private ServerName() {}

  /**
   * The jar, the main class or the module of a {@code java} command; the program's file name of any
   * other.
   *
   * @param command the program and its arguments, 1 or more
   */
  static String of(List<String> command) {
    String program = fileName(command.getFirst());
    if (!JAVA.contains(program)) {
      return program;
    }
    for (int i = 1; i < command.size(); i++) {
      String word = command.get(i);
      boolean namesProgram = word.equals("-jar") || word.equals("-m") || word.equals("--module");
      if (namesProgram && i + 1 < command.size()) {
        return fileName(command.get(i + 1));
      }
      if (WITH_VALUE.contains(word)) {
        i++;
      } else if (!word.startsWith("-")) {
        return word;
      }
    }
    return program;
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
