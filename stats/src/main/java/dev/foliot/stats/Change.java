package dev.foliot.stats;

/** The verdict of a comparison on the second side. */
public enum Change {
  /** The difference is within the margin. */
  SAME,

  /** Slower, by an estimate of at least the margin. */
  WORSE,

  /** Faster, by an estimate of at least the margin. */
  BETTER,

  /** The forks do not decide. */
  UNDECIDED
}
