package dev.foliot.pool;

/**
 * Receives the pool's decisions. The pool's control thread calls it and waits for it: return soon.
 * Its exceptions go to that thread's uncaught exception handler and have no other effect.
 */
public interface PoolListener {
  /** Called after a change of the size. */
  default void resized(Resize resize) {}

  /**
   * Called once for each stall: tasks wait and no task ends, or no thread begins them. It is called
   * again only after the stall has ended. The pool also logs each stall that lasts for 2 s, once,
   * as a warning of the {@link System.Logger} {@code dev.foliot.pool}.
   */
  default void hung(Hang hang) {}
}
