package dev.foliot.checks.simulator;

import static java.util.Objects.requireNonNull;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a workload in virtual time: an event at a time, in one thread. The same arguments give the
 * same run.
 */
public final class Simulation {
  static final int CORE = 0;
  static final int WAKE = 1;
  static final int ANSWER = 2;
  static final int LOAD = 3;
  static final int THOUGHT = 4;
  static final int LOOK = 5;
  static final int PERIOD = 6;
  static final int QUOTA = 7;
  static final int NEIGHBOUR = 8;
  static final int HANG = 9;
  static final int EXPIRE = 10;
  static final int TIMEOUT = 11;
  private static final long NEVER = Long.MAX_VALUE;
  private static final long KEEP_NS = 10_000_000_000L;
  private static final long EXPIRE_NS = 1_000_000_000;
  private static final long AWAKE_NS = 100_000;
  private final Workload workload;
  private final long horizonNs;
  private final Events events = new Events();
  private final Totals totals;
  private final IntQueue ended = new IntQueue();
  private final Workers workers;
  private final Load load;
  private final Series series;
  private final List<SimulatedRun.Decided> decisions = new ArrayList<>();
  private final @Nullable Function<Observation, Decision> decider;
  private long lookAtNs = NEVER;
  private long arrivedBeforeIdle;
  private long readAtNs;
  private double readUsedNs;
  private double readTakenNs;
  private long readThrottledNs;

  private Simulation(Workload workload, Sizing sizing, long horizonNs) {
    this.workload = workload;
    this.horizonNs = horizonNs;
    SplittableRandom random = new SplittableRandom(workload.seed());
    Tasks tasks = new Tasks(workload.kinds(), random.split());
    totals = new Totals(workload.kinds().size(), horizonNs);
    int start = Math.min(workload.maximum(), sizing.start().applyAsInt(workload.machine().cores()));
    workers = new Workers(workload, events, tasks, totals, ended, sizing.handsOver(), start);
    load = new Load(workload, tasks, workers, events, random.split());
    series = new Series(horizonNs);
    decider = sizing.decider() == null ? null : sizing.decider().apply(start);
    for (int i = 0; i < workload.hangs().size(); i++) {
      events.add(workload.hangs().get(i).atNs(), HANG, i);
    }
    events.add(EXPIRE_NS, EXPIRE, 0);
  }

  /**
   * Runs it.
   *
   * @param horizonNs the simulated time, in virtual nanoseconds
   */
  public static SimulatedRun run(Workload workload, Sizing sizing, long horizonNs) {
    return new Simulation(workload, sizing, horizonNs).run();
  }

  private SimulatedRun run() {
    long count = 0;
    long nextPointNs = 0;
    while (true) {
      long nowNs = events.isEmpty() ? NEVER : events.timeNs();
      while (nextPointNs < nowNs && nextPointNs <= horizonNs) {
        series.add(workers, totals);
        nextPointNs = series.nextNs();
      }
      if (nowNs > horizonNs) {
        return new SimulatedRun(horizonNs, series, totals, decisions, count);
      }
      long event = events.take();
      count++;
      handle(Events.kind(event), Events.index(event), nowNs);
      while (!ended.isEmpty()) {
        load.completed(ended.takeFirst(), nowNs);
      }
      workers.settle();
      if (lookAtNs == NEVER && decider != null && totals.arrived > arrivedBeforeIdle) {
        lookAtNs = nowNs + AWAKE_NS;
        events.add(lookAtNs, LOOK, 0);
      }
    }
  }

  private void handle(int kind, int index, long nowNs) {
    switch (kind) {
      case CORE -> workers.cores().event(index, nowNs);
      case WAKE -> workers.wake(index, nowNs);
      case ANSWER -> workers.answered(index, nowNs);
      case LOAD -> load.event(index, nowNs);
      case THOUGHT -> load.thought(index, nowNs);
      case LOOK -> look(requireNonNull(decider), nowNs);
      case PERIOD -> workers.cores().period(nowNs);
      case QUOTA -> workers.cores().quota(nowNs);
      case NEIGHBOUR -> workers.cores().neighbour(index, nowNs);
      case TIMEOUT -> workers.timedOut(index, nowNs);
      case HANG -> workers.hang(workload.hangs().get(index).forNs());
      case EXPIRE -> {
        workers.expire(nowNs, KEEP_NS);
        events.add(nowNs + EXPIRE_NS, EXPIRE, 0);
      }
      default -> throw new AssertionError(kind);
    }
  }

  private void look(Function<Observation, Decision> decides, long nowNs) {
    Observation seen =
        new Observation(
            nowNs,
            new Observation.Limits(1, workload.maximum()),
            workers.size(),
            new Observation.Tasks(
                workers.running(),
                workers.queued(),
                Math.min(totals.leastQueued, workers.queued()),
                totals.mostRunning,
                workers.oldestWaitNs(nowNs)),
            new Observation.Counts(
                totals.arrived, totals.started, totals.completed, totals.seenFailed),
            new Observation.Times(
                totals.taskTimeNs,
                totals.queueWaitNs,
                totals.sampledTaskTimeNs,
                totals.sampledCpuTimeNs),
            reading(nowNs));
    totals.leastQueued = workers.queued();
    totals.mostRunning = workers.running();
    int before = workers.size();
    Decision decision = decides.apply(seen);
    decisions.add(new SimulatedRun.Decided(nowNs, before, decision));
    if (decision.size() != before) {
      workers.resize(decision.size(), nowNs);
    }
    if (decision.state() == Decision.State.IDLE) {
      lookAtNs = NEVER;
      arrivedBeforeIdle = totals.arrived;
    } else {
      lookAtNs = nowNs + Math.max(1, decision.lookAgainNs());
      events.add(lookAtNs, LOOK, 0);
    }
  }

  private CpuReading reading(long nowNs) {
    Machine machine = workload.machine();
    if (!machine.readable() || nowNs == readAtNs) {
      return CpuReading.unknown(machine.cpus());
    }
    Cores cores = workers.cores();
    double goneNs = nowNs - readAtNs;
    double used = (cores.usedNs(nowNs) - readUsedNs) / goneNs;
    double taken = (cores.takenNs(nowNs) - readTakenNs) / goneNs;
    double throttled = (cores.throttledNs(nowNs) - readThrottledNs) / goneNs;
    readAtNs = nowNs;
    readUsedNs = cores.usedNs(nowNs);
    readTakenNs = cores.takenNs(nowNs);
    readThrottledNs = cores.throttledNs(nowNs);
    double busy = Math.min(1, (used + taken) / machine.cores());
    return new CpuReading(machine.cpus(), used, busy, Math.min(1, throttled));
  }
}
