package dev.foliot.checks.specimens;

/**
 * Another work, so much of it at a time.
 *
 * @param rounds how many operations, at least 1
 */
record AtATime(Work work, int rounds) implements Work {
  @Override
  public long run(int asked) {
    return work.run(asked);
  }
}
