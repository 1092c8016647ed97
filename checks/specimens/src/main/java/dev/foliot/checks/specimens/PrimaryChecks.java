package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Base;

/** Checks for a superclass, which {@code _primary_supers[1]} answers without a write. */
final class PrimaryChecks implements Work {
  private final Object[] messages;

  PrimaryChecks(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += isBase(messages[i & Crowd.MASK]) ? 1 : 0;
    }
    return sum;
  }

  private static boolean isBase(Object message) {
    return message instanceof Base;
  }
}
