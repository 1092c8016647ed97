package dev.foliot.service.timeline;

import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.store.explain.StopKind;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The times in which a control group's quota was used up. The kernel adds them up over the CPUs
 * when each ends: the longest that one can be is what was added.
 */
final class ThrottlingStops implements StopSource {
  private static final long EVERY_NS = 50_000_000;

  private final Cgroup group;
  private @Nullable Throttling before;

  ThrottlingStops(Path root, long pid) {
    this.group = new Cgroup(root, pid);
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
    return switch (group.throttling()) {
      case Reading.Unavailable<Throttling> none -> none.retyped();
      case Reading.Value<Throttling>(Throttling now) -> {
        Throttling since = before == null ? null : now.since(before);
        before = now;
        if (since != null && since.throttledNs() > 0) {
          sink.stop(
              nowNs - since.throttledNs(),
              nowNs,
              since.throttledNs(),
              nowNs - sinceNs,
              StopKind.THROTTLING,
              "");
        }
        yield Reading.of(true);
      }
    };
  }
}
