package dev.foliot.apps.lottery;

/**
 * Type checks of objects in an array: a check of one and the same object would be moved out of its
 * loop by C2 and never be made again. Used by one thread.
 */
interface Checks {
  /** How many objects there are; a power of two. */
  int OBJECTS = 64;

  /**
   * Makes some.
   *
   * @return anything that depends on them all, so that none is left out by the compiler
   */
  long run(int rounds);

  /** How many type checks a round makes. */
  int checksPerRound();

  /** For one interface and the other in turn, which writes {@code _secondary_super_cache}. */
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

  /** For the superclass, which reads {@code _primary_supers[1]}. */
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
