package dev.foliot.checks.simulator;

/** A queue of numbers, added at one end and removed at both. */
final class IntQueue {
  private int[] items = new int[64];
  private int head;
  private int size;

  void add(int item) {
    if (size == items.length) {
      int[] larger = new int[2 * size];
      for (int i = 0; i < size; i++) {
        larger[i] = items[(head + i) & (size - 1)];
      }
      items = larger;
      head = 0;
    }
    items[(head + size++) & (items.length - 1)] = item;
  }

  int first() {
    return items[head];
  }

  int takeFirst() {
    int item = items[head];
    head = (head + 1) & (items.length - 1);
    size--;
    return item;
  }

  int takeLast() {
    return items[(head + --size) & (items.length - 1)];
  }

  /** Removes an item, if it is there; the order of the others stays. */
  void remove(int item) {
    int mask = items.length - 1;
    int at = 0;
    while (at < size && items[(head + at) & mask] != item) {
      at++;
    }
    if (at < size) {
      for (; at > 0; at--) {
        items[(head + at) & mask] = items[(head + at - 1) & mask];
      }
      takeFirst();
    }
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }
}
