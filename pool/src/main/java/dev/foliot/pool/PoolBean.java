package dev.foliot.pool;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Registers a pool in the platform's MBean server. Without the module java.management, as in some
 * images made by jlink, it does nothing and never fails. Safe for any thread.
 */
final class PoolBean {
  private static final long LEAST_MS = 10_000;
  private static final long BUSY_MS = 250;

  /** Removes the bean; null before registration. */
  private @Nullable Runnable removal;

  private boolean isOver;

  private PoolBean() {}

  /**
   * Registers a pool without preventing its collection.
   *
   * @param name the name from the user; a number is added if another pool has it
   */
  static PoolBean register(AdaptivePool pool, String name) {
    PoolBean bean = new PoolBean();
    bean.add(pool, name);
    return bean;
  }

  /**
   * Registers the pool later, on a thread of its own. Creating the MBean server takes some tenths
   * of a second of CPU. Neither the creator of the first pool nor its tasks should wait for that.
   * An existing server shows the pool at once. Otherwise it waits until ten seconds have passed and
   * the pool is quiet, or another thread creates the server, as a JMX client does. An idle pool
   * wakes the thread once, at the end of the ten seconds.
   *
   * @param isQuiet whether no task runs or waits
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
      add(pool, name); // an interrupt means: stop waiting
    }
  }

  /** Waits for the server, or for a good time to create it; false if the pool ends first. */
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

  /** Time until the next check for the server; 0 if it is due now. */
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
      return true; // no module java.management: no reason to wait
    }
  }

  private void add(AdaptivePool pool, String name) {
    try {
      JmxRegistration.prepare(); // takes long: do not hold the lock during it
      synchronized (this) {
        if (!isOver) {
          removal = JmxRegistration.register(pool, name);
        }
      }
    } catch (LinkageError e) {
      // no module java.management: not shown
    }
  }

  /** Removes the pool from JMX for good; a second call does nothing. */
  synchronized void unregister() {
    isOver = true;
    notifyAll();
    Runnable remove = removal;
    if (remove != null) {
      remove.run();
    }
  }
}
