package dev.foliot.pool;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A pool's place in the platform's MBean server. Where the module java.management is missing, as in
 * an image made by jlink, there is none and nothing fails. Safe for any thread.
 */
final class PoolBean {
  private static final long LEAST_MS = 10_000;
  private static final long BUSY_MS = 250;

  /** What removes it; null before it is registered. */
  private @Nullable Runnable removal;

  private boolean isOver;

  private PoolBean() {}

  /**
   * Shows a pool, and does not keep it from being collected.
   *
   * @param name as the user gave it; a number is added where another pool has it already
   */
  static PoolBean register(AdaptivePool pool, String name) {
    PoolBean bean = new PoolBean();
    bean.add(pool, name);
    return bean;
  }

  /**
   * The same on a thread of its own, and not at once: to bring the MBean server up takes some
   * tenths of a second of CPU, which neither the maker of the first pool is to wait for nor its
   * tasks. So the pool is shown at once where it is up already, or else when ten seconds have
   * passed and the pool is quiet; or before that if someone else has brought it up, as who looks at
   * a busy pool does. A pool that is idle wakes the thread once, at the end of the ten seconds.
   *
   * @param isQuiet whether nothing runs and nothing waits
   */
  static PoolBean registerSoon(AdaptivePool pool, String name, BooleanSupplier isQuiet) {
    PoolBean bean = new PoolBean();
    try {
      Runnable work = () -> bean.addSoon(pool, name, isQuiet);
      Thread thread = new Thread(null, work, "foliot-jmx", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
      thread.start();
    } catch (OutOfMemoryError e) { // no thread for it
      bean.add(pool, name);
    }
    return bean;
  }

  private void addSoon(AdaptivePool pool, String name, BooleanSupplier isQuiet) {
    try {
      if (waitForServer(isQuiet)) {
        add(pool, name);
      }
    } catch (InterruptedException e) {
      add(pool, name); // whoever interrupts it does not want to wait
    }
  }

  /** Waits for the server, or for a good time to bring it up; false if the pool is over first. */
  private synchronized boolean waitForServer(BooleanSupplier isQuiet) throws InterruptedException {
    long beginNs = SystemNanoClock.INSTANCE.nanoTime();
    while (!isOver) {
      long waitedMs = (SystemNanoClock.INSTANCE.nanoTime() - beginNs) / 1_000_000;
      long leftMs = waitMs(waitedMs, isServerThere(), isQuiet.getAsBoolean());
      if (leftMs == 0) {
        return true;
      }
      wait(leftMs);
    }
    return false;
  }

  /** How long to wait before the next look for the server; 0 if the time has come. */
  static long waitMs(long waitedMs, boolean isServerThere, boolean isQuiet) {
    if (isServerThere) {
      return 0;
    }
    return isQuiet ? Math.max(0, LEAST_MS - waitedMs) : BUSY_MS;
  }

  private static boolean isServerThere() {
    try {
      return JmxRegistration.isServerThere();
    } catch (LinkageError e) {
      return true; // no module java.management: nothing to wait for
    }
  }

  private void add(AdaptivePool pool, String name) {
    try {
      JmxRegistration.prepare(); // takes long, so the lock is not held meanwhile
      synchronized (this) {
        if (!isOver) {
          removal = JmxRegistration.register(pool, name);
        }
      }
    } catch (LinkageError e) {
      // no module java.management: not shown
    }
  }

  /** Shows the pool no longer, nor later on; the second call does nothing. */
  synchronized void unregister() {
    isOver = true;
    notifyAll();
    Runnable remove = removal;
    if (remove != null) {
      remove.run();
    }
  }
}
