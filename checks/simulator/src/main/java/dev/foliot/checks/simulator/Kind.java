package dev.foliot.checks.simulator;

import java.util.List;

/** A kind of task. */
public record Kind(String name, List<Phase> phases) {
  /** Copies the list. */
  public Kind {
    phases = List.copyOf(phases);
  }

  /** A kind with these phases. */
  public static Kind of(String name, Phase... phases) {
    return new Kind(name, List.of(phases));
  }
}
