package dev.foliot.apps;

import com.sun.management.OperatingSystemMXBean;
import dev.foliot.apps.json.JsonWriter;
import dev.foliot.apps.service.Burn;
import dev.foliot.apps.service.EnvironmentException;
import dev.foliot.apps.service.NanoClock;
import dev.foliot.apps.service.Shown;
import dev.foliot.apps.service.Workers;
import dev.foliot.apps.service.WorkersSnapshot;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The stand-alone program: CPU for a set time per task, no network, callers in a closed loop; after
 * a warm-up its throughput is counted, in 20 intervals.
 */
final class BurnRun {
  private static final int INTERVALS = 20;
  private static final long ENDING_NS = 60_000_000_000L;
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final Command.RunBurn asked;
  private final NanoClock clock;

  BurnRun(Command.RunBurn asked, NanoClock clock) {
    this.asked = asked;
    this.clock = clock;
  }

  /** What the process had done at a moment. */
  private record Moment(long ns, long completed, long cpuNs, int threads) {}

  /**
   * Runs, and tells the result as one JSON object.
   *
   * @throws EnvironmentException if the strategy cannot run here, or takes no task
   * @throws InterruptedException if the thread is interrupted
   */
  JsonWriter run() throws EnvironmentException, InterruptedException {
    Burn burn =
        asked.stepsPerNs().isPresent()
            ? new Burn(asked.stepsPerNs().getAsDouble())
            : Burn.calibrated();
    Workers workers =
        Workers.start("burn", asked.threads().strategy(), asked.threads().queueBound());
    Callers callers = new Callers(workers, asked.clients(), () -> burn.burn(asked.workNs()), clock);
    callers.start();
    try {
      pass(callers, clock.nanoTime(), asked.warmUpNs());
      List<Moment> moments = new ArrayList<>();
      long[] waitsBefore = callers.waits().counts();
      moments.add(moment(callers, workers));
      for (int i = 1; i <= INTERVALS; i++) {
        pass(callers, moments.get(0).ns, asked.durationNs() / INTERVALS * i);
        moments.add(moment(callers, workers));
      }
      long[] waitsAfter = callers.waits().counts();
      return json(burn, moments, waitsBefore, waitsAfter, workers.snapshot());
    } finally {
      callers.stop();
      boolean isOver = callers.over().await(ENDING_NS, TimeUnit.NANOSECONDS);
      workers.end(isOver ? ENDING_NS : 0);
    }
  }

  /** Waits until so long after a moment, or until the workers take no task. */
  private void pass(Callers callers, long sinceNs, long forNs)
      throws EnvironmentException, InterruptedException {
    long leftNs = forNs - (clock.nanoTime() - sinceNs);
    if (callers.over().await(leftNs, TimeUnit.NANOSECONDS)) {
      Throwable failure = callers.failure();
      throw new EnvironmentException(
          "with "
              + asked.threads().strategy()
              + " a task found no thread ("
              + (failure == null ? "it ended" : Shown.fault(failure))
              + "): use fewer --clients");
    }
  }

  private Moment moment(Callers callers, Workers workers) {
    return new Moment(
        clock.nanoTime(),
        callers.completed(),
        SYSTEM.getProcessCpuTime(),
        workers.snapshot().threads());
  }

  private JsonWriter json(
      Burn burn, List<Moment> moments, long[] waitsBefore, long[] waitsAfter, WorkersSnapshot end) {
    Moment first = moments.get(0);
    Moment last = moments.get(moments.size() - 1);
    long tasks = last.completed - first.completed;
    long ns = last.ns - first.ns;
    long cpuNs = last.cpuNs - first.cpuNs;
    JsonWriter json =
        new JsonWriter()
            .object()
            .field("app", "burn")
            .field("strategy", end.strategy().toString())
            .field("jdk", Runtime.version().toString())
            .field("cpus", Runtime.getRuntime().availableProcessors())
            .field("clients", asked.clients())
            .field("work_ns", asked.workNs())
            .field("steps_per_ns", burn.stepsPerNs())
            .field("warmup_ns", asked.warmUpNs())
            .field("duration_ns", ns)
            .field("tasks", tasks)
            .field("throughput_per_s", tasks * 1e9 / ns)
            .field("cpu_cores", (double) cpuNs / ns)
            .field("cpu_ns_per_task", tasks == 0 ? Double.NaN : (double) cpuNs / tasks);
    Waits.write(json, "queue_wait", waitsBefore, waitsAfter);
    json.array("intervals");
    for (int i = 1; i < moments.size(); i++) {
      Moment before = moments.get(i - 1);
      Moment now = moments.get(i);
      json.object()
          .field("from_ns", before.ns - first.ns)
          .field(
              "throughput_per_s", (now.completed - before.completed) * 1e9 / (now.ns - before.ns))
          .field("threads", now.threads)
          .endObject();
    }
    return json.endArray().endObject();
  }
}
