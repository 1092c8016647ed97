package dev.foliot.diagnose.runtime;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.ThreadStatus;
import java.nio.file.Path;
import java.util.OptionalDouble;

/** A running HotSpot. For one thread. */
final class LiveRuntime implements RuntimeTarget {
  private final Path root;
  private final HotspotJvm jvm;
  private final JvmThreads threads;

  LiveRuntime(Path root, HotspotJvm jvm) {
    this.root = root;
    this.jvm = jvm;
    threads = new JvmThreads(root, jvm.pid());
  }

  @Override
  public Reading<JvmCounters> counters() {
    return jvm.perfData().map(JvmCounters::of);
  }

  @Override
  public Reading<JvmSettings> settings() {
    return jvm.flags().map(JvmSettings::of);
  }

  @Override
  public Reading<CodeCacheUse> codeCache() {
    return jvm.codeCache();
  }

  @Override
  public Reading<CpuWork> work() {
    return threads.look();
  }

  @Override
  public Reading<GrantedCpus> cpus() {
    Reading<ThreadStatus> status = ThreadStatus.of(root, jvm.pid(), jvm.pid());
    if (status instanceof Reading.Unavailable<ThreadStatus> none) {
      return none.retyped();
    }
    CpuList online = new Cpus(root).online().orElse(CpuList.of());
    return status.map(ThreadStatus::cpusAllowed).map(allowed -> granted(allowed, online));
  }

  private GrantedCpus granted(CpuList allowed, CpuList online) {
    int usable =
        (int) allowed.stream().filter(one -> online.isEmpty() || online.contains(one)).count();
    return new GrantedCpus(
        Math.max(1, usable),
        new Cgroup(root, jvm.pid()).cpuQuotaCpus().orElse(OptionalDouble.empty()));
  }

  @Override
  public boolean isAlive() {
    return jvm.isAlive();
  }

  @Override
  public boolean isStopped() {
    return ProcessState.of(root, jvm.pid())
        .map(state -> state == ProcessState.STOPPED)
        .orElse(false);
  }
}
