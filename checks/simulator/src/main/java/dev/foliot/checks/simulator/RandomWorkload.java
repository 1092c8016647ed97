package dev.foliot.checks.simulator;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A workload of which everything is drawn: the time of a task that meets no other (20 us to 10 s),
 * the cores (1 to 64), the clients (1 to 5000) and the permits (1 to 10,000, or none asked for in a
 * third) evenly on a logarithmic scale, the share of the time that is blocked evenly from 0 to 1,
 * the variation of the times one of 0, 1 and 2. A task uses the CPU before and after it is blocked.
 *
 * <p>It is simulated for 20 s or 30 times a task's time or until 300 tasks have ended, whichever is
 * longest, so that every size had its time; but for less, down to 4 s, when more than 4,000,000
 * tasks would end in 20 s, since such short tasks tell all there is to know early.
 */
final class RandomWorkload {
  static final double S = 1e9;
  private static final double TASKS = 4e6;
  private static final double SEARCH_TASKS = 60_000;
  private static final double TASK_TIMES = 30;
  private static final double ENDED = 300;

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
    return new Row(workload, horizonNs(perSecond, taskNs), search(perSecond, taskNs, clients));
  }

  private static long horizonNs(double perSecond, double taskNs) {
    double longNs = Math.max(TASK_TIMES * taskNs, ENDED * S / perSecond);
    return (long) Math.max(longNs, Math.max(4 * S, Math.min(20 * S, TASKS * S / perSecond)));
  }

  private static Oracle.Search search(double perSecond, double taskNs, int clients) {
    int guess = (int) Math.ceil(perSecond * taskNs / S);
    double leastNs = Math.max(TASK_TIMES * taskNs, SEARCH_TASKS * S / perSecond);
    double mostNs = Math.max(20 * S, Math.max(TASK_TIMES * taskNs, ENDED * S / perSecond));
    return new Oracle.Search(
        Math.max(1, guess),
        clients,
        taskNs,
        // all of them have to come round a few times
        size -> (long) Math.max(Math.min(leastNs, mostNs), 10 * size * S / perSecond),
        false);
  }

  private static double logarithmic(SplittableRandom random, double from, double to) {
    return from * Math.exp(random.nextDouble() * Math.log(to / from));
  }
}
