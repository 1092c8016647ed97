package dev.foliot.checks.peers.pool;

/** How a case ends. */
enum Kind {
  /** After a time for each step; each is measured after its warm-up. */
  STEPS,
  /**
   * The same, but all steps are gone through twice, and the first time nothing is measured: the
   * compiler has then seen each of them, and so has the pool.
   */
  TURNS,
  /** Some time after the full throughput was reached; the last of it is measured. */
  RAMP,
  /** When all callers have called once. */
  BURST,
  /** As JMH says; the steps name its benchmarks. */
  JMH
}
