package dev.foliot.diagnose.sharing;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values of a word, with the number of samples of each. Used by one thread.
 *
 * <p>The first sixteen values are counted; an empty word has none.
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

  /** The number of values. */
  int size() {
    return size;
  }

  /** The number of samples of each value, in order of appearance. */
  Map<Long, Integer> counts() {
    Map<Long, Integer> map = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      map.put(values[i], counts[i]);
    }
    return map;
  }
}
