package dev.foliot.pool;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** A submitted task, whose exception the pool can see. */
final class PoolFuture<V> extends FutureTask<V> {
  private volatile @Nullable Throwable thrown;

  PoolFuture(Callable<V> callable) {
    super(callable);
  }

  /**
   * @param result may be null, as in {@code FutureTask}
   */
  @SuppressWarnings("NullAway") // the JDK accepts null here
  PoolFuture(Runnable task, @Nullable V result) {
    super(task, result);
  }

  @Override
  protected void setException(Throwable e) {
    thrown = e;
    super.setException(e);
  }

  /** Fails without having run. */
  void fail(Throwable e) {
    setException(e);
  }

  /** Its exception; null without one, and for a cancelled task. */
  @Nullable Throwable thrown() {
    return isCancelled() ? null : thrown;
  }
}
