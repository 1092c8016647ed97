package dev.foliot.bench;

import java.util.List;
import java.util.Map;

/**
 * A producer with the fault that Foliot must avoid: it resets its schedule after each wait. It then
 * takes the real time for the intended time. It misses every stall during a wait.
 */
final class ReanchoringLoad {
  private static final int SLOTS = 1 << 10;

  private ReanchoringLoad() {}

  static Map<Kind, Durations> play(Story story) {
    FakeClock clock = new FakeClock(story.freezes());
    MessageRing ring = new MessageRing(SLOTS, 1, 0);
    MessageRecorder recorder = new MessageRecorder(ring, 0, Long.MAX_VALUE / 2, SLOTS);
    long[] planned = story.intendedNs();
    long movedNs = 0;
    for (int n = 0; n < story.messages(); n++) {
      long intendedNs = planned[n] + movedNs;
      if (clock.nanoTime() < intendedNs) {
        clock.sleepUntil(intendedNs + story.overshootNs(n));
        movedNs += clock.nanoTime() - intendedNs;
        intendedNs = clock.nanoTime();
      }
      ring.begin(n, intendedNs, 0, clock.nanoTime());
      clock.work(story.serviceNs(n));
      ring.end(n, clock.nanoTime());
      recorder.record(n);
    }
    recorder.finish();
    List<Interval> intervals = recorder.intervals().stream().map(Interval.Builder::build).toList();
    return VirtualLoad.total(intervals);
  }
}
