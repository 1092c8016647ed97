package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Memory;
import java.util.Arrays;
import java.util.Optional;

/**
 * Places that are read together, as near to one moment as can be. At some of them is what led to
 * the others; where that has changed since, what was read is thrown away. It is added to, and then
 * read. For one thread.
 */
final class HeapWay {
  private static final long NOTHING = -1;

  private final HeapReferences references;
  private long[] places = new long[32];
  private long[] targets = new long[32];
  private boolean[] handles = new boolean[32];
  private int size;

  HeapWay(HeapReferences references) {
    this.references = references;
  }

  /** A plain pointer that leads to {@code target}. */
  void handle(long place, long target) {
    add(place, target, true);
  }

  /** A reference in the heap that leads to {@code target}. */
  void reference(long place, long target) {
    add(place, target, false);
  }

  /** A number; its index among all. */
  int value(long place) {
    return add(place, NOTHING, false);
  }

  private int add(long place, long target, boolean isHandle) {
    if (size == places.length) {
      places = Arrays.copyOf(places, 2 * size);
      targets = Arrays.copyOf(targets, 2 * size);
      handles = Arrays.copyOf(handles, 2 * size);
    }
    places[size] = place;
    targets[size] = target;
    handles[size] = isHandle;
    return size++;
  }

  int size() {
    return size;
  }

  /**
   * Reads the first {@code count} of the words that the places are in; empty where one cannot be
   * read, or where one of these no longer leads where it led.
   */
  Optional<long[]> read(Memory memory, int count) throws BadMemoryException {
    long[] addresses = new long[count];
    for (int i = 0; i < count; i++) {
      addresses[i] = Memory.wordOf(places[i]);
    }
    long[] words = new long[count];
    if (!memory.words(addresses, words)) {
      return Optional.empty();
    }
    for (int i = 0; i < count; i++) {
      if (targets[i] != NOTHING) {
        long target = handles[i] ? words[i] : references.in(words[i], places[i]);
        if (target != targets[i]) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(words);
  }

  /** The four bytes at a place, of the words that were read. */
  int int4(long[] words, int index) {
    return Memory.int4(words[index], places[index]);
  }

  /** Where the reference at a place leads, of the words that were read. */
  long target(long[] words, int index) throws BadMemoryException {
    return references.in(words[index], places[index]);
  }
}
