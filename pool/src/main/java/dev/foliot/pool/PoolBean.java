package dev.foliot.pool;

import java.util.ArrayList;
import java.util.List;
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
   * Registers the pool later, on a thread that all pools share. Creating the MBean server takes
   * some tenths of a second of CPU. Neither the creator of the first pool nor its tasks should wait
   * for that. An existing server shows the pool at once. Otherwise it waits until ten seconds have
   * passed and the pool is quiet, or another thread creates the server, as a JMX client does. Idle
   * pools wake the thread once each, at the end of their ten seconds. It ends once no pool waits.
   *
   * @param isQuiet whether no task runs or waits
   */
  static PoolBean registerSoon(AdaptivePool pool, String name, BooleanSupplier isQuiet) {
    PoolBean bean = new PoolBean();
    long nowNs = SystemNanoClock.INSTANCE.nanoTime();
    if (!Waiting.add(new Waiting(bean, pool, name, isQuiet, nowNs))) {
      bean.add(pool, name); // no thread for it
    }
    return bean;
  }

  /**
   * A pool that waits for its registration, and the thread that registers it. Not a record: in JDK
   * 17, the first {@code equals} of a record's class is cached in java.base and holds its loader.
   */
  private static final class Waiting {
    /** All that wait; guards itself and the thread. */
    private static final List<Waiting> ALL = new ArrayList<>();

    private static @Nullable Thread registrar;
    private static boolean isRegistering;

    private final PoolBean bean;
    private final AdaptivePool pool;
    private final String name;
    private final BooleanSupplier isQuiet;
    private final long beginNs;

    Waiting(PoolBean bean, AdaptivePool pool, String name, BooleanSupplier isQuiet, long beginNs) {
      this.bean = bean;
      this.pool = pool;
      this.name = name;
      this.isQuiet = isQuiet;
      this.beginNs = beginNs;
    }

    /** Adds one; false if no thread can be started for it. */
    static boolean add(Waiting one) {
      synchronized (ALL) {
        if (!isRegistering) {
          try {
            Thread made = new Thread(null, Waiting::registerAll, "foliot-jmx", 0, false);
            made.setDaemon(true);
            made.setContextClassLoader(ClassLoader.getSystemClassLoader());
            made.start();
            registrar = made;
            isRegistering = true;
          } catch (OutOfMemoryError e) {
            return false;
          }
        }
        ALL.add(one);
        ALL.notifyAll();
        return true;
      }
    }

    /** Drops a bean; the thread ends if none is left. */
    static void remove(PoolBean bean) {
      synchronized (ALL) {
        if (ALL.removeIf(one -> one.bean == bean)) {
          ALL.notifyAll();
        }
      }
    }

    /** The thread, if no pool needs it any more; otherwise null. */
    static @Nullable Thread ending() {
      synchronized (ALL) {
        return ALL.isEmpty() ? registrar : null;
      }
    }

    private static void registerAll() {
      boolean isOn = true;
      while (isOn) {
        Waiting next = next();
        isOn = next != null;
        if (next != null) {
          try {
            next.bean.add(next.pool, next.name);
          } catch (RuntimeException | Error e) { // the other pools are registered anyway
            Uncaught.hand(e);
          }
        }
      }
    }

    /** Waits for a pool to register; null if none is left, and the thread must end. */
    private static @Nullable Waiting next() {
      synchronized (ALL) {
        while (!ALL.isEmpty()) {
          boolean isServerThere = isServerThere();
          long nowNs = SystemNanoClock.INSTANCE.nanoTime();
          long leastMs = LEAST_MS;
          for (Waiting one : ALL) {
            long waitedMs = (nowNs - one.beginNs) / 1_000_000;
            long leftMs = waitMs(waitedMs, isServerThere, one.isQuiet.getAsBoolean());
            if (leftMs == 0) {
              ALL.remove(one);
              return one;
            }
            leastMs = Math.min(leastMs, leftMs);
          }
          try {
            ALL.wait(leastMs);
          } catch (InterruptedException e) {
            // meant for another thread: checks again
          }
        }
        isRegistering = false;
        return null;
      }
    }
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
  void unregister() {
    Waiting.remove(this);
    synchronized (this) {
      isOver = true;
      Runnable remove = removal;
      if (remove != null) {
        remove.run();
      }
    }
  }

  /** The thread that registers pools, if it is about to end; otherwise null. */
  static @Nullable Thread ending() {
    return Waiting.ending();
  }
}
