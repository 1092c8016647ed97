package dev.foliot.service.watch;

import dev.foliot.bench.NanoClock;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.store.load.ServerPause;
import dev.foliot.store.load.ServerPause.Kind;
import dev.foliot.text.JvmReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Records from outside when a process stood still: in pauses of its JVM, and without CPU time
 * because its control group had used up its quota.
 *
 * <p>A thread of this JVM reads a few words of HotSpot's counters [1] every 5 ms, and the kernel's
 * count of throttling every 100 ms. It attaches to nothing and stops nothing. A pause is known with
 * its exact length, and within bounds of 5 ms. Pauses below 1 ms are left out.
 *
 * <p>Start and stop by one thread.
 *
 * <p>[1] src/hotspot/share/services/runtimeService.cpp: the time of a safepoint is counted at its
 * end, without the time until all threads have stopped, which is counted apart.
 */
public final class PauseWatch implements AutoCloseable {
  private static final Path ROOT = Path.of("/");
  private static final long PERIOD_NS = 5_000_000;
  private static final long THROTTLING_PERIOD_NS = 100_000_000;
  private static final long LEAST_NS = 1_000_000;
  private static final int MOST = 10_000;
  private static final long NS_PER_S = 1_000_000_000;

  private static final String AT_SAFEPOINTS = "sun.rt.safepointTime";
  private static final String UNTIL_SAFEPOINTS = "sun.rt.safepointSyncTime";
  private static final String TICKS_PER_S = "sun.os.hrt.frequency";
  private static final String COLLECTOR = "sun.gc.collector.";
  private static final String COLLECTOR_TIME = ".time";

  private final NanoClock clock;
  private final Reading<Jvm> jvm;
  private final Optional<Quota> quota;
  private final List<ServerPause> pauses = new ArrayList<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;

  /**
   * What was seen.
   *
   * @param jvm its version, as in {@code HotSpot 25.0.1+8}
   * @param pauses in the order of time, at most 10,000, by the given clock
   * @param throttledNs how long it was throttled, summed over CPUs; unavailable without a quota
   */
  public record Seen(Reading<String> jvm, List<ServerPause> pauses, Optional<Long> throttledNs) {
    /** Keeps a copy. */
    public Seen {
      pauses = List.copyOf(pauses);
    }
  }

  private PauseWatch(long pid, NanoClock clock) {
    this.clock = clock;
    jvm = jvm(pid);
    quota = quota(pid);
    thread = Thread.ofPlatform().daemon().name("foliot-watch-pauses").unstarted(this::poll);
  }

  /**
   * Begins to watch.
   *
   * @param pid of the process; the first JVM among it and its descendants is watched
   * @param clock measures elapsed time
   */
  public static PauseWatch start(long pid, NanoClock clock) {
    PauseWatch watch = new PauseWatch(pid, clock);
    watch.thread.start();
    return watch;
  }

  private static Reading<Jvm> jvm(long pid) {
    Reading<Jvm> first = Jvm.of(pid);
    if (first instanceof Reading.Value<Jvm>) {
      return first;
    }
    List<Long> below = new ArrayList<>();
    ProcessHandle.of(pid)
        .ifPresent(process -> {
          try (Stream<ProcessHandle> all = process.descendants()) {
            all.forEach(child -> below.add(child.pid()));
          }
        });
    for (long child : below) {
      Reading<Jvm> other = Jvm.of(child);
      if (other instanceof Reading.Value<Jvm>) {
        return other;
      }
    }
    return first;
  }

  private static Optional<Quota> quota(long pid) {
    Cgroup group = new Cgroup(ROOT, pid);
    return group.cpuQuotaCpus().orElse(OptionalDouble.empty()).isPresent()
        ? group.throttling().toOptional().map(first -> new Quota(group, first))
        : Optional.empty();
  }

  private void poll() {
    long beforeNs = clock.nanoTime();
    long throttlingNs = beforeNs;
    try {
      while (!stopped.await(PERIOD_NS, TimeUnit.NANOSECONDS)) {
        long nowNs = clock.nanoTime();
        if (jvm instanceof Reading.Value<Jvm>(Jvm target)) {
          add(target.pause(beforeNs, nowNs));
        }
        if (quota.isPresent() && nowNs - throttlingNs >= THROTTLING_PERIOD_NS) {
          add(quota.get().pause(throttlingNs, nowNs));
          throttlingNs = nowNs;
        }
        beforeNs = nowNs;
      }
    } catch (InterruptedException e) {
      // this thread is interrupted only at the end
      Thread.currentThread().interrupt();
    }
  }

  private void add(Optional<ServerPause> pause) {
    if (pause.isPresent() && pauses.size() < MOST) {
      pauses.add(pause.get());
    }
  }

