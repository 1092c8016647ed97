package dev.foliot.checks.simulator;

import java.util.Arrays;

/**
 * Future events, ordered by time and then by insertion. It is a heap with four children per node in
 * two arrays. An event cannot be removed; the receiver checks whether it is still valid.
 */
final class Events {
  private static final int INDEX_BITS = 24;
  private static final int KIND_BITS = 4;
  private long[] times = new long[1024];
  private long[] keys = new long[1024];
  private int size;
  private long added;

  void add(long timeNs, int kind, int index) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      keys = Arrays.copyOf(keys, 2 * size);
    }
    long key = added++ << (INDEX_BITS + KIND_BITS) | (long) kind << INDEX_BITS | index;
    long[] t = times;
    long[] k = keys;
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >> 2;
      if (t[parent] <= timeNs) { // at equal times the earlier one stays ahead
        break;
      }
      t[at] = t[parent];
      k[at] = k[parent];
      at = parent;
    }
    t[at] = timeNs;
    k[at] = key;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The time of the next event. */
  long timeNs() {
    return times[0];
  }

  /** Removes the next event. */
  long take() {
    long[] t = times;
    long[] k = keys;
    long taken = k[0];
    int last = --size;
    long time = t[last];
    long key = k[last];
    int at = 0;
    while (true) {
      int child = 4 * at + 1;
      if (child >= last) {
        break;
      }
      int end = Math.min(child + 4, last);
      int least = child;
      for (int i = child + 1; i < end; i++) {
        if (t[i] < t[least] || (t[i] == t[least] && k[i] < k[least])) {
          least = i;
        }
      }
      if (time < t[least] || (time == t[least] && key < k[least])) {
        break;
      }
      t[at] = t[least];
      k[at] = k[least];
      at = least;
    }
    t[at] = time;
    k[at] = key;
    return taken;
  }

  static int kind(long event) {
    return (int) (event >> INDEX_BITS) & ((1 << KIND_BITS) - 1);
  }

  static int index(long event) {
    return (int) event & ((1 << INDEX_BITS) - 1);
  }
}
