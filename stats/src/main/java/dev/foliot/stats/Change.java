package dev.foliot.stats;

/** What a comparison says of the second side. */
public enum Change {
  /** Whatever the difference is, it is within the margin. */
  SAME,

  /** Slower, by the margin at least as far as can be told. */
  WORSE,

  /** Faster, by the margin at least as far as can be told. */
  BETTER,

  /** The forks do not say. */
  UNDECIDED
}
