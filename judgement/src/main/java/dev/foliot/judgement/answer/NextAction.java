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

  /** To look at the machine. */
  public static NextAction doctor(NextCommands commands) {
    return new NextAction(
        "Find out what else uses the CPUs, then measure again.", commands.of("doctor"));
  }

  /** To read the page of the latest run; it has no purpose on that page. */
  static NextAction page(NextCommands commands) {
    return new NextAction("", commands.of("report", "@1"));
  }

  /** Whether there is a command with a purpose beside the page. */
  public boolean isToRun() {
    return !purpose.isEmpty() && !command.isEmpty();
  }
}
