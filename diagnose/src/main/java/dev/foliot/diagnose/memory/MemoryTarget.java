package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.MemoryUse;
import dev.foliot.linux.memory.PresentPages;
import dev.foliot.linux.memory.ResidentRegion;
import java.util.List;

/** A JVM under examination: a live one, or a test's. */
interface MemoryTarget {
  /** The kernel's totals; unavailable when it has ended. */
  Reading<MemoryUse> use();

  /** Its resident address space; costs the kernel some time per gigabyte. */
  Reading<List<ResidentRegion>> regions();

  /** The resident pages of a mapping. */
  Reading<PresentPages> pages(MemoryRegion region);

  /** The JVM's own ranges. */
  JvmRanges ranges();

  /** The JVM's own ranges at lower cost, between two full reads; may miss changes since. */
  JvmRanges rangesBetween();

  /** The direct memory that the JDK counts. */
  Reading<Counted> counted();

  /** Its direct buffers, individually. */
  Reading<DirectBuffers> direct();

  /** Whether it is stopped completely. */
  boolean isStopped();
}
