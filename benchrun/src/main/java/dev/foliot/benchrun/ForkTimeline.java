package dev.foliot.benchrun;

import dev.foliot.bench.Phase;
import dev.foliot.service.timeline.TimelineWatch;
import dev.foliot.store.explain.TimelineRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The timeline of a fork, or of one measurement of a program that makes several. One thread. */
final class ForkTimeline implements AutoCloseable {
  private static final Path ROOT = Path.of("/");

  private final long pid;
  private final List<Long> threads = new ArrayList<>();
  private @Nullable TimelineWatch watch;

  ForkTimeline(long pid) {
    this.pid = pid;
  }

  /** Adds a measuring thread. */
  void thread(long osThreadId) {
    threads.add(osThreadId);
    TimelineWatch running = watch;
    if (running != null) {
      running.thread(osThreadId);
    }
  }

  /** Starts before the measured load, records during it. */
  void phase(Phase phase) {
    switch (phase) {
      case WARM_UP -> started();
      case MEASURE -> started().record();
      case MEASURED -> {
        TimelineWatch running = watch;
        if (running != null) {
          running.pause();
        }
      }
      case SET_UP, ENDED -> {
        // nothing is measured
      }
    }
  }

  private TimelineWatch started() {
    TimelineWatch running = watch;
    if (running == null) {
      running = TimelineWatch.start(ROOT, pid);
      threads.forEach(running::thread);
      watch = running;
    }
    return running;
  }

  /**
   * Ends it.
   *
   * @param loadStartNs the start of the measured load, in {@link System#nanoTime}'s terms
   * @return what was recorded; null if nothing was
   */
  @Nullable TimelineRecord end(long loadStartNs) throws InterruptedException {
    TimelineWatch running = watch;
    watch = null;
    return running == null ? null : running.timeline(loadStartNs);
  }

  @Override
  public void close() {
    TimelineWatch running = watch;
    if (running != null) {
      running.close();
    }
  }
}
