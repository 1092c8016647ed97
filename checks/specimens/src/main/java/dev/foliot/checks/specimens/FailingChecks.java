package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Absent;

/**
 * Checks for an interface that no message implements: reads the cache, then scans {@code
 * _secondary_supers}, and writes nothing.
 */
final class FailingChecks implements Work {
  private final Object[] messages;

  FailingChecks(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += isAbsent(messages[i & Crowd.MASK]) ? 0 : 1;
    }
    return sum;
  }

  private static boolean isAbsent(Object message) {
    return message instanceof Absent;
  }
}
