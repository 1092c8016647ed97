package dev.foliot.load.schedule;

/** The free connections, in the order of release. One thread. */
final class FreeConnections {
  private final int[] ring;
  private int head;
  private int size;

  /** With all connections free. */
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
