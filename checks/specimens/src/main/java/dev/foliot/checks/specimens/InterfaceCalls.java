package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;

/** Calls methods of interfaces through patterns, like handlers in a chain. */
final class InterfaceCalls implements Work {
  private final Object[] messages;

  InterfaceCalls(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += route(messages[i & Crowd.MASK]);
      sum += count(messages[(i + 1) & Crowd.MASK]);
    }
    return sum;
  }

  private static int route(Object message) {
    return message instanceof Routed routed ? routed.route() : 0;
  }

  private static int count(Object message) {
    return message instanceof Counted counted ? counted.count() : 0;
  }
}
