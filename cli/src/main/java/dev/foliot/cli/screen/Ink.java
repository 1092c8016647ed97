package dev.foliot.cli.screen;

import java.util.Map;

/** Emphasis of text on a terminal; nothing is added where there is no colour. */
public enum Ink {
  /** No colour. */
  PLAIN,
  /** The 16 colours that every terminal with colour has. */
  COLOUR;

  private static final String RESET = "\u001b[0m";

  /**
   * What a stream can show.
   *
   * @param isTerminal whether the stream is a terminal
   * @param environment the variables of this process: {@code NO_COLOR} and {@code TERM} count
   */
  public static Ink of(boolean isTerminal, Map<String, String> environment) {
    boolean isUnwanted = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    String terminal = environment.getOrDefault("TERM", "");
    return isTerminal && !isUnwanted && !terminal.equals("dumb") ? COLOUR : PLAIN;
  }

  /** The answer. */
  public String strong(String text) {
    return with("1", text);
  }

  /** Labels and heads of tables. */
  public String faint(String text) {
    return with("2", text);
  }

  /** What is as it should be. */
  public String good(String text) {
    return with("32", text);
  }

  /** What limits a result. */
  public String warning(String text) {
    return with("33", text);
  }

  /** What makes a result useless. */
  public String bad(String text) {
    return with("31", text);
  }

  private String with(String code, String text) {
    return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + RESET;
  }
}
