package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.clock.NanoClock;
import java.util.TreeMap;

/** A clock that advances during waits, with events on the way. */
final class VirtualClock implements NanoClock {
  private final TreeMap<Long, Runnable> events = new TreeMap<>();
  private long ns;

  /** Schedules an event. */
  void at(long momentNs, Runnable event) {
    events.put(momentNs, event);
  }

  @Override
  public long nanos() {
    return ns;
  }

  @Override
  public void sleep(long nanos) {
    await(nanos);
  }

  @Override
  public void await(long nanos) {
    ns += nanos;
    while (!events.isEmpty() && events.firstKey() <= ns) {
      events.pollFirstEntry().getValue().run();
    }
  }
}