  /** Ends the watch, and returns what was seen. */
  public Seen stop() throws InterruptedException {
    stopped.countDown();
    thread.join();
    Seen seen = new Seen(jvm.map(Jvm::version), pauses, quota.map(Quota::throttledNs));
    close();
    return seen;
  }

  /** Ends the watch. */
  @Override
  public void close() {
    stopped.countDown();
    if (jvm instanceof Reading.Value<Jvm>(Jvm target)) {
      target.close();
    }
  }

  /** The counters of a JVM. One thread. */
  private static final class Jvm implements AutoCloseable {
    private final HotspotJvm hotspot;
    private final long[] addresses;
    private final double nsPerTick;
    private long stoppedTicks;
    private long collectorTicks;

    private Jvm(HotspotJvm hotspot, long[] addresses, double nsPerTick) {
      this.hotspot = hotspot;
      this.addresses = addresses;
      this.nsPerTick = nsPerTick;
      TargetMemory.Words now = hotspot.memory().words(addresses);
      stoppedTicks = stopped(now.values());
      collectorTicks = collecting(now.values());
    }

    static Reading<Jvm> of(long pid) {
      return switch (HotspotJvm.attach(ROOT, pid)) {
        case Reading.Unavailable<HotspotJvm> none -> none.retyped();
        case Reading.Value<HotspotJvm>(HotspotJvm found) -> {
          Reading<Jvm> counted = of(found);
          if (counted instanceof Reading.Unavailable<Jvm>) {
            found.close();
          }
          yield counted;
        }
      };
    }

    private static Reading<Jvm> of(HotspotJvm found) {
      return switch (found.perfData()) {
        case Reading.Unavailable<PerfData> none -> none.retyped();
        case Reading.Value<PerfData>(PerfData data) -> {
          Optional<PerfData.Counter> at = data.counter(AT_SAFEPOINTS);
          Optional<PerfData.Counter> until = data.counter(UNTIL_SAFEPOINTS);
          if (at.isEmpty() || until.isEmpty()) {
            yield Reading.unavailable(new JvmReason.NoJvmCounters());
          }
          List<Long> addresses =
              new ArrayList<>(List.of(at.get().address(), until.get().address()));
          data.counters()
              .forEach((name, counter) -> {
                if (name.startsWith(COLLECTOR) && name.endsWith(COLLECTOR_TIME)) {
                  addresses.add(counter.address());
                }
              });
          long perS = data.counter(TICKS_PER_S).map(PerfData.Counter::value).orElse(NS_PER_S);
          yield Reading.of(
              new Jvm(
                  found,
                  addresses.stream().mapToLong(Long::longValue).toArray(),
                  perS <= 0 ? 1 : (double) NS_PER_S / perS));
        }
      };
    }

    private static long stopped(long[] values) {
      return values[0] + values[1];
    }

    private static long collecting(long[] values) {
      long sum = 0;
      for (int i = 2; i < values.length; i++) {
        sum += values[i];
      }
      return sum;
    }

    /** The pause that ended between two moments. */
    Optional<ServerPause> pause(long beforeNs, long nowNs) {
      TargetMemory.Words now = hotspot.memory().words(addresses);
      if (now.present().cardinality() < addresses.length) {
        return Optional.empty();
      }
      long ticks = stopped(now.values());
      long lengthNs = Math.round((ticks - stoppedTicks) * nsPerTick);
      if (ticks <= stoppedTicks) {
        return Optional.empty();
      }
      // the collector's time is counted within its safepoint, perhaps one reading earlier
      boolean collected = collecting(now.values()) != collectorTicks;
      stoppedTicks = ticks;
      collectorTicks = collecting(now.values());
      return lengthNs < LEAST_NS
          ? Optional.empty()
          : Optional.of(
              new ServerPause(
                  collected ? Kind.GC : Kind.SAFEPOINT, beforeNs - lengthNs, nowNs, lengthNs));
    }

    String version() {
      return "HotSpot " + hotspot.version();
    }

    @Override
    public void close() {
      hotspot.close();
    }
  }

  /** A control group with a CPU quota. One thread. */
  private static final class Quota {
    private final Cgroup group;
    private final Throttling first;
    private Throttling last;

    Quota(Cgroup group, Throttling first) {
      this.group = group;
      this.first = first;
      this.last = first;
    }

    Optional<ServerPause> pause(long beforeNs, long nowNs) {
      Throttling now = group.throttling().orElse(last);
      long lengthNs = Math.min(now.since(last).throttledNs(), nowNs - beforeNs);
      last = now;
      return lengthNs < LEAST_NS
          ? Optional.empty()
          : Optional.of(new ServerPause(Kind.THROTTLED, beforeNs, nowNs, lengthNs));
    }

    long throttledNs() {
      return last.since(first).throttledNs();
    }
  }
}
