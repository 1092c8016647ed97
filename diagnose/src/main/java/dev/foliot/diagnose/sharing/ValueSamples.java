package dev.foliot.diagnose.sharing;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which values a word had, and in how many looks each. The first sixteen are kept; an empty word
 * has none. Used by one thread.
 */
final class ValueSamples {
  private static final int MOST = 16;
  private static final int NONE = -1;

  private long[] values = new long[2];
  private int[] counts = new int[2];
  private int size;
  private int last = NONE;

  void add(long value) {
    if (value == 0) {
      return;
    }
    if (last == NONE || values[last] != value) {
      last = indexOf(value);
    }
    if (last != NONE) {
      counts[last]++;
    }
  }

  private int indexOf(long value) {
    for (int i = 0; i < size; i++) {
      if (values[i] == value) {
        return i;
      }
    }
    if (size == MOST) {
      return NONE;
    }
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
      counts = Arrays.copyOf(counts, 2 * size);
    }
    values[size] = value;
    return size++;
  }

  /** How many values there are. */
  int size() {
    return size;
  }

  /** How often each value was observed, in the order in which they came. */
  Map<Long, Integer> counts() {
    Map<Long, Integer> map = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      map.put(values[i], counts[i]);
    }
    return map;
  }
}
