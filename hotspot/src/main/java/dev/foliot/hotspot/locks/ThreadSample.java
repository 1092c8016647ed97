package dev.foliot.hotspot.locks;

import java.util.Optional;

/**
 * A thread at one moment. Immutable.
 *
 * @param id identifies the thread while it lives
 * @param tid the kernel's id of it, in the process's own namespace
 * @param name its Java name, of any characters; empty if unreadable
 * @param state its state
 * @param isCarrier whether it runs virtual threads
 * @param isMounted whether it runs one now
 * @param awaited what it waits for; empty if it does not wait, or that is not known
 * @param exit where it left Java code; all 0 while it runs Java code
 */
public record ThreadSample(
    long id,
    long tid,
    String name,
    State state,
    boolean isCarrier,
    boolean isMounted,
    Optional<Wait> awaited,
    Exit exit) {

  /** The state of a thread. */
  public enum State {
    /** It runs Java code or code of the JVM, or waits for a CPU. */
    RUNNING,
    /** It runs native code, which may wait for I/O. */
    NATIVE,
    /** It waits within the JVM: for a lock, in a sleep, or for the end of a safepoint. */
    BLOCKED
  }

  /**
   * Where a thread left Java code.
   *
   * @param sp the stack pointer
   * @param pc the instruction; 0 if it is on the stack
   * @param fp the frame pointer register
   */
  public record Exit(long sp, long pc, long fp) {
    /** Whether the thread has left Java code. */
    public boolean isKnown() {
      return sp != 0;
    }
  }

  /** The same with a name. */
  public ThreadSample named(String newName) {
    return new ThreadSample(id, tid, newName, state, isCarrier, isMounted, awaited, exit);
  }
}
