package dev.foliot.load;

/** Connections that are free, the one that became so first at the head. One thread. */
final class FreeConnections {
  private final int[] ring;
  private int head;
  private int size;

  /** All are free. */
  FreeConnections(int connections) {
    ring = new int[connections];
    for (int i = 0; i < connections; i++) {
      ring[i] = i;
    }
    size = connections;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int take() {
    int taken = ring[head];
    head = (head + 1) % ring.length;
    size--;
    return taken;
  }

  void add(int connection) {
    ring[(head + size) % ring.length] = connection;
    size++;
  }
}
