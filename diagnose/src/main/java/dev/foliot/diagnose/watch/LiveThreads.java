package dev.foliot.diagnose.watch;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.Watchpoints;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.ThreadStatus;
import dev.foliot.linux.proc.Threads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The threads of a live process. */
public class LiveThreads implements TargetThreads {
  /** Enough for the relevant frames; each hit copies it. */
  private static final int STACK_BYTES = 4_096;

  private final Path root;
  private final long pid;
  private final WatchTurns turns;

  /**
   * The threads of process {@code pid}.
   *
   * @param root below which the kernel's files are, usually "/"
   * @param turns shared by all that watch this process
   */
  public LiveThreads(Path root, long pid, WatchTurns turns) {
    this.root = root;
    this.pid = pid;
    this.turns = turns;
  }

  @Override
  public WatchTurns turns() {
    return turns;
  }

  @Override
  public Reading<List<Integer>> ids() {
    return Threads.of(root, pid)
        .map(tids -> {
          List<Integer> ids = new ArrayList<>(tids.size());
          for (long tid : tids) {
            ids.add((int) tid);
          }
          return ids;
        });
  }

  @Override
  public boolean areStopped() {
    return ProcessState.of(root, pid).orElse(ProcessState.ALIVE) == ProcessState.STOPPED;
  }

  @Override
  public OptionalLong cpuNs(int tid) {
    return SchedStat.of(root, pid, tid) instanceof Reading.Value<SchedStat>(SchedStat stat)
        ? OptionalLong.of(stat.onCpuNs())
        : OptionalLong.empty();
  }

  @Override
  public Optional<Used> used(int tid) {
    return SchedStat.of(root, pid, tid) instanceof Reading.Value<SchedStat>(SchedStat stat)
            && ThreadStatus.of(root, pid, tid) instanceof Reading.Value<ThreadStatus>(var status)
        ? Optional.of(
            new Used(
                stat.onCpuNs(), stat.onCpuNs() + stat.runQueueWaitNs(), status.voluntarySwitches()))
        : Optional.empty();
  }

  @Override
  public String nameOf(int tid) {
    return ThreadStatus.of(root, pid, tid).map(ThreadStatus::name).orElse("?");
  }

  @Override
  public int cpusOf(Collection<Integer> tids) {
    BitSet cpus = new BitSet();
    for (int tid : tids) {
      if (ThreadStatus.of(root, pid, tid) instanceof Reading.Value<ThreadStatus>(var status)) {
        status.cpusAllowed().stream().forEach(cpus::set);
      }
    }
    CpuList online = new Cpus(root).online().orElse(CpuList.of());
    BitSet running = new BitSet();
    online.stream().forEach(running::set);
    cpus.and(running);
    return cpus.cardinality();
  }

  @Override
  public Reading<Double> hitCostNs() {
    return Watchpoints.hitCostNs();
  }

  @Override
  public Reading<Double> sampledHitCostNs() {
    return Watchpoints.sampledHitCostNs(STACK_BYTES);
  }

  @Override
  public Reading<List<Watchpoints.Window>> count(
      Collection<Integer> tids, List<PerfEvent.Watchpoint> words, long windowNs, int maxHits) {
    return turns.inTurn(
        () -> Watchpoints.count(root, pid, tids, words, Duration.ofNanos(windowNs), maxHits));
  }

  @Override
  public Reading<Watchpoints.Sampled> sample(
      Collection<Integer> tids, PerfEvent.Watchpoint word, long windowNs, int maxHits) {
    return turns.inTurn(() ->
        Watchpoints.sample(
            root, pid, tids, word, Duration.ofNanos(windowNs), maxHits, STACK_BYTES));
  }

  @Override
  public Reading<CpuSampler.Samples> onCpu(Collection<Integer> tids, long windowNs, int perSecond)
      throws InterruptedException {
    Reading<CpuSampler.Samples> samples =
        CpuSampler.sample(root, pid, tids, Duration.ofNanos(windowNs), perSecond);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return samples;
  }
}
