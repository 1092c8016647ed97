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

  /**
   * Operations of a program whose threads are all alike: some work of their own, checks for the
   * superclass in between, and checks for both interfaces at the end. Threads that write one word
   * wait in line for it, and their own work is what more CPUs can do side by side.
   */
  final class Operations implements Checks {
    /** A quarter of the own work, in steps that depend on each other: about 100 ns. */
    private static final int STEPS = 64;

    private static final int PARTS = 4;

    private final Object[] messages;

    Operations(Object[] messages) {
      this.messages = messages;
    }

    @Override
    public long run(int rounds) {
      long sum = 0;
      long work = 1;
      for (int i = 0; i < rounds; i++) {
        for (int part = 0; part < PARTS; part++) {
          work = own(work);
          sum += OfSuperclass.isMessage(messages[(i + part) & (OBJECTS - 1)]) ? 1 : 0;
        }
        sum += Alternating.isRouted(messages[i & (OBJECTS - 1)]) ? 1 : 0;
        sum += Alternating.isCounted(messages[(i + 1) & (OBJECTS - 1)]) ? 1 : 0;
      }
      return sum + work;
    }

    private static long own(long from) {
      long x = from;
      for (int step = 0; step < STEPS; step++) {
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
      }
      return x;
    }

    /** An operation counts as one. */
    @Override
    public int checksPerRound() {
      return 1;
    }
  }
}
