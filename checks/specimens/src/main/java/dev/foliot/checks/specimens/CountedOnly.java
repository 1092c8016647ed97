package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Counted;

/** Checks for the other interface only. */
final class CountedOnly implements Work {
  private final Object[] messages;

  CountedOnly(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += isCounted(messages[i & Crowd.MASK]) ? 1 : 0;
    }
    return sum;
  }

  private static boolean isCounted(Object message) {
    return message instanceof Counted;
  }
}
