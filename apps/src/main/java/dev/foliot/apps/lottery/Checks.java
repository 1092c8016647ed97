package dev.foliot.apps.lottery;

/**
 * Type checks of objects in an array. C2 would move a check of a single object out of its loop, and
 * never repeat it. Used by one thread.
 */
interface Checks {
  /** Number of objects; a power of two. */
  int OBJECTS = 64;

  /**
   * Makes some checks.
   *
   * @return a value that depends on all of them, or the compiler would remove some
   */
  long run(int rounds);

  /** Number of type checks in a round. */
  int checksPerRound();

  /** Checks for two interfaces in turn, which writes {@code _secondary_super_cache}. */
  final class Alternating implements Checks {
    private final Object[] messages;

    Alternating(Object[] messages) {
      this.messages = messages;
    }

    @Override
    public long run(int rounds) {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        sum += isRouted(messages[i & (OBJECTS - 1)]) ? 1 : 0;
        sum += isCounted(messages[(i + 1) & (OBJECTS - 1)]) ? 1 : 0;
      }
      return sum;
    }

    private static boolean isRouted(Object message) {
      return message instanceof Message.Routed;
    }

    private static boolean isCounted(Object message) {
      return message instanceof Message.Counted;
    }

    @Override
    public int checksPerRound() {
      return 2;
    }
  }

  /** Checks for the superclass, which reads {@code _primary_supers[1]}. */
  final class OfSuperclass implements Checks {
    private final Object[] messages;

    OfSuperclass(Object[] messages) {
      this.messages = messages;
    }

    @Override
    public long run(int rounds) {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        sum += isMessage(messages[i & (OBJECTS - 1)]) ? 1 : 0;
      }
      return sum;
    }

    private static boolean isMessage(Object message) {
      return message instanceof Message;
    }

    @Override
    public int checksPerRound() {
      return 1;
    }
  }
}
