package dev.foliot.pool;

import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/** Registers with JMX. Only this class and the bean need the module java.management. */
final class JmxRegistration {
  private static final String PREFIX = "dev.foliot.pool:type=AdaptivePool,name=";

  private JmxRegistration() {}

  /**
   * One thread for all pools, started with the first one. It removes beans of dropped pools, which
   * would otherwise hold the class loader of a stopped application. It ends with that loader:
   * without pools, it references nothing of the application.
   */
  private static final class Removals {
    static final Cleaner CLEANER = Cleaner.create();
  }

  /** Whether an MBean server exists; this call does not create one. */
  static boolean isServerThere() {
    return !MBeanServerFactory.findMBeanServer(null).isEmpty();
  }

  /** Creates the MBean server. */
  static void prepare() {
    ManagementFactory.getPlatformMBeanServer();
  }

  /** Registers a pool's bean; the result removes it, once. */
  static Runnable register(AdaptivePool pool, String name) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    for (int number = 1; ; number++) {
      String unique = number == 1 ? name : name + " (" + number + ")";
      ObjectName objectName = objectName(unique);
      AtomicBoolean isThere = new AtomicBoolean(true);
      Runnable removal =
          () -> {
            // Once: another pool may have claimed the name by then.
            if (isThere.getAndSet(false)) {
              remove(server, objectName);
            }
          };
      try {
        PoolView view = new PoolView(pool, name, removal);
        server.registerMBean(new DescribedPool(view), objectName);
        return alsoWhenDropped(pool, removal);
      } catch (InstanceAlreadyExistsException e) {
        removeIfGone(server, objectName);
      } catch (JMException e) {
        throw new IllegalStateException(objectName + " cannot be shown in JMX", e);
      }
    }
  }

  /** Removes the bean when the pool is collected, too; the result removes it now. */
  private static Runnable alsoWhenDropped(AdaptivePool pool, Runnable removal) {
    try {
      return Removals.CLEANER.register(pool, removal)::clean;
    } catch (OutOfMemoryError | NoClassDefFoundError e) { // no thread for it can be started
      return removal;
    }
  }

  private static ObjectName objectName(String name) {
    try {
      return new ObjectName(PREFIX + ObjectName.quote(name));
    } catch (JMException e) {
      throw new IllegalStateException("a quoted name is not accepted: " + name, e);
    }
  }

  /** The bean of a dropped pool removes itself on its next call. */
  private static void removeIfGone(MBeanServer server, ObjectName objectName) {
    try {
      server.getAttribute(objectName, "Name");
    } catch (JMException | RuntimeMBeanException e) {
      // Gone, or not ours: try the next number.
    }
  }

  private static void remove(MBeanServer server, ObjectName objectName) {
    try {
      server.unregisterMBean(objectName);
    } catch (InstanceNotFoundException e) {
      // Another thread removed it.
    } catch (JMException e) {
      throw new IllegalStateException(objectName + " cannot be removed from JMX", e);
    }
  }
}
