package dev.foliot.service.timeline;

import dev.foliot.linux.CpuTimes;
import dev.foliot.linux.ProcStat;
import dev.foliot.linux.Reading;
import dev.foliot.store.explain.StopKind;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Time that the hypervisor took from a CPU, in the mean of all CPUs. The kernel counts it in ticks
 * of 10 ms, without saying when in between.
 */
final class StealStops implements StopSource {
  private static final long EVERY_NS = 50_000_000;
  private static final long CALM_READING_NS = 500_000_000;
  private static final long TICK_NS = 10_000_000;

  private final Path root;
  private @Nullable CpuTimes before;

  StealStops(Path root) {
    this.root = root;
  }

  @Override
  public String name() {
    return "time that the hypervisor took";
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
    return switch (ProcStat.of(root)) {
      case Reading.Unavailable<ProcStat> none -> none.retyped();
      case Reading.Value<ProcStat>(ProcStat stat) -> {
        CpuTimes now = stat.all();
        long ticks = before == null ? 0 : now.steal() - before.steal();
        before = now;
        if (ticks > 0) {
          long cpus = Math.max(1, stat.perCpu().size());
          long lengthNs = Math.min(ticks * TICK_NS / cpus, nowNs - sinceNs);
          sink.stop(sinceNs, nowNs, lengthNs, 0, StopKind.STEAL, "");
        }
        yield Reading.of(true);
      }
    };
  }
}
