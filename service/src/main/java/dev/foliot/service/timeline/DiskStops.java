package dev.foliot.service.timeline;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ThreadStatFile;
import dev.foliot.store.explain.StopKind;
import java.nio.file.Path;

/**
 * The waits of one thread for a disk, by samples of its state: the kernel sums such waits up only
 * with kernel.task_delayacct. Short faults in a row are mostly missed by the samples, but counted.
 * A wait with a major page fault is that fault's. The kernel counts the fault when the thread runs
 * again, which may be some readings later.
 */
final class DiskStops implements StopSource {
  private static final long EVERY_NS = 1_000_000;
  private static final long NEVER = Long.MIN_VALUE;

  /** So many faults between two readings leave no time for anything else. */
  private static final int MANY = 5;

  /** After so many readings a fault would have been counted. */
  private static final int MOST_PENDING = 50;

  private final ThreadStatFile file;
  private long firstNs = NEVER;
  private long lastNs = NEVER;
  private long errorNs;
  private long faultsBefore;
  private long faults = NEVER;
  private int pending;

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
      case Reading.Value<Boolean>(Boolean waits) -> {
        boolean isFaulting = faults != NEVER && file.majorFaults() - faults >= MANY;
        // a sample stands for the time half way to its neighbours
        read(waits || isFaulting, nowNs - (nowNs - sinceNs) / 2, nowNs - sinceNs, sink);
        faults = file.majorFaults();
        yield Reading.of(true);
      }
    };
  }

  private void read(boolean isWaiting, long middleNs, long distanceNs, Sink sink) {
    boolean isCounted = file.majorFaults() > faultsBefore;
    if (lastNs != NEVER && (isWaiting || isCounted || ++pending > MOST_PENDING)) {
      sink.stop(
          firstNs,
          lastNs,
          lastNs - firstNs,
          errorNs,
          isCounted ? StopKind.PAGE_FAULT : StopKind.DISK_WAIT,
          "");
      firstNs = NEVER;
      lastNs = NEVER;
    }
    if (isWaiting && firstNs == NEVER) {
      firstNs = middleNs;
      faultsBefore = faults == NEVER ? file.majorFaults() : faults;
    } else if (!isWaiting && firstNs != NEVER && lastNs == NEVER) {
      lastNs = middleNs;
      errorNs = distanceNs;
      pending = 0;
      if (file.majorFaults() > faultsBefore) {
        read(false, middleNs, distanceNs, sink);
      }
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
