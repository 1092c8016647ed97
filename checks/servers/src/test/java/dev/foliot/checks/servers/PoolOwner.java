package dev.foliot.checks.servers;

import dev.foliot.pool.AdaptivePool;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Part of a web application: it has a pool while it is deployed. Its class loader loads it. */
public final class PoolOwner implements ServletContextListener {
  private static final int TASKS = 100;
  private static final long TASK_NS = 1_000_000;

  private @Nullable AdaptivePool pool;

  @Override
  public void contextInitialized(ServletContextEvent event) {
    AdaptivePool made = AdaptivePool.builder().name("redeployed").platform();
    pool = made;
    List<Future<?>> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      tasks.add(made.submit(() -> LockSupport.parkNanos(TASK_NS)));
    }
    try {
      for (Future<?> task : tasks) {
        task.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    if (pool != null) {
      pool.close();
    }
  }
}
