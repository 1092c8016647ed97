package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;

/**
 * Checks twice in a round, and computes in between. The fixed one checks as often, for one
 * interface only: the diagnosis's advice.
 */
final class Dosed implements Work {
  private static final long PRIME = 0x9E3779B97F4A7C15L;
  private static final int ROUNDS = 10_000;
  private static final int STEPS_PER_CHECK = 16;

  private final Object[] messages;
  private final int steps;
  private final boolean isCured;
  private long state = 1;

  /**
   * One dose.
   *
   * @param steps of computing in a round, of about a nanosecond each
   */
  Dosed(Object[] messages, int steps, boolean isCured) {
    this.messages = messages;
    this.steps = steps;
    this.isCured = isCured;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    long hash = state;
    for (int i = 0; i < rounds; i++) {
      sum += isRouted(messages[i & Crowd.MASK]) ? 1 : 0;
      for (int step = 0; step < steps; step++) {
        hash = (hash ^ (hash >>> 29)) * PRIME + step;
      }
      Object next = messages[(i + 1) & Crowd.MASK];
      sum += (isCured ? isRoutedToo(next) : isCounted(next)) ? 1 : 0;
    }
    state = hash;
    return sum + hash;
  }

  @Override
  public int rounds() {
    return Math.max(1, ROUNDS * STEPS_PER_CHECK / (STEPS_PER_CHECK + steps));
  }

  private static boolean isRouted(Object message) {
    return message instanceof Routed;
  }

  private static boolean isRoutedToo(Object message) {
    return message instanceof Routed;
  }

  private static boolean isCounted(Object message) {
    return message instanceof Counted;
  }
}
