package dev.foliot.apps.service;

import dev.foliot.pool.PoolListener;
import dev.foliot.pool.Resize;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** The last 512 changes of a pool's size: a pool's own snapshot has 32. Thread-safe. */
final class ResizeLog implements PoolListener {
  private static final int MOST = 512;

  private final Queue<NumberedResize> last = new ArrayDeque<>(MOST);
  private long count;

  @Override
  public synchronized void resized(Resize resize) {
    if (last.size() == MOST) {
      last.remove();
    }
    last.add(new NumberedResize(++count, resize));
  }

  /** Oldest first. */
  synchronized List<NumberedResize> last() {
    return List.copyOf(last);
  }
}
