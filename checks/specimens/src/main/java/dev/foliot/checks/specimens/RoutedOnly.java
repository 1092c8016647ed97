package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Traits.Routed;

/** Checks for one interface only: alone, it writes once. */
final class RoutedOnly implements Work {
  private final Object[] messages;

  RoutedOnly(Object[] messages) {
    this.messages = messages;
  }

  @Override
  public long run(int rounds) {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += isRouted(messages[i & Crowd.MASK]) ? 1 : 0;
    }
    return sum;
  }

  private static boolean isRouted(Object message) {
    return message instanceof Routed;
  }
}
