package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;

/** Checks by {@link Class#isAssignableFrom}, like converters and injectors. */
final class AssignableFrom implements Work {
  private final Object[] messages;

  AssignableFrom(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += takesRouted(messages[i & Crowd.MASK]) ? 1 : 0;
      sum += takesCounted(messages[(i + 1) & Crowd.MASK]) ? 1 : 0;
    }
    return sum;
  }

  private static boolean takesRouted(Object message) {
    return Routed.class.isAssignableFrom(message.getClass());
  }

  private static boolean takesCounted(Object message) {
    return Counted.class.isAssignableFrom(message.getClass());
  }
}
