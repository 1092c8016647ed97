package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;

/**
 * Copies a few messages at a time into arrays of alternating interface types. The check is in a
 * stub of the JVM, outside of any compiled Java method.
 */
final class ArrayCopies implements Work {
  private static final int FEW = 8;

  private final Object[] messages;
  private final Object[][] targets = {new Routed[FEW], new Counted[FEW]};

  ArrayCopies(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    for (int i = 0; i < rounds; i++) {
      copy(messages, targets[i & 1]);
    }
    return targets[0][0] == null ? 0 : 1;
  }

  private static void copy(Object[] from, Object[] to) {
    System.arraycopy(from, 0, to, 0, FEW);
  }
}
