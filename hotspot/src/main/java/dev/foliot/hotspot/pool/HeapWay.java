package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Memory;
import java.util.Arrays;
import java.util.Optional;

/**
 * A batch of places that are read together, as close to one moment as possible. For one thread.
 *
 * <p>Some of the places hold the references to the others. If one of these has changed, the batch
 * is dropped. Add all places first, then read.
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

  /** Adds a plain pointer to {@code target}. */
  void handle(long place, long target) {
    add(place, target, true);
  }

  /** Adds a heap reference to {@code target}. */
  void reference(long place, long target) {
    add(place, target, false);
  }

  /** Adds a number; returns its index. */
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
   * Reads the words of the first {@code count} places. Empty if a word is unreadable or a reference
   * has changed.
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

  /** The four bytes at a place, from the words read. */
  int int4(long[] words, int index) {
    return Memory.int4(words[index], places[index]);
  }

  /** The target of the reference at a place, from the words read. */
  long target(long[] words, int index) throws BadMemoryException {
    return references.in(words[index], places[index]);
  }
}
