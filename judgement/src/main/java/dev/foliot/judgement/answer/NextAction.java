package dev.foliot.judgement.answer;

import dev.foliot.store.GateRecord;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What to do next.
 *
 * @param purpose what it is for, one sentence; empty where the command says it
 * @param command the words of a command line; empty without one
 */
public record NextAction(String purpose, List<String> command) {
  private static final double SECOND_NS = 1e9;

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

  /** To give pairs of forks that did not decide twice their budget. */
  public static NextAction ofPairs(GateRecord gate, NextCommands commands) {
    long twiceS = Math.max(1, Math.round(2 * gate.budgetNs() / SECOND_NS));
    return new NextAction(
        "Give it twice the time.",
        commands.again(Set.of("--budget", "--name"), "--budget", twiceS + "s"));
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
