package dev.foliot.steer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Finds the address of a class's Klass inside its own JVM. Safe for any thread. */
final class Addresses {
  /**
   * Candidate offsets of the first field: behind a header with a class in 4 bytes, 8 bytes, or 22
   * bits.
   */
  private static final long NARROW = 12;

  private static final long COMPACT = 8;

  private static final long HEADER_CLASS = 8;
  private static final long UNSIGNED = 0xffffffffL;
  private static final int WORD_BYTES = 8;

  /** The same length for every mirror. */
  private static final int MIRROR_WORDS = 11;

  private final HeapWords heap;
  private final long field;

  private Addresses(HeapWords heap, long field) {
    this.heap = heap;
    this.field = field;
  }

  /** A class with one field, whose offset shows the length of a header. */
  static final class Example {
    int first;
  }

  /**
   * Opens the addresses of this JVM.
   *
   * @throws RefusedException if this JVM hides them, or no filler could move a class in it
   */
  static Addresses open() throws RefusedException {
    HeapWords heap = HeapWords.open();
    refuseOtherHeaders(heap);
    Object[] examples = {
      new Object(), new Thread(), new ArrayList<>(), new HashMap<>(), new AtomicInteger()
    };
    long[] headers = new long[examples.length];
    long[][] words = new long[examples.length][MIRROR_WORDS];
    for (int i = 0; i < examples.length; i++) {
      headers[i] = heap.intAt(examples[i], HEADER_CLASS) & UNSIGNED;
      for (int word = 1; word < MIRROR_WORDS; word++) {
        words[i][word] = heap.longAt(examples[i].getClass(), (long) word * WORD_BYTES);
      }
    }
    int word =
        MirrorField.among(headers, words)
            .orElseThrow(() ->
                new RefusedException(
                    "where this JVM keeps its classes cannot be seen: steer on a HotSpot of JDK 17"
                        + " to 25"));
    return new Addresses(heap, (long) word * WORD_BYTES);
  }

  private static void refuseOtherHeaders(HeapWords heap) throws RefusedException {
    long first;
    try {
      first = heap.offsetOf(Example.class.getDeclaredField("first"));
    } catch (NoSuchFieldException e) {
      throw new RefusedException("the agent is not whole (" + e + "): build it again");
    }
    if (first == COMPACT) {
      throw new RefusedException(
          "with compact object headers every class begins at a multiple of 1024 bytes, and no"
              + " filler moves it within a line: run with -XX:-UseCompactObjectHeaders");
    }
    if (first != NARROW) {
      throw new RefusedException(
          "without compressed class pointers classes lie among their methods, and what comes"
              + " between cannot be foreseen: run with -XX:+UseCompressedClassPointers");
    }
  }

  /** Returns the address of a class's Klass. */
  long of(Class<?> type) throws RefusedException {
    return heap.longAt(type, field);
  }
}
