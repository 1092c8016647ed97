package dev.foliot.checks.specimens.runtime;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Programs whose threads write the same word or line, and as busy controls. */
final class WordPrograms {
  private static final int THREADS = 2;
  private static final int BATCH = 1_000;

  /** Slots so far apart lie in different lines. */
  private static final int APART = 64;

  private static final AtomicLong SHARED = new AtomicLong();
  private static final LongAdder ADDER = new LongAdder();
  private static final AtomicLongArray SLOTS = new AtomicLongArray(4 * APART);

  private WordPrograms() {}

  private static void repeat(String name, LongSupplier[] works) {
    for (int i = 0; i < works.length; i++) {
      LongSupplier work = works[i];
      Thread thread =
          new Thread(
              () -> {
                long sum = 0;
                while (sum != Long.MIN_VALUE) {
                  // never, as far as the compiler does not know
                  sum += work.getAsLong();
                }
              },
              name + "-" + (i + 1));
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static long compute(long seed) {
    long sum = seed;
    for (int i = 0; i < 8; i++) {
      sum = sum * 31 + (i ^ (sum >>> 7));
    }
    return sum;
  }

  /** Two threads count with one counter, or with an adder, which has a cell for each. */
  static void count(boolean isShared) {
    LongSupplier work = isShared ? WordPrograms::countShared : WordPrograms::countApart;
    repeat("counter", new LongSupplier[] {work, work});
  }

  private static long countShared() {
    long sum = 0;
    for (int i = 0; i < BATCH; i++) {
      sum += compute(SHARED.getAndIncrement());
    }
    return sum;
  }

  private static long countApart() {
    long sum = 0;
    for (int i = 0; i < BATCH; i++) {
      ADDER.increment();
      sum += compute(i);
    }
    return sum;
  }

  /** A lock that spins, and what it guards. */
  private static final class Guarded {
    private final AtomicBoolean isHeld = new AtomicBoolean();
    private final long[] apart = new long[APART];
    private long sum;

    long add() {
      for (int i = 0; i < BATCH; i++) {
        while (!isHeld.compareAndSet(false, true)) {
          Thread.onSpinWait();
        }
        sum = compute(sum + apart[0]);
        isHeld.set(false);
      }
      return sum;
    }
  }

  /** Two threads spin for one lock, or each has its own. */
  static void spin(boolean isShared) {
    LongSupplier[] works = new LongSupplier[THREADS];
    Guarded first = new Guarded();
    for (int i = 0; i < THREADS; i++) {
      Guarded guarded = isShared ? first : new Guarded();
      works[i] = guarded::add;
    }
    repeat("spinner", works);
  }

  /** Two threads write one slot each of an array: neighbours, or far apart. */
  static void slots(boolean isNear) {
    LongSupplier[] works = new LongSupplier[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int slot = APART + i * (isNear ? 1 : APART);
      works[i] = () -> fill(slot);
    }
    repeat("filler", works);
  }

  private static long fill(int slot) {
    long sum = 0;
    for (int i = 0; i < BATCH; i++) {
      sum += compute(SLOTS.getAndIncrement(slot));
    }
    return sum;
  }

  /** Some capabilities; no message has the last one. */
  interface Sized {}

  /** See {@link Sized}. */
  interface Named {}

  /** See {@link Sized}. */
  interface Dated {}

  /** See {@link Sized}. */
  interface Priced {}

  /** See {@link Sized}. */
  interface Sealed {}

  /** See {@link Sized}. */
  interface Urgent {}

  /** A message with many capabilities. */
  static class Message implements Sized, Named, Dated, Priced, Sealed {
    private final long id;

    Message(long id) {
      this.id = id;
    }
  }

  /** See {@link Message}. */
  static final class Letter extends Message {
    Letter(long id) {
      super(id);
    }
  }

  /** Two threads check messages for an interface that none has, or for a class. */
  static void check(boolean isFailing) {
    LongSupplier[] works = new LongSupplier[THREADS];
    for (int i = 0; i < THREADS; i++) {
      Object[] messages = new Object[BATCH];
      for (int m = 0; m < BATCH; m++) {
        messages[m] = m % 2 == 0 ? new Message(m) : new Letter(m);
      }
      works[i] = isFailing ? () -> urgent(messages) : () -> letters(messages);
    }
    repeat("checker", works);
  }

  private static long urgent(Object[] messages) {
    long count = 0;
    for (Object message : messages) {
      count += message instanceof Urgent ? 1 : 0;
    }
    return count + messages.length;
  }

  private static long letters(Object[] messages) {
    long count = 0;
    for (Object message : messages) {
      count += message instanceof Letter letter ? compute(((Message) letter).id) : 0;
    }
    return count + messages.length;
  }
}
