package dev.foliot.checks.specimens;

/** The repeated work of one thread of a specimen. Used by one thread only. */
interface Work {
  /**
   * Performs operations.
   *
   * @param rounds the number of operations, at least 1
   * @return a value that depends on them all, which keeps the compiler from removing any
   */
  long run(int rounds);

  /** The number of operations between checks of the stop sign and updates of the count. */
  default int rounds() {
    return 10_000;
  }

  /** Whether its behaviour now matches the specimen's truth. */
  default boolean isSteady() {
    return true;
  }
}
