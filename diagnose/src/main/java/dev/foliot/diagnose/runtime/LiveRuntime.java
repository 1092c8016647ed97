package dev.foliot.diagnose.runtime;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.LockSampler;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.ThreadStatus;
import dev.foliot.linux.proc.Threads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A running HotSpot. For one thread. */
final class LiveRuntime implements RuntimeTarget {
  private static final List<String> SAFEPOINTS =
      List.of("sun.rt.safepoints", "sun.rt.safepointSyncTime");

  private static final Duration SAMPLED = Duration.ofMillis(2);
  private static final int SAMPLES_PER_SECOND = 4_000;
  private static final int MOST_SAMPLED = 8;
  private static final int MOST_THREADS = 1_000;

  private final Path root;
  private final HotspotJvm jvm;
  private final JvmThreads threads;
  private final LockSampler sampler;
  private final CodeMap code;
  private long[] safepointPlaces = {};

  LiveRuntime(Path root, HotspotJvm jvm) {
    this.root = root;
    this.jvm = jvm;
    threads = new JvmThreads(root, jvm.pid());
    sampler = jvm.lockSampler();
    code = jvm.code();
  }

  @Override
  public Reading<JvmCounters> counters() {
    return jvm.perfData().map(JvmCounters::of);
  }

  @Override
  public Reading<JvmSettings> settings() {
    return jvm.flagsNow().map(JvmSettings::of);
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
  public Optional<SafepointCounts> safepointCounts() {
    if (safepointPlaces.length == 0) {
      safepointPlaces =
          jvm.perfData().toOptional().stream()
              .flatMap(data -> SAFEPOINTS.stream().flatMap(name -> data.counter(name).stream()))
              .mapToLong(PerfData.Counter::address)
              .toArray();
    }
    if (safepointPlaces.length != SAFEPOINTS.size()) {
      return Optional.empty();
    }
    TargetMemory.Words words = jvm.memory().words(safepointPlaces);
    return words.present().cardinality() == safepointPlaces.length
        ? Optional.of(new SafepointCounts(words.values()[0], words.values()[1]))
        : Optional.empty();
  }

  @Override
  public List<Running> running() {
    return sampler.sample().map(LockSample::threads).orElse(List.of()).stream()
        .filter(thread -> thread.state() == ThreadSample.State.RUNNING)
        .map(thread -> new Running(thread.tid(), thread.name()))
        .toList();
  }

  @Override
  public OptionalLong cpuWaitNs() {
    LongSummaryStatistics waits =
        Threads.of(root, jvm.pid()).toOptional().stream()
            .flatMap(List::stream)
            .limit(MOST_THREADS)
            .flatMap(tid -> SchedStat.of(root, jvm.pid(), tid).toOptional().stream())
            .mapToLong(SchedStat::runQueueWaitNs)
            .summaryStatistics();
    return waits.getCount() == 0 ? OptionalLong.empty() : OptionalLong.of(waits.getSum());
  }

  @Override
  public Map<Long, Map<String, Integer>> places(List<Running> running) throws InterruptedException {
    List<Integer> tids =
        running.stream().limit(MOST_SAMPLED).map(thread -> (int) thread.tid()).toList();
    Map<Long, Map<String, Integer>> places = new HashMap<>();
    CpuSampler.sample(root, jvm.pid(), tids, SAMPLED, SAMPLES_PER_SECOND)
        .toOptional()
        .ifPresent(samples ->
            samples
                .samples()
                .forEach(one ->
                    places
                        .computeIfAbsent((long) one.tid(), any -> new HashMap<>())
                        .merge(place(one), 1, Integer::sum)));
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return places;
  }

  private String place(CpuSampler.Sample sample) {
    return switch (code.at(sample.ip())) {
      case CodePlace.Compiled compiled ->
          compiled.frames().stream()
              .filter(frame -> !frame.isOfJdk())
              .findFirst()
              .orElse(compiled.frames().getFirst())
              .place();
      case CodePlace.Interpreter any -> "interpreted code";
      case CodePlace.Stub stub -> "HotSpot's " + stub.name();
      case CodePlace.Library library -> library.file();
      case CodePlace.Unknown any -> "unknown code";
    };
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
