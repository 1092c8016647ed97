package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Base;

/** Calls a method that many classes override: reads the vtable, which is far behind the cache. */
final class VirtualCalls implements Work {
  private final Base[] messages;

  VirtualCalls(Base[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += messages[i & Crowd.MASK].weight();
    }
    return sum;
  }
}
