package dev.foliot.linux.perf;

import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.CountersReason;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The memory shared with an event: a page with positions and then the ring (perf_event_mmap_page of
 * perf_event_open(2)). Only the kernel moves the head, and only this class the tail. For one
 * thread.
 */
final class PerfRing {
  static final long DATA_HEAD = 1024;
  static final long DATA_TAIL = 1032;
  static final long DATA_OFFSET = 1040;
  static final long DATA_SIZE = 1048;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment mapping;
  private final RecordRing records;

  private PerfRing(MemorySegment mapping, int pageBytes) {
    this.mapping = mapping;
    this.records = new RecordRing(mapping.asSlice(pageBytes));
  }

  /** The ring in a mapping of one page and a power of two of pages. */
  static PerfRing in(MemorySegment mapping, int pageBytes) throws UnreadableException {
    long offset = mapping.get(ValueLayout.JAVA_LONG, DATA_OFFSET);
    long size = mapping.get(ValueLayout.JAVA_LONG, DATA_SIZE);
    // Kernels before 4.1 say neither.
    if (size != 0 && (offset != pageBytes || size != mapping.byteSize() - pageBytes)) {
      throw new UnreadableException(
          new CountersReason.RingOdd(mapping.byteSize() - pageBytes, size, offset));
    }
    return new PerfRing(mapping, pageBytes);
  }

  /** Passes on records written since the last call, and frees their space for the kernel. */
  void drain(RecordRing.Sink sink) {
    long head = (long) WORD.getAcquire(mapping, DATA_HEAD);
    records.drain(head, sink);
    WORD.setRelease(mapping, DATA_TAIL, head);
  }

  /** How many times what the kernel had written made no sense. */
  long broken() {
    return records.broken();
  }

  MemorySegment mapping() {
    return mapping;
  }
}
