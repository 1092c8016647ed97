package dev.foliot.service.timeline;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.store.explain.StopKind;
import java.nio.file.Path;

/** Whether a signal or a debugger stops the process. */
final class SignalStops implements StopSource {
  private static final long EVERY_NS = 20_000_000;
  private static final long CALM_READING_NS = 500_000_000;
  private static final long NEVER = Long.MIN_VALUE;

  private final Path root;
  private final long pid;
  private long firstNs = NEVER;

  SignalStops(Path root, long pid) {
    this.root = root;
    this.pid = pid;
  }

  @Override
  public String name() {
    return "stops by a signal";
  }

  @Override
  public long everyNs() {
    return EVERY_NS;
  }

  @Override
  public long calmNs() {
    return CALM_READING_NS;
  }

  @Override
  public Reading<Boolean> read(long sinceNs, long nowNs, Sink sink) {
    return switch (ProcessState.of(root, pid)) {
      case Reading.Unavailable<ProcessState> none -> none.retyped();
      case Reading.Value<ProcessState>(ProcessState state) -> {
        // a sample stands for the time half way to its neighbours
        long middleNs = nowNs - (nowNs - sinceNs) / 2;
        if (state == ProcessState.STOPPED) {
          firstNs = firstNs == NEVER ? middleNs : firstNs;
        } else if (firstNs != NEVER) {
          long errorNs = nowNs - sinceNs;
          sink.stop(firstNs, middleNs, middleNs - firstNs, errorNs, StopKind.STOPPED, "");
          firstNs = NEVER;
        }
        yield Reading.of(true);
      }
    };
  }
}
