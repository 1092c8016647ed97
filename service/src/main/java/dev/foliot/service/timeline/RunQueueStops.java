package dev.foliot.service.timeline;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.SchedStatFile;
import dev.foliot.store.explain.StopKind;
import java.nio.file.Path;

/**
 * The waits of one thread for a CPU. The kernel adds a wait when it ends, so its length is exact.
 */
final class RunQueueStops implements StopSource {
  private static final long EVERY_NS = 1_000_000;
  private static final long SHORTEST_NS = 100_000;

  private final SchedStatFile file;
  private long waitedNs = -1;

  RunQueueStops(Path root, long pid, long tid) {
    this.file = new SchedStatFile(root, pid, tid);
  }

  @Override
  public String name() {
    return "waits of the measuring threads for a CPU";
  }

  @Override
  public long everyNs() {
    return EVERY_NS;
  }

  @Override
  public Reading<Boolean> read(long sinceNs, long nowNs, Sink sink) {
    return switch (file.runQueueWaitNs()) {
      case Reading.Unavailable<Long> none -> none.retyped();
      case Reading.Value<Long>(Long nowWaitedNs) -> {
        long grownNs = waitedNs < 0 ? 0 : nowWaitedNs - waitedNs;
        waitedNs = nowWaitedNs;
        if (grownNs >= SHORTEST_NS) {
          sink.stop(nowNs - grownNs, nowNs, grownNs, nowNs - sinceNs, StopKind.RUN_QUEUE, "");
        }
        yield Reading.of(true);
      }
    };
  }

  @Override
  public void close() {
    file.close();
  }
}
