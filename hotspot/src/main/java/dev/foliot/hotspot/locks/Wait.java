package dev.foliot.hotspot.locks;

import java.util.regex.Pattern;

/**
 * What a thread waits for. Immutable.
 *
 * @param kind its kind
 * @param id identifies the object while the collector does not move it
 * @param className the class of the object, as {@link Class#getName()} gives it; empty if not known
 * @param ownerTid the kernel's id of the thread that owns it, as in {@link ThreadSample#tid}; 0 if
 *     nobody does or it is not known; {@link #UNMOUNTED} for a virtual thread without a carrier
 */
public record Wait(Kind kind, long id, String className, long ownerTid) {
  /** The owner of a lock that is a virtual thread without a carrier. */
  public static final long UNMOUNTED = -1;

  /** The kind of a wait. */
  public enum Kind {
    /** To enter a monitor: {@code synchronized}. */
    MONITOR,
    /** For a lock of {@code java.util.concurrent.locks} that one thread owns. */
    LOCK,
    /** In {@code Object.wait}. */
    OBJECT_WAIT,
    /** Parked for another reason, such as a condition, a future or a latch. */
    PARK
  }

  /** The locks of the JDK, some of which do not name those who hold them, such as readers. */
  private static final Pattern LOCKS =
      Pattern.compile(
          "java\\.util\\.concurrent\\.locks\\.(Stamped|Reentrant(ReadWrite)?)Lock(\\$\\w*Sync)?");

  /** Whether another thread has to release a lock, with a known owner or not. */
  public boolean isForLock() {
    return kind == Kind.MONITOR || kind == Kind.LOCK || LOCKS.matcher(className).matches();
  }

  /** Whether the lock names its owner whenever it has one. */
  public boolean isOwned() {
    return kind == Kind.MONITOR || className.contains(".ReentrantLock$");
  }
}
