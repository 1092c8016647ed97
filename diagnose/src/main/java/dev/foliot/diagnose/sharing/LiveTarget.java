package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.WriteChecks;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Supertypes;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.UserRegisters;
import dev.foliot.linux.perf.Watchpoints;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.ThreadStatus;
import dev.foliot.linux.proc.Threads;
import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A live HotSpot and its threads. */
final class LiveTarget implements TargetJvm, TargetThreads {
  /** Enough for the relevant frames; each hit copies it. */
  private static final int STACK_BYTES = 4_096;

  private final Path root;
  private final HotspotJvm jvm;
  private final long pid;
  private final CodeMap code;

  LiveTarget(Path root, HotspotJvm jvm) {
    this.root = root;
    this.jvm = jvm;
    this.pid = jvm.pid();
    this.code = jvm.code();
  }

  @Override
  public int feature() {
    return jvm.feature();
  }

  @Override
  public String version() {
    return jvm.version();
  }

  @Override
  public boolean isAlive() {
    return jvm.isAlive();
  }

  @Override
  public Reading<Optional<Boolean>> flag(String name) {
    return jvm.flags().map(flags -> flags.bool(name));
  }

  @Override
  public KlassLayout layout() {
    return jvm.layout();
  }

  @Override
  public Reading<Classes> classes() {
    return jvm.classes().map(list -> new Classes(list.all(), list.unreadable(), list.incomplete()));
  }

  @Override
  public Reading<LoadedClass> classAt(long klass) {
    return jvm.classAt(klass);
  }

  @Override
  public Reading<Supertypes> supertypes(LoadedClass type) {
    return jvm.supertypes(type);
  }

  @Override
  public TargetMemory.Words words(long[] addresses) {
    return jvm.memory().words(addresses);
  }

  @Override
  public Optional<Reason> nameless() {
    return code.missing();
  }

  @Override
  public CodePlace place(long ip) {
    return code.at(ip);
  }

  @Override
  public List<CodePlace> callers(Hit hit) {
    UserRegisters registers = hit.registers();
    return code.callers(registers.ip(), registers.sp(), registers.fp(), hit.stack());
  }

  @Override
  public WriteChecks checks(Hit hit, long word, Set<Long> types) {
    return code.checks(hit.registers(), word, types);
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
    return Watchpoints.count(root, pid, tids, words, Duration.ofNanos(windowNs), maxHits);
  }

  @Override
  public Reading<Watchpoints.Sampled> sample(
      Collection<Integer> tids, PerfEvent.Watchpoint word, long windowNs, int maxHits) {
    return Watchpoints.sample(
        root, pid, tids, word, Duration.ofNanos(windowNs), maxHits, STACK_BYTES);
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
