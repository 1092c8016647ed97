package dev.foliot.checks.specimens;

/** One work for some time, then another for ever: a problem that has passed. */
final class Ended implements Work {
  private static final int WHILE_RUNS = 100;

  private final Work first;
  private final Work then;
  private volatile int left = WHILE_RUNS;

  Ended(Work first, Work then) {
    this.first = first;
    this.then = then;
  }

  @Override
  public long run(int rounds) {
    int now = left;
    if (now == 0) {
      return then.run(rounds);
    }
    left = now - 1;
    return first.run(rounds);
  }

  @Override
  public boolean isSteady() {
    return left == 0;
  }
}
