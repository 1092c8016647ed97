package dev.foliot.study.framework;

import java.util.List;
import java.util.Map;

/**
 * What makes one kind of threads serve the requests.
 *
 * @param jvm words for the JVM
 * @param args words for the program, after all others
 * @param environment variables
 */
public record ThreadWords(List<String> jvm, List<String> args, Map<String, String> environment) {
  /** Nothing: the program has that kind of threads. */
  public static final ThreadWords NONE = new ThreadWords(List.of(), List.of(), Map.of());

  /** Keeps copies. */
  public ThreadWords {
    jvm = List.copyOf(jvm);
    args = List.copyOf(args);
    environment = Map.copyOf(environment);
  }

  static ThreadWords ofJvm(List<String> words) {
    return new ThreadWords(words, List.of(), Map.of());
  }

  static ThreadWords ofArgs(List<String> words) {
    return new ThreadWords(List.of(), words, Map.of());
  }

  static ThreadWords ofVariable(String name, String value) {
    return new ThreadWords(List.of(), List.of(), Map.of(name, value));
  }
}
