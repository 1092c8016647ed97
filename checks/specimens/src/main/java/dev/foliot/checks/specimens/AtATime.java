package dev.foliot.checks.specimens;

/**
 * Another work, a number of operations at a time.
 *
 * @param rounds the number of operations, at least 1
 */
record AtATime(Work work, int rounds) implements Work {
  @Override
  public long run(int asked) {
    return work.run(asked);
  }
}
