package dev.foliot.service.recording;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the classes together that a thread loads one after the other. Each takes less than a
 * millisecond, and the first use of a library loads thousands: its request waits for all of them.
 * Pure.
 *
 * <p>Where code asks a class loader itself, the event has the last step only. Before it the loader
 * has found, read and checked the class. So the time between two loads counts too, as long as a
 * thread loads a class each {@value #EVERY_MS} ms in the mean.
 */
final class ClassLoads {
  private static final long EVERY_MS = 5;
  private static final long EVERY_NS = 1_000_000 * EVERY_MS;

  /** A thread that goes on for longer between two does something else. */
  private static final long GAP_NS = 30_000_000;

  private ClassLoads() {}

  /** The stops, with loads of classes put together. */
  static List<ThreadStop> together(List<ThreadStop> stops) {
    List<ThreadStop> all = new ArrayList<>();
    List<ThreadStop> loads = new ArrayList<>();
    stops.forEach(one -> (one.stop().kind() == StopKind.CLASS_LOADING ? loads : all).add(one));
    Run run = null;
    for (ThreadStop load : ThreadStop.outermost(loads)) {
      if (run == null || !run.goesOn(load)) {
        if (run != null) {
          all.add(run.whole());
        }
        run = new Run(load);
      } else {
        run.add(load);
      }
    }
    if (run != null) {
      all.add(run.whole());
    }
    return all;
  }

  /** Loads of a thread, one after the other. */
  private static final class Run {
    private final long startNs;
    private ThreadStop longest;
    private long endNs;
    private int count;

    Run(ThreadStop first) {
      startNs = first.stop().startNs();
      longest = first;
      add(first);
    }

    boolean goesOn(ThreadStop next) {
      long nextNs = next.stop().startNs();
      return next.threadId() == longest.threadId()
          && nextNs - endNs <= GAP_NS
          && nextNs - startNs <= count * EVERY_NS;
    }

    void add(ThreadStop next) {
      endNs = next.stop().endNs();
      count++;
      if (next.stop().lengthNs() > longest.stop().lengthNs()) {
        longest = next;
      }
    }

    ThreadStop whole() {
      Stop one = longest.stop();
      return new ThreadStop(
          longest.threadId(),
          new Stop(startNs, endNs, endNs - startNs, one.errorNs(), one.kind(), one.detail()),
          longest.serving(),
          longest.path());
    }
  }
}
