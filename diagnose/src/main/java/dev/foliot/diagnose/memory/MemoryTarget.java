package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.MemoryUse;
import dev.foliot.linux.memory.PresentPages;
import dev.foliot.linux.memory.ResidentRegion;
import java.util.List;

/** A JVM whose memory is examined: one that runs, or one of a test. */
interface MemoryTarget {
  /** What it holds; unavailable when it has ended. */
  Reading<MemoryUse> use();

  /** What of its address space is in RAM; costs the kernel some time per gigabyte. */
  Reading<List<ResidentRegion>> regions();

  /** Which pages of a part of its address space are in RAM. */
  Reading<PresentPages> pages(MemoryRegion region);

  /** Where it keeps what. */
  JvmRanges ranges();

  /**
   * The same between two times, for less work: not all that came and went since has to be in it.
   */
  JvmRanges rangesBetween();

  /** How much direct memory the JDK counts. */
  Reading<Counted> counted();

  /** Its direct buffers, one by one. */
  Reading<DirectBuffers> direct();

  /** Whether nothing of it runs. */
  boolean isStopped();
}
