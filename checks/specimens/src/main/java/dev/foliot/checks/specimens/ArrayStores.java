package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;

/** Stores into arrays of alternating interface types: each store is checked. */
final class ArrayStores implements Work {
  private final Object[] messages;
  private final Object[][] targets = {new Routed[Crowd.SIZE], new Counted[Crowd.SIZE]};

  ArrayStores(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    for (int i = 0; i < rounds; i++) {
      store(targets[i & 1], i & Crowd.MASK, messages[i & Crowd.MASK]);
    }
    return targets[0][0] == null ? 0 : 1;
  }

  private static void store(Object[] target, int index, Object message) {
    target[index] = message;
  }
}
