package dev.foliot.checks.simulator;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A random workload.
 *
 * <p>Uniform on a logarithmic scale: the time of an undisturbed task (20 us to 10 s), the cores (1
 * to 64), the clients (1 to 5000) and the permits (1 to 10,000, or none in a third). The blocked
 * share of the time is uniform from 0 to 1, the variation of the times one of 0, 1 and 2. A task
 * uses the CPU before and after it is blocked.
 *
 * <p>The simulation lasts until throughput is known to about half a per cent at every size. It
 * takes the longest of: 30 times a task's time, 20 turns of each client, 40,000 tasks if their
 * times vary, and 20 s. With a thread per client tasks end in waves, and 20 turns make a single
 * wave unimportant. If more than 2,000,000 tasks would end, it takes less than 20 s, down to 4 s,
 * because such short tasks need less time.
 */
final class RandomWorkload {
  static final double S = 1e9;
  private static final double TASKS = 2e6;
  private static final double SEARCH_TASKS = 100_000;
  private static final double TASK_TIMES = 30;
  private static final double TURNS = 20;
  private static final double VARIED_TASKS = 40_000;

  private RandomWorkload() {}

  static Row of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double taskNs = logarithmic(random, 20e3, 10e9);
    double blockedNs = random.nextDouble() * taskNs;
    double cpuNs = taskNs - blockedNs;
    int cores = (int) logarithmic(random, 1, 65);
    int clients = (int) logarithmic(random, 1, 5001);
    int permits = (int) logarithmic(random, 1, 10_001);
    boolean asks = random.nextInt(3) > 0;
    int variation = random.nextInt(3);
    Phase half = new Phase.Burst(new Draw(cpuNs / 2, variation, false));
    Draw blocked = new Draw(blockedNs, variation, false);
    Machine machine = Machine.of(cores);
    Workload workload =
        Workload.of(
                "seed=" + seed,
                machine,
                asks ? List.of(permits) : List.of(),
                Source.Clients.of(clients),
                half,
                asks ? new Phase.Call(0, blocked) : new Phase.Blocked(blocked),
                half)
            .seed(seed);
    double usedNs = cpuNs + machine.dispatchNs() + machine.wakeNs();
    double perSecond = Math.min(cores * S / usedNs, clients * S / taskNs);
    if (asks) {
      perSecond = Math.min(perSecond, permits * S / blockedNs);
    }
    double tasks = Math.max(TURNS * clients, variation == 0 ? 0 : VARIED_TASKS);
    double leastNs = Math.max(TASK_TIMES * taskNs, tasks * S / perSecond);
    long horizonNs = (long) Math.max(leastNs, between(4, TASKS / perSecond, 20) * S);
    long searchNs = (long) Math.max(leastNs, Math.min(SEARCH_TASKS / perSecond, 20) * S);
    int guess = (int) Math.max(1, Math.ceil(perSecond * taskNs / S));
    return new Row(
        workload, horizonNs, new Oracle.Search(guess, clients, taskNs, size -> searchNs, false));
  }

  private static double between(double least, double value, double most) {
    return Math.max(least, Math.min(most, value));
  }

  private static double logarithmic(SplittableRandom random, double from, double to) {
    return from * Math.exp(random.nextDouble() * Math.log(to / from));
  }
}
