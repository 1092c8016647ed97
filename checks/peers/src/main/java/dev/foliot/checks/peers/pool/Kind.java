package dev.foliot.checks.peers.pool;

/** How a case ends. */
enum Kind {
  /** After a time for each step; each is measured after its warm-up. */
  STEPS,
  /** Some time after the full throughput was reached; the last of it is measured. */
  RAMP,
  /** When all callers have called once. */
  BURST,
  /** As JMH says; the steps name its benchmarks. */
  JMH
}
