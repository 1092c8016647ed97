package dev.foliot.checks.simulator;

/** An activity of a task for some time. */
public sealed interface Phase {
  /** Uses the CPU. */
  record Burst(Draw ns) implements Phase {}

  /** Waits for a time that does not depend on other waiting tasks. */
  record Blocked(Draw ns) implements Phase {}

  /** Waits for a permit of a downstream, in order, and then for its answer. */
  record Call(int downstream, Draw ns) implements Phase {}

  /** Submits a task of that kind to the same pool and waits for its end. */
  record Child(int kind) implements Phase {}
}
