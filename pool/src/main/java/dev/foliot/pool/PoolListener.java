package dev.foliot.pool;

/**
 * Hears what the pool decides. Called on the pool's control thread, which waits for it: return
 * soon. What it throws goes to that thread's uncaught exception handler and disturbs nothing else.
 */
public interface PoolListener {
  /** The size was changed. */
  default void resized(Resize resize) {}

  /** Tasks wait and none ends; called once until one does. */
  default void hung(Hang hang) {}
}
