package dev.foliot.judgement.answer;

import java.util.List;
import java.util.Objects;

/**
 * What to do next.
 *
 * @param purpose what it is for, one sentence; empty where the command says it
 * @param command the words of a command line; empty without one
 */
public record NextAction(String purpose, List<String> command) {
  /** Nothing. */
  public static final NextAction NONE = new NextAction("", List.of());

  /** Keeps a copy. */
  public NextAction {
    Objects.requireNonNull(purpose, "purpose");
    command = List.copyOf(command);
  }
}
