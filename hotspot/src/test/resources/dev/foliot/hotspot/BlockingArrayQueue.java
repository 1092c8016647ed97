package org.eclipse.jetty.util;

/** The shape of Jetty's queue: the same names of fields, and the same array of indexes. */
public final class BlockingArrayQueue {
  private static final int HEAD = 15;
  private static final int TAIL = 31;

  private final int[] _indexes = new int[TAIL + 1];
  private final Object[] _elements = new Object[8];

  /** Adds a job. */
  public synchronized void add(Runnable job) {
    _elements[_indexes[TAIL]++ % _elements.length] = job;
    notifyAll();
  }

  /** Waits for a job, and takes it. */
  public synchronized Runnable take() {
    while (_indexes[HEAD] == _indexes[TAIL]) {
      try {
        wait();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return (Runnable) _elements[_indexes[HEAD]++ % _elements.length];
  }
}
