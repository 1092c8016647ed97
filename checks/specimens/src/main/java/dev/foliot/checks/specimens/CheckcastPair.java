package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;

/** Casts to two interfaces in turn. */
final class CheckcastPair implements Work {
  private final Object[] messages;

  CheckcastPair(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += asRouted(messages[i & Crowd.MASK]) == null ? 0 : 1;
      sum += asCounted(messages[(i + 1) & Crowd.MASK]) == null ? 0 : 1;
    }
    return sum;
  }

  private static Routed asRouted(Object message) {
    return (Routed) message;
  }

  private static Counted asCounted(Object message) {
    return (Counted) message;
  }
}
