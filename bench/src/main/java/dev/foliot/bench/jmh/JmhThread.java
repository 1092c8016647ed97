package dev.foliot.bench.jmh;

import java.util.List;

/** A thread that calls a benchmark, with the states of its own. Not thread-safe. */
final class JmhThread {
  private final JmhStates states;
  private final CallLoop loop;
  private final JmhBenchmark.Fixtures fixtures;
  private final List<Fixture> beforeCall;
  private final List<Fixture> afterCall;

  /** Sets the thread's states up. */
  JmhThread(JmhStates states, CallLoop loop, JmhBenchmark.Fixtures fixtures) throws Exception {
    this.states = states;
    this.loop = loop;
    this.fixtures = fixtures;
    this.beforeCall = fixtures.ofCall(Fixture.SET_UP);
    this.afterCall = fixtures.ofCall(Fixture.TEAR_DOWN);
    states.call(fixtures.ofThread(Fixture.SET_UP, Fixture.TRIAL));
    iterate(Fixture.SET_UP);
  }

  /** Whether calls have a set-up or a tear-down of their own. */
  boolean isFixedEachCall() {
    return !beforeCall.isEmpty() || !afterCall.isEmpty();
  }

  /** Calls the benchmark. */
  void call(int times) throws Exception {
    if (!isFixedEachCall()) {
      loop.run(times);
      return;
    }
    for (int i = 0; i < times; i++) {
      if (i > 0) {
        called();
      }
      loop.run(1);
    }
  }

  /** Tears down after a call and sets up for the next one. */
  void called() throws Exception {
    if (isFixedEachCall()) {
      states.call(afterCall);
      states.call(beforeCall);
    }
  }

  /** Begins or ends an iteration. A call that is set up is torn down with it. */
  void iterate(String kind) throws Exception {
    if (kind.equals(Fixture.TEAR_DOWN)) {
      states.call(afterCall);
      states.call(fixtures.ofThread(kind, Fixture.ITERATION));
    } else {
      states.call(fixtures.ofThread(kind, Fixture.ITERATION));
      states.call(beforeCall);
    }
  }

  /** Tears the thread's own states down. */
  void end() throws Exception {
    states.call(fixtures.ofThread(Fixture.TEAR_DOWN, Fixture.TRIAL));
  }
}
