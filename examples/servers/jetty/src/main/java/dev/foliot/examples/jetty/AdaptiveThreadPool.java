package dev.foliot.examples.jetty;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolSnapshot;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.ThreadPool;

/**
 * An {@link AdaptivePool} in place of Jetty's {@code QueuedThreadPool}. A server that stops ends
 * the pool too. It is never "low on threads", when Jetty would close idle connections: the pool
 * grows instead.
 */
public final class AdaptiveThreadPool extends AbstractLifeCycle implements ThreadPool {
  private final AdaptivePool pool;

  /** Closes the pool when the server stops. */
  public AdaptiveThreadPool(AdaptivePool pool) {
    this.pool = pool;
  }

  @Override
  public void execute(Runnable job) {
    pool.execute(job);
  }

  @Override
  protected void doStop() {
    pool.close();
  }

  @Override
  public void join() throws InterruptedException {
    pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
  }

  @Override
  public int getThreads() {
    return pool.snapshot().threads();
  }

  @Override
  public int getIdleThreads() {
    PoolSnapshot now = pool.snapshot();
    return Math.max(0, now.threads() - now.tasks().active());
  }

  @Override
  public boolean isLowOnThreads() {
    return false;
  }
}
