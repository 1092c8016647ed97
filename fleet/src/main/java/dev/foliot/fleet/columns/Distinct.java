package dev.foliot.fleet.columns;

/** Counts different texts by their 64-bit hashes, up to a limit. For one thread. */
public final class Distinct {
  public static final int LIMIT = 1 << 16;

  private long[] table = new long[64];
  private int count;

  /** The number of different texts; {@link Column#MANY} above the limit. */
  int count() {
    return count > LIMIT ? Column.MANY : count;
  }

  void add(String text) {
    if (count > LIMIT) {
      return;
    }
    long hash = hash(text);
    int at = slot(table, hash);
    if (table[at] == hash) {
      return;
    }
    table[at] = hash;
    count++;
    if (count > LIMIT) {
      table = new long[0];
    } else if (2 * count > table.length) {
      grow();
    }
  }

  private void grow() {
    long[] wider = new long[2 * table.length];
    for (long hash : table) {
      if (hash != 0) {
        wider[slot(wider, hash)] = hash;
      }
    }
    table = wider;
  }

  private static int slot(long[] table, long hash) {
    int mask = table.length - 1;
    int at = (int) hash & mask;
    while (table[at] != 0 && table[at] != hash) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private static long hash(String text) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    return hash == 0 ? 1 : hash;
  }
}
