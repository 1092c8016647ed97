package dev.foliot.checks.specimens;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Words and locks of the Java heap that threads contend for: real problems of another kind. */
final class Fights {
  private Fights() {}

  /** Contends for a lock. */
  static final class Locking implements Work {
    private final Ledger ledger;

    Locking(Ledger ledger) {
      this.ledger = ledger;
    }

    @Override
    public long run(int rounds) {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        sum += ledger.next();
      }
      return sum;
    }
  }

  /** The lock of {@link Locking}. */
  static final class Ledger {
    private long entries;

    synchronized long next() {
      return ++entries;
    }
  }

  /** Contends for one word. */
  static final class Incrementing implements Work {
    private final AtomicLong counter;

    Incrementing(AtomicLong counter) {
      this.counter = counter;
    }

    @Override
    public long run(int rounds) {
      long sum = 0;
      for (int i = 0; i < rounds; i++) {
        sum += counter.incrementAndGet();
      }
      return sum;
    }
  }

  /** Contends for a word that splits under contention. */
  static final class Adding implements Work {
    private final LongAdder adder;

    Adding(LongAdder adder) {
      this.adder = adder;
    }

    @Override
    public long run(int rounds) {
      for (int i = 0; i < rounds; i++) {
        adder.increment();
      }
      return rounds;
    }
  }

  /** The table of {@link Returning}. */
  static final class Table {
    volatile int turn;
  }

  /** Passes a value to and fro, as fast as a cache line travels. */
  static final class Returning implements Work {
    /** The other player may have left. */
    private static final int MOST_SPINS = 10_000;

    private final Table table;
    private final int own;

    Returning(Table table, int own) {
      this.table = table;
      this.own = own;
    }

    @Override
    public long run(int rounds) {
      long returned = 0;
      for (int i = 0; i < rounds; i++) {
        int spins = 0;
        while (table.turn != own && spins < MOST_SPINS) {
          Thread.onSpinWait();
          spins++;
        }
        if (table.turn == own) {
          table.turn = 1 - own;
          returned++;
        }
      }
      return returned;
    }

    @Override
    public int rounds() {
      return 100;
    }
  }
}
