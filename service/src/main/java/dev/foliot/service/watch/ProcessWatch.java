package dev.foliot.service.watch;

import dev.foliot.bench.NanoClock;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.flight.FlightRecording;
import dev.foliot.linux.Reading;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.study.StudySample;
import dev.foliot.text.FoliotException;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Watches a process and its descendants from outside.
 *
 * <p>Two threads of this JVM read the kernel's files and, if the process is a JVM, ask it through
 * jcmd. The process may end at any time; the observations until then remain. {@link #start}
 * attaches to a JVM, and so may take seconds, before the first sample; {@link #stop} does so after
 * the last. In between only memory readings attach.
 *
 * <p>Watching changes a JVM slightly: a flight recording allocates some megabytes at its start,
 * which begins a collection cycle in a small and nearly full heap.
 *
 * <p>Start and stop by one thread.
 */
public final class ProcessWatch implements AutoCloseable {
  private static final Path ROOT = Path.of("/");

  /** The reason for parts that the plan leaves out. */
  private final WatchPlan plan;

  private final NanoClock clock;
  private final TreeSampler sampler;
  private final Reading<Jcmd> jcmd;
  private final ProfileWatch profile;
  private final Reading<FlightRecording> recording;
  private final Reading<MemoryWatch> memory;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final List<StudySample> samples = new ArrayList<>();
  private final List<MemoryWatch.RawLook> looks = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final long startNs;
  private final Instant start;
  private volatile boolean ended;

  private ProcessWatch(WatchPlan plan, NanoClock clock, InstantSource wallClock)
      throws InterruptedException {
    this.plan = plan;
    this.clock = clock;
    sampler = new TreeSampler(ROOT, plan.pid());
    boolean attaches =
        plan.recording()
            || plan.collection()
            || plan.memoryPeriodNs() > 0
            || !plan.profile().isEmpty();
    jcmd = attaches ? Jcmd.find(plan.jdk(), plan.pid()) : notAsked();
    memory = plan.looks() ? jcmd.map(found -> new MemoryWatch(found, wallClock)) : notAsked();
    profile = ProfileWatch.start(jcmd, plan.profile());
    recording = recording();
    try {
      long lookedNs = clock.nanoTime();
      Optional<MemoryWatch.RawLook> first = look(0, true);
      startNs = clock.nanoTime();
      start = wallClock.instant();
      first.ifPresent(look -> looks.add(look.at(lookedNs - startNs)));
      samples.add(
          sampler
              .sample(0)
              .orElseThrow(() ->
                  FoliotException.environment(
                      "there is no process "
                          + plan.pid()
                          + " to watch: see whether it still lives")));
    } catch (RuntimeException | InterruptedException e) {
      // the caller has no watch to close
      close();
      throw e;
    }
  }

  /**
   * Begins to watch.
   *
   * @param clock measures elapsed time
   * @param wallClock the time of day, as in the JVM's events
   * @throws FoliotException if no such process exists
   */
  public static ProcessWatch start(WatchPlan plan, NanoClock clock, InstantSource wallClock)
      throws InterruptedException {
    ProcessWatch watch = new ProcessWatch(plan, clock, wallClock);
    watch.thread("foliot-watch", watch::sampleAll);
    if (watch.memory instanceof Reading.Value && plan.memoryPeriodNs() > 0) {
      watch.thread("foliot-watch-memory", watch::lookAll);
    }
    return watch;
  }

  /** The time of the first sample, by the given clock. */
  public long startNanoTime() {
    return startNs;
  }

  private Reading<FlightRecording> recording() throws InterruptedException {
    if (!plan.recording() && !profile.needsSamples()) {
      return notAsked();
    }
    return switch (jcmd) {
      case Reading.Unavailable<Jcmd> none -> none.retyped();
      case Reading.Value<Jcmd>(Jcmd found) ->
          FlightRecording.start(found, WatchEvents.plan(profile.needsSamples()));
    };
  }

  static <T> Reading<T> notAsked() {
    return Reading.unavailable(new ServiceReason.NotAsked());
  }

  private interface Work {
    void run() throws InterruptedException;
  }

  private void thread(String name, Work work) {
    threads.add(
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .start(() -> {
              try {
                work.run();
              } catch (InterruptedException e) {
                // these threads are interrupted only at the end
                Thread.currentThread().interrupt();
              }
            }));
  }

  private void sampleAll() throws InterruptedException {
    long next = plan.periodNs();
    while (!isStoppedAt(next)) {
      Optional<StudySample> sample = sampler.sample(elapsedNs());
      if (sample.isEmpty()) {
        ended = true;
        return;
      }
      samples.add(sample.get());
      next = after(next, plan.periodNs());
    }
  }

  private void lookAll() throws InterruptedException {
    long next = plan.memoryPeriodNs();
    while (!isStoppedAt(next) && !ended) {
      look(elapsedNs(), false).ifPresent(looks::add);
      next = after(next, plan.memoryPeriodNs());
    }
  }

  private boolean isStoppedAt(long ns) throws InterruptedException {
    return stopped.await(ns - elapsedNs(), TimeUnit.NANOSECONDS);
  }

  /** The next moment on the grid; missed ones are skipped. */
  private long after(long ns, long periodNs) {
    return Math.max(ns + periodNs, (elapsedNs() / periodNs + 1) * periodNs);
  }

  private long elapsedNs() {
    return clock.nanoTime() - startNs;
  }

  private Optional<MemoryWatch.RawLook> look(long atNs, boolean full) throws InterruptedException {
    return memory instanceof Reading.Value<MemoryWatch>(MemoryWatch found)
        ? Optional.of(found.look(atNs, full))
        : Optional.empty();
  }

  /** Stops, with a profile of the complete time. */
  public Watched stop() throws InterruptedException {
    return stop(Span.ALL);
  }

  /**
   * Takes the last sample and memory reading, ends the recording, and returns all observations.
   * Once.
   *
   * @param profiled when the samples of a profile count
   */
  public Watched stop(Span profiled) throws InterruptedException {
    halt();
    boolean endedEarly = ended;
    if (!ended) {
      Optional<StudySample> last = sampler.sample(elapsedNs());
      last.ifPresent(samples::add);
      endedEarly = last.isEmpty();
    }
    Optional<MemoryWatch.RawLook> last = look(elapsedNs(), true);
    if (last.isPresent()) {
      // before other steps take and free memory
      looks.add(last.get().withSpare(spareBytes()));
    }
    Reading<Path> recorded = recorded();
    Reading<Profile> seen = profile.stop(recorded, profiled);
    Reading<FlightView> flight = flight(recorded);
    Reading<FullCollection> collection = collection();
    close();
    FlightView view = flight.toOptional().orElse(null);
    List<MemoryLook> told =
        looks.stream()
            .map(look -> look.told(view == null ? -1 : view.directBytes(look.at())))
            .toList();
    return new Watched(samples, told, flight, collection, endedEarly, seen);
  }

  private long spareBytes() throws InterruptedException {
    return plan.collection() && memory instanceof Reading.Value<MemoryWatch>(MemoryWatch found)
        ? found.trim().orElse(MemoryWatch.RawLook.NOT_KNOWN)
        : MemoryWatch.RawLook.NOT_KNOWN;
  }

  private Reading<Path> recorded() throws InterruptedException {
    return switch (recording) {
      case Reading.Unavailable<FlightRecording> none -> none.retyped();
      case Reading.Value<FlightRecording>(FlightRecording found) -> found.stop();
    };
  }

  private Reading<FlightView> flight(Reading<Path> recorded) {
    if (!plan.recording()) {
      return notAsked();
    }
    return switch (recorded) {
      case Reading.Unavailable<Path> none -> none.retyped();
      case Reading.Value<Path>(Path file) -> FlightReader.read(file, start);
    };
  }

  private Reading<FullCollection> collection() throws InterruptedException {
    if (!plan.collection()) {
      return notAsked();
    }
    return switch (jcmd) {
      case Reading.Unavailable<Jcmd> none -> none.retyped();
      case Reading.Value<Jcmd>(Jcmd found) ->
          FullCollection.run(found, memory.toOptional().orElseThrow());
    };
  }

  private void halt() throws InterruptedException {
    stopped.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Ends the watch; the observations are lost unless {@link #stop} was called. */
  @Override
  public void close() {
    stopped.countDown();
    profile.close();
    if (recording instanceof Reading.Value<FlightRecording>(FlightRecording found)) {
      found.close();
    }
  }
}
