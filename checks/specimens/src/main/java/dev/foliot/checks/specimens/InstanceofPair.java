package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;

/** Checks with {@code instanceof}, for two interfaces in turn. */
final class InstanceofPair implements Work {
  private final Object[] messages;

  InstanceofPair(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += isRouted(messages[i & Crowd.MASK]) ? 1 : 0;
      sum += isCounted(messages[(i + 1) & Crowd.MASK]) ? 1 : 0;
    }
    return sum;
  }

  private static boolean isRouted(Object message) {
    return message instanceof Routed;
  }

  private static boolean isCounted(Object message) {
    return message instanceof Counted;
  }
}
