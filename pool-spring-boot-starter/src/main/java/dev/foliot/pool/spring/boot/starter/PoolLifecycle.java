package dev.foliot.pool.spring.boot.starter;

import dev.foliot.pool.AdaptivePool;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Ends the pool when the application closes: after the server, whose last requests still need it,
 * and before the beans that tasks use. A context that only pauses keeps its pool.
 */
final class PoolLifecycle implements SmartLifecycle {
  /** Below that of the servers, which stop at the default less 1,024 and 2,048. */
  private static final int AFTER_THE_SERVER = DEFAULT_PHASE - 4096;

  private final AdaptivePool pool;
  private final Duration timeout;
  private final ConfigurableApplicationContext context;
  private volatile boolean isRunning;

  PoolLifecycle(AdaptivePool pool, Duration timeout, ConfigurableApplicationContext context) {
    this.pool = pool;
    this.timeout = timeout;
    this.context = context;
  }

  @Override
  public void start() {
    isRunning = true;
  }

  @Override
  public void stop() {
    isRunning = false;
    if (context.isClosed()) {
      end();
    }
  }

  private void end() {
    pool.shutdown();
    try {
      if (pool.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int active = pool.snapshot().tasks().active();
    int waiting = pool.shutdownNow().size();
    System.getLogger(PoolLifecycle.class.getPackageName())
        .log(
            System.Logger.Level.WARNING,
            "pool {0} did not end within {1}: {2} running tasks were interrupted, {3} waiting ones"
                + " do not run; foliot.pool.shutdown-timeout gives them longer",
            pool.snapshot().name(),
            timeout,
            active,
            waiting);
  }

  @Override
  public boolean isRunning() {
    return isRunning;
  }

  @Override
  public int getPhase() {
    return AFTER_THE_SERVER;
  }
}
