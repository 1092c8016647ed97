package dev.foliot.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A ring of the messages in flight, allocated once.
 *
 * <p>Each producer has its own slots, which its messages use in turn. The producer of a message
 * writes the slot plainly and then opens it ({@link #begin}, release). Any thread may end it: one
 * compare-and-set changes the end word from "pending, this id" to the end time. The first call
 * counts and all others are faults. The producer reads the slot after it reads the end (acquire),
 * and may then reuse it. A slot fills a cache line or more. Threads that end neighbouring messages
 * share at most the line at the border.
 *
 * <p>A producer's own thread ends its messages in a separate word, without an atomic operation,
 * which would double the cost. If another thread ends the same message at the same time, both words
 * are set. The producer then counts the second end as a fault, when it records the message ({@link
 * #read}) or reuses the slot.
 */
@SuppressWarnings("ReferenceEquality") // threads are compared by identity
final class MessageRing {
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  /** The end word of an open message: this bit with the id. Ends are never negative. */
  private static final long PENDING = Long.MIN_VALUE;

  private static final int ID = 0;
  private static final int INTENDED = 1;
  private static final int LATENESS = 2;
  private static final int START = 3;
  private static final int END = 4;
  private static final int THREAD = 5;
  private static final int OWN_END = 6;
  private static final int PROBES = 7;
  private static final int LINE_BITS = 3;
  private static final int LINE = 1 << LINE_BITS;

  /** The value of a probe's word without a recording. */
  static final long NO_PROBE = -1;

  private static final long NOT_ENDED = -1;

  private final long[] words;
  private final int slotBits;
  private final int mask;
  private final int producers;

  /** Of the probes after the first. Replaced by a larger one, never changed. */
  private volatile Further further;

  private final LongAdder refused = new LongAdder();
  private final @Nullable Thread[] owners;

  /** The first of {@link #owners}, in a field for speed. */
  private @Nullable Thread soleOwner;

  /** Words of the probes that a slot has no room for. */
  private static final class Further {
    private final int probes;
    private final int perSlot;
    private final long[] words;

    Further(int probes, int slots) {
      this.probes = probes;
      this.perSlot = Math.max(0, probes - 1);
      this.words = new long[Math.multiplyExact(slots, perSlot)];
      Arrays.fill(words, NO_PROBE);
    }
  }

  /**
   * @param slotsPerProducer a power of two
   * @param producers message n belongs to producer n mod this; each has slots of its own
   * @param probes number of probes a message has
   */
  MessageRing(int slotsPerProducer, int producers, int probes) {
    this.slotBits = Integer.numberOfTrailingZeros(slotsPerProducer);
    this.mask = slotsPerProducer - 1;
    this.producers = producers;
    this.words =
        new long[Math.multiplyExact(Math.multiplyExact(slotsPerProducer, producers), LINE)];
    // an unused slot must not match any message
    Arrays.fill(words, NOT_ENDED);
    for (int slot = 0; slot < slots(); slot++) {
      words[(slot << LINE_BITS) + END] = 0;
    }
    this.owners = new Thread[producers];
    this.further = new Further(probes, slots());
  }

  /**
   * Makes room for more probes. What other threads record meanwhile may be lost, so no message that
   * counts may be on its way.
   */
  void growTo(int probes) {
    if (probes > probes()) {
      further = new Further(probes, slots());
    }
  }

  /** The bytes of a slot with this number of probes. */
  static long bytesPerSlot(int probes) {
    return 8L * (LINE + Math.max(0, probes - 1));
  }

  /** Makes the calling thread the player of a producer; call it before the first message. */
  void own(int producer) {
    owners[producer] = Thread.currentThread();
    soleOwner = owners[0];
  }

  int slotsPerProducer() {
    return mask + 1;
  }

  int slots() {
    return (mask + 1) * producers;
  }

  int slotOf(long id) {
    if (producers == 1) {
      return (int) id & mask;
    }
    long index = id / producers;
    return ((int) (id - index * producers) << slotBits) + ((int) index & mask);
  }

  /** The number of probes that a message has. */
  int probes() {
    return further.probes;
  }

  private int base(long id) {
    return slotOf(id) << LINE_BITS;
  }

  /** Opens the slot of a message, after its last message was recorded. Called by the producer. */
  void begin(long id, long intendedNs, long latenessNs, long startNs) {
    int base = base(id);
    long[] w = words;
    if ((w[base + OWN_END] | w[base + END]) >= 0) {
      refused.increment(); // two threads ended it, one of them after it was read
    }
    w[base + OWN_END] = NOT_ENDED;
    w[base + ID] = id;
    w[base + INTENDED] = intendedNs;
    w[base + LATENESS] = latenessNs;
    w[base + START] = startNs;
    w[base + PROBES] = NO_PROBE; // a slot has room for one
    Further more = further;
    if (more.perSlot > 0) {
      int from = (base >> LINE_BITS) * more.perSlot;
      Arrays.fill(more.words, from, from + more.perSlot, NO_PROBE);
    }
    LONGS.setRelease(w, base + END, PENDING | id);
  }

  /** Moves the actual start of an open message. Called by the thread that does its work. */
  void started(long id, long startNs) {
    words[base(id) + START] = startNs;
  }

  /** Ends a message; returns false and counts a fault if it is not open. Called by any thread. */
  boolean end(long id, long endNs) {
    if (id >= 0 && (isOwner(id) ? endHere(id, endNs) : endElsewhere(id, endNs))) {
      return true;
    }
    refused.increment();
    return false;
  }

  /** The same without a fault if the message is not open. */
  boolean endIfOpen(long id, long endNs) {
    return isOwner(id) ? endHere(id, endNs) : endElsewhere(id, endNs);
  }

  /** Counts a call that ends no message. */
  void refuse() {
    refused.increment();
  }

  /** Whether the message has begun and not ended. */
  boolean isOpen(long id) {
    int base = base(id);
    return (long) LONGS.getAcquire(words, base + END) == (PENDING | id)
        && (long) LONGS.getOpaque(words, base + OWN_END) < 0;
  }

  private boolean isOwner(long id) {
    return Thread.currentThread() == (producers == 1 ? soleOwner : owners[(int) (id % producers)]);
  }

  private boolean endHere(long id, long endNs) {
    int base = base(id);
    long[] w = words;
    if (w[base + OWN_END] >= 0 || w[base + END] != (PENDING | id)) {
      return false;
    }
    LONGS.setOpaque(w, base + OWN_END, endNs);
    return true;
  }

  private boolean endElsewhere(long id, long endNs) {
    int base = base(id);
    long[] w = words;
    if ((long) LONGS.getAcquire(w, base + END) != (PENDING | id)
        || (long) LONGS.getOpaque(w, base + OWN_END) >= 0) {
      return false;
    }
    w[base + THREAD] = Thread.currentThread().getId();
    return LONGS.compareAndSet(w, base + END, PENDING | id, endNs);
  }

  /** Receives an ended message. */
  @FunctionalInterface
  interface Reader {
    /** Receives the times of a message. */
    void read(long id, long intendedNs, long latenessNs, long startNs, long endNs);
  }

  /**
   * Passes the times of a message to the reader, if it has ended. If two threads ended it at the
   * same time, the earlier end wins and the other counts as a fault. Called by the producer, once.
   */
  boolean read(long id, Reader reader) {
    int base = base(id);
    long[] w = words;
    long endNs = w[base + OWN_END];
    if (endNs < 0) {
      endNs = (long) LONGS.getAcquire(w, base + END);
      if (endNs < 0) {
        return false;
      }
    } else if (w[base + END] >= 0) {
      endNs = settle(base);
    }
    reader.read(id, w[base + INTENDED], w[base + LATENESS], w[base + START], endNs);
    return true;
  }

  private long settle(int base) {
    refused.increment();
    long endNs = Math.min(words[base + OWN_END], words[base + END]);
    words[base + END] = endNs;
    words[base + OWN_END] = NOT_ENDED;
    return endNs;
  }

  /** Number of calls that ended no message: doubles, and ids that were never sent. */
  long refusedEnds() {
    return refused.sum();
  }

  /**
   * Keeps a probe's duration with the message until its slot is reused, if the probe has room. For
   * any thread.
   */
  void probe(long id, int probe, long ns) {
    if (id < 0) {
      return;
    }
    int base = base(id);
    if (words[base + ID] != id) {
      return;
    }
    if (probe == 0) {
      words[base + PROBES] = ns;
      return;
    }
    Further more = further;
    if (probe <= more.perSlot) {
      more.words[(base >> LINE_BITS) * more.perSlot + probe - 1] = ns;
    }
  }

  /** Whether the message is in its slot, open or ended. For any thread. */
  boolean has(long id) {
    return id >= 0 && words[base(id) + ID] == id;
  }

  /** Whether the message has ended (acquire). */
  boolean hasEnded(long id) {
    int base = base(id);
    return (long) LONGS.getOpaque(words, base + OWN_END) >= 0
        || (long) LONGS.getAcquire(words, base + END) >= 0;
  }

  long intendedNs(long id) {
    return words[base(id) + INTENDED];
  }

  long latenessNs(long id) {
    return words[base(id) + LATENESS];
  }

  long startNs(long id) {
    return words[base(id) + START];
  }

  long endNs(long id) {
    int base = base(id);
    long own = words[base + OWN_END];
    return own >= 0 ? own : words[base + END];
  }

  /** The thread that ended the message; the caller, if the producer ended it. */
  long threadId(long id) {
    int base = base(id);
    return words[base + OWN_END] >= 0 ? Thread.currentThread().getId() : words[base + THREAD];
  }

  /** The duration that a probe kept, or {@link #NO_PROBE}. */
  long probeNs(long id, int probe) {
    if (probe == 0) {
      return words[base(id) + PROBES];
    }
    Further more = further;
    return probe <= more.perSlot ? more.words[slotOf(id) * more.perSlot + probe - 1] : NO_PROBE;
  }
}
