package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.MemoryUse;
import dev.foliot.linux.memory.PresentPages;
import dev.foliot.linux.memory.ResidentRegion;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.linux.reason.SystemReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A JVM whose memory a test sets for each moment of a simulated time. */
final class FakeJvm implements MemoryTarget, NanoClock {
  static final long MB = 1 << 20;
  static final long SECOND_NS = 1_000_000_000;
  private static final long METASPACE = 40_000 * MB;

  long nowNs;
  long endsAtNs = Long.MAX_VALUE;
  long interruptsAtNs = Long.MAX_VALUE;
  long closesAtNs = Long.MAX_VALUE;
  long lookNs;
  long mallocPerS;
  long heapPerS;
  long threadsPerS;
  long stackBytes = 10 * MB;
  DirectBuffers direct = DirectBuffers.NONE;
  Counted counted = new Counted(0, 0, 512 * MB);
  boolean stopped;
  int arenas;
  long arenaBytes;
  long directPerS;
  long metaspacePerS;
  int fullLooks;

  @Override
  public long nanos() {
    return nowNs;
  }

  @Override
  public void await(long nanos) {
    throw new UnsupportedOperationException("nothing here waits without heeding interrupts");
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    nowNs += nanos;
    if (nowNs >= interruptsAtNs) {
      throw new InterruptedException("as the test wants it");
    }
  }

  private long since(long perS) {
    return perS * nowNs / SECOND_NS;
  }

  private long malloc() {
    return 20 * MB + since(mallocPerS);
  }

  private long heap() {
    return 200 * MB + since(heapPerS);
  }

  @Override
  public Reading<MemoryUse> use() {
    if (nowNs >= endsAtNs) {
      return Reading.unavailable(new ProcessReason.NoProcess());
    }
    long resident = heap() + malloc() + stackBytes + arenas * arenaBytes + since(metaspacePerS);
    return Reading.of(new MemoryUse(resident, resident, 0, 0, 3 * MB, 30 + since(threadsPerS)));
  }

  @Override
  public Reading<List<ResidentRegion>> regions() {
    fullLooks++;
    nowNs += lookNs;
    if (nowNs >= closesAtNs) {
      return Reading.unavailable(new SystemReason.FileClosed("smaps", "run as root"));
    }
    List<ResidentRegion> all = new ArrayList<>();
    all.add(region(0, malloc(), "[heap]"));
    all.add(region(10_000 * MB, heap(), ""));
    if (since(metaspacePerS) > 0) {
      all.add(region(METASPACE, since(metaspacePerS), ""));
    }
    all.add(region(50_000 * MB, stackBytes, ""));
    for (int i = 0; i < arenas; i++) {
      long start = (1_000L + i) * 64 * MB;
      long end = start + arenaBytes;
      all.add(new ResidentRegion(new MemoryRegion(start, end, "rw-p", ""), arenaBytes));
      all.add(new ResidentRegion(new MemoryRegion(end, start + 64 * MB, "---p", ""), 0));
    }
    return Reading.of(all);
  }

  @Override
  public Reading<PresentPages> pages(MemoryRegion region) {
    return Reading.unavailable(new ProcessReason.NoProcess());
  }

  private static ResidentRegion region(long start, long bytes, String path) {
    long from = start + MB;
    return new ResidentRegion(new MemoryRegion(from, from + bytes, "rw-p", path), bytes);
  }

  @Override
  public JvmRanges rangesBetween() {
    return ranges();
  }

  @Override
  public JvmRanges ranges() {
    return new JvmRanges(
        List.of(
            new JvmRanges.Range(10_001 * MB, 10_601 * MB, JvmRanges.Kind.JAVA_HEAP),
            new JvmRanges.Range(
                50_001 * MB, 50_001 * MB + stackBytes, JvmRanges.Kind.THREAD_STACK)),
        Set.of(METASPACE + 2 * MB),
        List.of());
  }

  @Override
  public Reading<Counted> counted() {
    return Reading.of(
        new Counted(counted.bytes() + since(directPerS), counted.buffers(), counted.limitBytes()));
  }

  @Override
  public Reading<DirectBuffers> direct() {
    return nowNs >= closesAtNs
        ? Reading.unavailable(new SystemReason.FileClosed("mem", "run as root"))
        : Reading.of(direct);
  }

  @Override
  public boolean isStopped() {
    return stopped;
  }
}
