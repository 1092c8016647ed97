package dev.foliot.checks.specimens;

/** What one thread of a specimen does again and again. Used by one thread only. */
interface Work {
  /**
   * Does some of it.
   *
   * @param rounds how many operations, at least 1
   * @return anything that depends on them all, so that none is left out by the compiler
   */
  long run(int rounds);

  /** How many operations at a time; the stop sign is looked at, and the count told, in between. */
  default int rounds() {
    return 10_000;
  }

  /** Whether it has become what the specimen's truth says. */
  default boolean isSteady() {
    return true;
  }
}
