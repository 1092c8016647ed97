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

/** Registers with JMX. This class and the bean alone need the module java.management. */
final class JmxRegistration {
  private static final String PREFIX = "dev.foliot.pool:type=AdaptivePool,name=";

  private JmxRegistration() {}

  /**
   * One thread for all pools, started with the first: it removes the beans of those that were
   * dropped, which would keep the class loader of an application that is gone. It ends with that
   * loader, since nothing of the application is left in it once no pool is.
   */
  private static final class Removals {
    static final Cleaner CLEANER = Cleaner.create();
  }

  /** Whether there is an MBean server; asking does not bring it up. */
  static boolean isServerThere() {
    return !MBeanServerFactory.findMBeanServer(null).isEmpty();
  }

  /** Brings the MBean server up. */
  static void prepare() {
    ManagementFactory.getPlatformMBeanServer();
  }

  /** Registers a bean for a pool; what is answered removes it again, once. */
  static Runnable register(AdaptivePool pool, String name) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    for (int number = 1; ; number++) {
      String unique = number == 1 ? name : name + " (" + number + ")";
      ObjectName objectName = objectName(unique);
      AtomicBoolean isThere = new AtomicBoolean(true);
      Runnable removal =
          () -> {
            // Once: another pool may have the name by then.
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

  /** Has the bean removed when the pool is collected, too; what is answered removes it now. */
  private static Runnable alsoWhenDropped(AdaptivePool pool, Runnable removal) {
    try {
      return Removals.CLEANER.register(pool, removal)::clean;
    } catch (OutOfMemoryError | NoClassDefFoundError e) { // no thread for it, now or before
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

  /** When asked for anything, the bean of a pool that was dropped removes itself. */
  private static void removeIfGone(MBeanServer server, ObjectName objectName) {
    try {
      server.getAttribute(objectName, "Name");
    } catch (JMException | RuntimeMBeanException e) {
      // Gone, or not ours: the next number will do.
    }
  }

  private static void remove(MBeanServer server, ObjectName objectName) {
    try {
      server.unregisterMBean(objectName);
    } catch (InstanceNotFoundException e) {
      // Someone else removed it.
    } catch (JMException e) {
      throw new IllegalStateException(objectName + " cannot be removed from JMX", e);
    }
  }
}
