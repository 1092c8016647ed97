package dev.foliot.study.watch;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.service.timeline.LoadTimeline;
import dev.foliot.service.watch.ProcessWatch;
import dev.foliot.service.watch.Span;
import dev.foliot.service.watch.WatchPlan;
import dev.foliot.service.watch.Watched;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.text.FoliotException;
import java.time.InstantSource;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The watches of a service, which run on the driver's CPUs. For one thread. */
public final class Watching implements AutoCloseable {
  private final ProcessWatch process;
  private final ThreadsWatch threads;
  private final LoadTimeline timeline;
  private @Nullable Watched seen;

  private Watching(ProcessWatch process, ThreadsWatch threads, LoadTimeline timeline) {
    this.process = process;
    this.threads = threads;
    this.timeline = timeline;
  }

  /**
   * Begins to watch.
   *
   * @param cpus of the watches
   * @param threads polls the service itself; started here
   * @throws FoliotException if they cannot run there
   */
  public static Watching start(
      CpuList cpus, WatchPlan plan, NanoClock clock, Supplier<ThreadsWatch> threads)
      throws InterruptedException {
    Affinity.Action<Watching, InterruptedException> begin =
        () ->
            new Watching(
                ProcessWatch.start(plan, clock, InstantSource.system()),
                threads.get(),
                LoadTimeline.start(OptionalLong.of(plan.pid())));
    return switch (Affinity.during(cpus, begin)) {
      case Reading.Value<Watching>(Watching watching) -> watching;
      case Reading.Unavailable<Watching> none ->
          throw FoliotException.environment("watching the service: " + none.sentence());
    };
  }

  /** The start, by the given clock. */
  public long startNanoTime() {
    return process.startNanoTime();
  }

  /** Ends them; the profile covers the load. */
  public void stop(Span load) throws InterruptedException {
    timeline.stop();
    threads.stop();
    seen = process.stop(load);
  }

  /** The observations of the process; after {@link #stop}. */
  public Watched seen() {
    return Objects.requireNonNull(seen);
  }

  /** The service's reports; after {@link #stop}. */
  public ThreadsWatch threads() {
    return threads;
  }

  /**
   * What stopped the service during a load; after {@link #stop}.
   *
   * @param startNs the start of the load, by the given clock
   * @param lengthNs its length
   */
  public TimelineRecord timeline(long startNs, long lengthNs) throws InterruptedException {
    return timeline.within(startNs, lengthNs);
  }

  @Override
  public void close() {
    timeline.close();
    threads.close();
    process.close();
  }
}
