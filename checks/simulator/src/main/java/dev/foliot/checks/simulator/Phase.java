package dev.foliot.checks.simulator;

/** An activity of a task for some time. */
public sealed interface Phase {
  /** Uses the CPU. */
  record Burst(Draw ns) implements Phase {}

  /** Waits for a time that does not depend on other waiting tasks. */
  record Blocked(Draw ns) implements Phase {}

  /**
   * Waits for a permit of a downstream, in order, and then for its answer.
   *
   * @param patience how it waits for the permit
   */
  record Call(int downstream, Draw ns, Patience patience) implements Phase {
    /** A call that waits for ever. */
    public Call(int downstream, Draw ns) {
      this(downstream, ns, new Patience(Long.MAX_VALUE, false));
    }
  }

  /**
   * How long a call waits for a permit. The task ends after that.
   *
   * @param isSeen whether the pool can see that the task failed
   */
  record Patience(long ns, boolean isSeen) {}

  /** Submits a task of that kind to the same pool and waits for its end. */
  record Child(int kind) implements Phase {}
}
