package dev.foliot.load.schedule;

/**
 * The connections with a request in flight, in the order of sending: a list in arrays. One thread.
 */
final class InFlight {
  static final int NONE = -1;

  private final int[] before;
  private final int[] after;
  private final int ends;
  private int size;

  InFlight(int connections) {
    ends = connections;
    before = new int[connections + 1];
    after = new int[connections + 1];
    before[ends] = ends;
    after[ends] = ends;
  }

  void add(int connection) {
    int last = before[ends];
    after[last] = connection;
    before[connection] = last;
    after[connection] = ends;
    before[ends] = connection;
    size++;
  }

  void remove(int connection) {
    after[before[connection]] = after[connection];
    before[after[connection]] = before[connection];
    size--;
  }

  /** The connection with the oldest request. */
  int oldest() {
    return size == 0 ? NONE : after[ends];
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }
}
