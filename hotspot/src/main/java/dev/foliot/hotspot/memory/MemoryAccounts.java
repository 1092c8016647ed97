package dev.foliot.hotspot.memory;

import dev.foliot.linux.Reading;

/** What a JVM tells of its memory when it is asked. */
public interface MemoryAccounts {
  /** Its native memory; {@code full} with addresses, which costs it up to a second of CPU time. */
  Reading<NativeMemory> books(boolean full) throws InterruptedException;

  /** What its objects take, dead ones included, in bytes. */
  Reading<Long> heapUsed() throws InterruptedException;
}
