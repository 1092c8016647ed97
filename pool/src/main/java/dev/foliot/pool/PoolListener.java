package dev.foliot.pool;

/**
 * Receives the pool's decisions. The pool's control thread calls it and waits for it: return soon.
 * Its exceptions go to that thread's uncaught exception handler and have no other effect.
 */
public interface PoolListener {
  /** Called after a change of the size. */
  default void resized(Resize resize) {}

  /**
   * Called once when tasks wait and no task ends. It is called again only after a task has ended.
   */
  default void hung(Hang hang) {}
}
