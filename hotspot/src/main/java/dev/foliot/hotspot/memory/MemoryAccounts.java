package dev.foliot.hotspot.memory;

import dev.foliot.linux.Reading;

/** A JVM's answers about its memory. */
public interface MemoryAccounts {
  /**
   * The JVM's native memory; {@code full} adds addresses, which cost it up to a second of CPU time.
   */
  Reading<NativeMemory> books(boolean full) throws InterruptedException;

  /** The bytes of heap objects, dead ones included. */
  Reading<Long> heapUsed() throws InterruptedException;
}
