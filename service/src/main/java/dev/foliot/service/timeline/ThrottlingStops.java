package dev.foliot.service.timeline;

import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.linux.cgroup.ThrottlingMeter;
import dev.foliot.store.explain.StopKind;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The times in which a control group's quota was used up. The kernel adds them up over the CPUs
 * when each ends: the longest that one can be is what was added, and a period for each period.
 */
final class ThrottlingStops implements StopSource {
  private static final long EVERY_NS = 50_000_000;

  /** The usual period of a quota; of a longer one the part beyond is not seen. */
  private static final long PERIOD_NS = 100_000_000;

  private final ThrottlingMeter group;
  private @Nullable Throttling before;

  ThrottlingStops(Path root, long pid) {
    this.group = new Cgroup(root, pid).throttlingMeter();
  }

  @Override
  public String name() {
    return "throttling by a CPU quota";
  }

  @Override
  public long everyNs() {
    return EVERY_NS;
  }

  @Override
  public Reading<Boolean> read(long sinceNs, long nowNs, Sink sink) {
    return switch (group.read()) {
      case Reading.Unavailable<Throttling> none -> none.retyped();
      case Reading.Value<Throttling>(Throttling now) -> {
        Throttling since = before == null ? null : now.since(before);
        before = now;
        if (since != null && since.throttledNs() > 0) {
          long lengthNs = Math.min(since.throttledNs(), Math.max(1, since.periods()) * PERIOD_NS);
          sink.stop(nowNs - lengthNs, nowNs, lengthNs, nowNs - sinceNs, StopKind.THROTTLING, "");
        }
        yield Reading.of(true);
      }
    };
  }
}
