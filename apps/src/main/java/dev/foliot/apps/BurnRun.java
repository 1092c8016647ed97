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
 * The stand-alone program: a set CPU time per task, no network, callers in a closed loop. After a
 * warm-up it counts throughput in 40 intervals.
 *
 * <p>The warm-up reads the same figures as the measured load, and discards them. An adaptive pool
 * reports much about itself. Running that code for the first time takes tenths of a second of CPU.
 * On one CPU it would take an eighth of a load of three seconds from the adaptive pool, and nothing
 * from others.
 */
final class BurnRun {
  private static final int INTERVALS = 40;
  private static final long ENDING_NS = 60_000_000_000L;

  /** The longest warm-up, in multiples of the requested time: CPUs may be taken by others. */
  private static final int MOST_WARM_UPS = 4;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final Command.RunBurn asked;
  private final NanoClock clock;

  BurnRun(Command.RunBurn asked, NanoClock clock) {
    this.asked = asked;
    this.clock = clock;
  }

  /** The process's totals at one time. */
  private record Moment(long ns, long completed, long cpuNs, int threads) {}

  /** The waits and the responses of all tasks so far. */
  private static List<long[]> counted(Callers callers) {
    return List.of(callers.waits().counts(), callers.responses().counts());
  }

  /**
   * Runs, and returns the result as one JSON object.
   *
   * @throws EnvironmentException if the strategy cannot run here, or accepts no task
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
    ParkedWatch parked =
        new ParkedWatch(
            callers::look,
            Runtime.getRuntime().availableProcessors(),
            () -> workers.snapshot().size().orElse(Integer.MAX_VALUE),
            clock);
    callers.start();
    parked.start();
    try {
      List<Moment> warmUp = warmUp(callers, workers);
      List<Moment> moments = new ArrayList<>();
      List<long[]> before = counted(callers);
      moments.add(moment(callers, workers));
      parked.count();
      for (int i = 1; i <= INTERVALS; i++) {
        pass(callers, moments.get(0).ns, asked.length().durationNs() / INTERVALS * i);
        moments.add(moment(callers, workers));
      }
      List<long[]> after = counted(callers);
      parked.stop();
      return json(burn, warmUp, moments, before, after, parked, workers.snapshot());
    } finally {
      callers.stop();
      boolean isOver = callers.over().await(ENDING_NS, TimeUnit.NANOSECONDS);
      workers.end(isOver ? ENDING_NS : 0);
    }
  }

  /**
   * Warms up for the requested time, and on until the process has used the requested CPU time.
   *
   * @return the moments, an interval apart
   */
  private List<Moment> warmUp(Callers callers, Workers workers)
      throws EnvironmentException, InterruptedException {
    List<Moment> moments = new ArrayList<>();
    long startNs = clock.nanoTime();
    long everyNs = Math.max(1, asked.length().durationNs() / INTERVALS);
    long mostNs = MOST_WARM_UPS * asked.length().warmUpNs();
    long ns = 0;
    while (ns < asked.length().warmUpNs()
        || (ns < mostNs && SYSTEM.getProcessCpuTime() < asked.length().warmUpCpuNs())) {
      ns += everyNs;
      pass(callers, startNs, ns);
      counted(callers);
      moments.add(moment(callers, workers));
    }
    return moments;
  }

  /** Waits until this long after a moment, or until the workers accept no task. */
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
      Burn burn,
      List<Moment> warmUp,
      List<Moment> moments,
      List<long[]> before,
      List<long[]> after,
      ParkedWatch parked,
      WorkersSnapshot end) {
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
            .field("warmup_ns", asked.length().warmUpNs())
            .field("start_nano_time", first.ns)
            .field("duration_ns", ns)
            .field("tasks", tasks)
            .field("throughput_per_s", tasks * 1e9 / ns)
            .field("cpu_cores", (double) cpuNs / ns)
            .field("cpu_ns_per_task", tasks == 0 ? Double.NaN : (double) cpuNs / tasks)
            .field("process_cpu_ns", SYSTEM.getProcessCpuTime());
    Waits.write(json, "queue_wait", before.get(0), after.get(0));
    Waits.write(json, "response", before.get(1), after.get(1));
    parked.write(json);
    write(json, "warmup_intervals", warmUp, first.ns);
    write(json, "intervals", moments, first.ns);
    return json.endObject();
  }

  private static void write(JsonWriter json, String name, List<Moment> moments, long zeroNs) {
    json.array(name);
    for (int i = 1; i < moments.size(); i++) {
      Moment from = moments.get(i - 1);
      Moment to = moments.get(i);
      json.object()
          .field("from_ns", from.ns - zeroNs)
          .field("to_ns", to.ns - zeroNs)
          .field("tasks", to.completed - from.completed)
          .field("throughput_per_s", (to.completed - from.completed) * 1e9 / (to.ns - from.ns))
          .field("threads", to.threads)
          .endObject();
    }
    json.endArray();
  }
}
