package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;

/** Checks by reflection for interfaces unknown to the compiler: they come from an array. */
final class ClassIsInstance implements Work {
  private final Class<?>[] types = {Routed.class, Counted.class};
  private final Object[] messages;

  ClassIsInstance(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += isA(types[i & 1], messages[i & Crowd.MASK]) ? 1 : 0;
    }
    return sum;
  }

  private static boolean isA(Class<?> type, Object message) {
    return type.isInstance(message);
  }
}
