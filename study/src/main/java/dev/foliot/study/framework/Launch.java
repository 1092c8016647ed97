package dev.foliot.study.framework;

import java.util.List;

/**
 * How a service is started, in the order of its words.
 *
 * @param jvm words for the JVM, after the user's own: the last one counts
 * @param program what follows them, such as {@code -jar} and a file
 * @param args words for the program, after the user's own
 * @param keys what begins a word that sets a key of its configuration
 */
public record Launch(List<String> jvm, List<String> program, List<String> args, Keys keys) {
  /** Stands for the port in all words. */
  public static final String PORT = "\1";

  /** How a key of the configuration is set. */
  public enum Keys {
    /** By an argument of the program. */
    ARGUMENT("--"),
    /** By a system property. */
    PROPERTY("-D"),
    /** By a system property, and the program takes no arguments. */
    PROPERTY_ONLY("-D");

    private final String beginning;

    Keys(String beginning) {
      this.beginning = beginning;
    }

    /** The word that sets a key. */
    public String word(String key, String value) {
      return beginning + key + "=" + value;
    }
  }

  /** Keeps copies. */
  public Launch {
    jvm = List.copyOf(jvm);
    program = List.copyOf(program);
    args = List.copyOf(args);
  }
}
