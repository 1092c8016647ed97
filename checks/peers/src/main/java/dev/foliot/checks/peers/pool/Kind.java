package dev.foliot.checks.peers.pool;

/** The end of a case. */
enum Kind {
  /** After a time for each step, measured after its warm-up. */
  STEPS,
  /**
   * The same, but all steps run twice, the first time without a measurement. The compiler and the
   * pool then know each of them.
   */
  TURNS,
  /** Some time after full throughput; the last part is measured. */
  RAMP,
  /** After one call of every caller. */
  BURST,
  /** By JMH; the steps name its benchmarks. */
  JMH
}
