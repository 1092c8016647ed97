package dev.foliot.service.recording;

import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the classes together that a thread loads one after the other. Each takes less than a
 * millisecond, and the first use of a library loads thousands: its request waits for their sum.
 * Pure.
 */
final class ClassLoads {
  /** A thread that goes on for longer between two does something else. */
  private static final long GAP_NS = 5_000_000;

  private ClassLoads() {}

  /**
   * The stops, with loads of classes put together.
   *
   * @param leastNs sums that are shorter are left out
   */
  static RecordedStops together(RecordedStops recorded, long leastNs) {
    List<ThreadStop> kept = new ArrayList<>();
    List<ThreadStop> loads = new ArrayList<>();
    recorded
        .stops()
        .forEach(one -> (one.stop().kind() == StopKind.CLASS_LOADING ? loads : kept).add(one));
    Run run = null;
    for (ThreadStop load : ThreadStop.outermost(loads)) {
      if (run == null || !run.goesOn(load)) {
        add(run, leastNs, kept);
        run = new Run(load);
      } else {
        run.add(load);
      }
    }
    add(run, leastNs, kept);
    kept.sort(Comparator.comparingLong(one -> one.stop().endNs()));
    return new RecordedStops(recorded.schema(), recorded.sources(), kept, recorded.leftOut());
  }

  private static void add(@Nullable Run run, long leastNs, List<ThreadStop> into) {
    if (run != null && run.sumNs >= leastNs) {
      into.add(run.whole());
    }
  }

  /** Loads of a thread, one after the other. */
  private static final class Run {
    private final long startNs;
    private ThreadStop longest;
    private long endNs;
    private long sumNs;

    Run(ThreadStop first) {
      startNs = first.stop().startNs();
      longest = first;
      add(first);
    }

    boolean goesOn(ThreadStop next) {
      return next.threadId() == longest.threadId() && next.stop().startNs() - endNs <= GAP_NS;
    }

    void add(ThreadStop next) {
      endNs = next.stop().endNs();
      sumNs += next.stop().lengthNs();
      if (next.stop().lengthNs() > longest.stop().lengthNs()) {
        longest = next;
      }
    }

    ThreadStop whole() {
      Stop one = longest.stop();
      return new ThreadStop(
          longest.threadId(),
          new Stop(startNs, endNs, sumNs, one.errorNs(), one.kind(), one.detail()),
          longest.serving(),
          longest.path());
    }
  }
}
