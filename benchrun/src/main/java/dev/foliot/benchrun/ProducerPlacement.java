package dev.foliot.benchrun;

import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.ThreadPlace;
import dev.foliot.linux.proc.ThreadStatus;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Moves a producer away from a shared CPU during the warm-up.
 *
 * <p>If a spinning producer and a thread of the task share a CPU, the kernel may leave them there
 * permanently: each message's wake-up then takes the CPU from the producer, although another one is
 * idle. A producer that waited for a CPU for more than one per cent of the last quarter of a second
 * is moved to another of its CPUs, and then allowed everywhere again. So no thread stays pinned,
 * and the measured load is not affected.
 */
final class ProducerPlacement implements AutoCloseable {
  private static final Path ROOT = Path.of("/");
  private static final long EVERY_MS = 250;
  private static final double SHARED = 0.01;
  private static final double NS_PER_MS = 1e6;

  private final long pid;
  private final Set<Long> threads = ConcurrentHashMap.newKeySet();
  private final Map<Long, Long> waitedNs = new HashMap<>();
  private @Nullable ScheduledExecutorService timer;

  ProducerPlacement(long pid) {
    this.pid = pid;
  }

  /** Adds a producer. */
  void add(long osThreadId) {
    threads.add(osThreadId);
  }

  /** Starts the checks, four times a second. */
  void start() {
    ScheduledExecutorService started =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("foliot-placement").factory());
    // a failure ends the checks, which are only an aid
    var _ = started.scheduleWithFixedDelay(this::look, EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
    timer = started;
  }

  private void look() {
    for (long thread : threads) {
      SchedStat.of(ROOT, pid, thread)
          .toOptional()
          .ifPresent(stat -> consider(thread, stat.runQueueWaitNs()));
    }
  }

  private void consider(long thread, long nowWaitedNs) {
    Long before = waitedNs.put(thread, nowWaitedNs);
    if (before != null && nowWaitedNs - before > SHARED * EVERY_MS * NS_PER_MS) {
      move(thread);
    }
  }

  private void move(long thread) {
    Map<Long, Integer> places = new LinkedHashMap<>();
    for (long other : threads) {
      ThreadPlace.of(ROOT, pid, other).toOptional().ifPresent(p -> places.put(other, p.cpu()));
    }
    CpuList allowed =
        ThreadStatus.of(ROOT, pid, thread).map(ThreadStatus::cpusAllowed).orElse(CpuList.of());
    int[] free = allowed.stream().filter(cpu -> !places.containsValue(cpu)).toArray();
    if (free.length == 0) {
      return;
    }
    CpuList elsewhere = CpuList.of(free);
    if (Affinity.setThread(thread, elsewhere) instanceof Reading.Value<CpuList>(CpuList former)) {
      Affinity.setThread(thread, former);
    }
  }

  /** Ends the checks; none runs afterwards. */
  void stop() {
    ScheduledExecutorService running = timer;
    if (running != null) {
      running.close();
      timer = null;
    }
  }

  @Override
  public void close() {
    stop();
  }
}
