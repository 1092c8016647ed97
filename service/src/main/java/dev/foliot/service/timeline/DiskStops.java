package dev.foliot.service.timeline;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ThreadStatFile;
import dev.foliot.store.explain.StopKind;
import java.nio.file.Path;

/**
 * The waits of one thread for a disk, by samples of its state: the kernel sums such waits up only
 * with kernel.task_delayacct. A wait with a major page fault is that fault's.
 */
final class DiskStops implements StopSource {
  private static final long EVERY_NS = 1_000_000;
  private static final long NEVER = Long.MIN_VALUE;

  private final ThreadStatFile file;
  private long firstNs = NEVER;
  private long faults = -1;
  private long faultsBefore;

  DiskStops(Path root, long pid, long tid) {
    this.file = new ThreadStatFile(root, pid, tid);
  }

  @Override
  public String name() {
    return "page faults and disk waits of the measuring threads";
  }

  @Override
  public long everyNs() {
    return EVERY_NS;
  }

  @Override
  public Reading<Boolean> read(long sinceNs, long nowNs, Sink sink) {
    return switch (file.waitsForDisk()) {
      case Reading.Unavailable<Boolean> none -> none.retyped();
      case Reading.Value<Boolean>(Boolean isWaiting) -> {
        // a sample stands for the time half way to its neighbours
        long middleNs = nowNs - (nowNs - sinceNs) / 2;
        if (isWaiting && firstNs == NEVER) {
          firstNs = middleNs;
          faultsBefore = faults < 0 ? file.majorFaults() : faults;
        } else if (!isWaiting && firstNs != NEVER) {
          sink.stop(
              firstNs,
              middleNs,
              middleNs - firstNs,
              nowNs - sinceNs,
              file.majorFaults() > faultsBefore ? StopKind.PAGE_FAULT : StopKind.DISK_WAIT,
              "");
          firstNs = NEVER;
        }
        faults = file.majorFaults();
        yield Reading.of(true);
      }
    };
  }

  @Override
  public void close() {
    file.close();
  }
}
