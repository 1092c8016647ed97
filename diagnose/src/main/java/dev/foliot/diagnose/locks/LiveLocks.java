package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.time.TimeTally;
import dev.foliot.diagnose.watch.HostThreads;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.LockSampler;
import dev.foliot.hotspot.locks.ReferenceQueues;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.VirtualSample;
import dev.foliot.hotspot.locks.VirtualThreads;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.pool.PoolSearch;
import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.ThreadName;
import dev.foliot.linux.proc.Threads;
import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A live JVM. For one thread. */
final class LiveLocks implements LockTarget {
  /** Pools are searched for after this number of samples. */
  private static final int SEARCH_AFTER = 20;

  /** Those with the most threads. */
  private static final int MOST_POOLS = 24;

  /** The tasks of a queue that are compared with what a worker waits for. */
  private static final int MOST_TASKS = 64;

  /** For each second of CPU time of a thread. */
  private static final int STACKS_PER_SECOND = 49;

  private static final int MOST_STACKS = 200;
  private static final int MOST_FRAMES = 40;

  private final Path root;
  private final HotspotJvm jvm;
  private final LockSampler sampler;
  private final ReferenceQueues queues;
  private final PoolSearch search;
  private List<ThreadPool> pools = List.of();
  private Map<String, Integer> unread = Map.of();
  private Optional<PoolSampler> carriers = Optional.empty();
  private final CodeMap code;
  private final HostThreads ids;
  private final VirtualThreads virtuals;
  private Optional<Reason> withoutOnCpu = Optional.empty();
  private final Map<Long, String> names = new HashMap<>();
  private int untilSearch;

  LiveLocks(Path root, HotspotJvm jvm) {
    this.root = root;
    this.jvm = jvm;
    sampler = jvm.lockSampler();
    queues = jvm.referenceQueues();
    search = jvm.poolSearch();
    code = jvm.code();
    virtuals = jvm.virtualThreads();
    ids = new HostThreads(root, jvm.pid());
  }

  @Override
  public int feature() {
    return jvm.feature();
  }

  @Override
  public ProcessState state() {
    return jvm.isAlive()
        ? ProcessState.of(root, jvm.pid()).orElse(ProcessState.ENDED)
        : ProcessState.ENDED;
  }

  @Override
  public Reading<LockSample> sample() {
    return sampler.sample().map(this::named);
  }

  /** Where the heap cannot be read, threads have the name that the kernel keeps. */
  private LockSample named(LockSample sample) {
    if (sample.threads().stream().noneMatch(one -> one.name().isEmpty())) {
      return sample;
    }
    ids.renew();
    return new LockSample(
        sample.threads().stream()
            .map(one ->
                one.name().isEmpty()
                    ? one.named(
                        names.computeIfAbsent(
                            one.tid(),
                            tid -> ThreadName.of(root, jvm.pid(), ids.of(tid)).orElse("")))
                    : one)
            .toList(),
        sample.unasked());
  }

  @Override
  public List<JavaFrame> stack(ThreadSample thread) {
    return sampler.stack(thread);
  }

  @Override
  public boolean isForUnbegunTask(Wait wait) {
    return sampler.isForUnbegunTask(wait);
  }

  @Override
  public Map<Long, PoolSampler.Worker> workers(PoolNow pool) {
    return of(pool).findFirst().map(one -> one.sampler().workers()).orElse(Map.of());
  }

  private Stream<ThreadPool> of(PoolNow pool) {
    return pools.stream()
        .filter(one -> one.kind() == pool.kind() && one.tids().equals(pool.tids()));
  }

  @Override
  public boolean isForTaskOf(PoolNow pool, Wait wait) {
    return of(pool).anyMatch(one -> sampler.isForOneOf(wait, one.sampler().tasks(MOST_TASKS)));
  }

  @Override
  public Reading<Long> finalizers() {
    return queues.finalizers();
  }

  /** A pool whose threads have changed is searched for again the next time. */
  @Override
  public Reading<Pools> pools() {
    if (untilSearch-- <= 0) {
      untilSearch = SEARCH_AFTER;
      switch (search.workers()) {
        case Reading.Unavailable<PoolSearch.Found> none -> {
          untilSearch = 0;
          return none.retyped();
        }
        case Reading.Value<PoolSearch.Found>(PoolSearch.Found found) -> {
          pools =
              found.pools().stream()
                  .sorted(
                      Comparator.comparingInt((ThreadPool pool) -> pool.tids().size()).reversed())
                  .limit(MOST_POOLS)
                  .toList();
          unread = new HashMap<>(found.otherQueues());
          found.unread().forEach((pool, count) -> unread.merge(pool, count, Integer::sum));
          carriers =
              jvm.feature() >= VirtualThreads.SINCE
                  ? search.carriers().toOptional().flatMap(sampler -> sampler)
                  : Optional.empty();
        }
      }
    }
    List<PoolNow> now = new ArrayList<>();
    for (ThreadPool pool : pools) {
      sampled(pool.sampler())
          .ifPresentOrElse(
              sample -> now.add(new PoolNow(pool.kind(), pool.tids(), sample)),
              () -> untilSearch = 0);
    }
    carriers
        .flatMap(LiveLocks::sampled)
        .ifPresent(sample -> now.add(new PoolNow(ThreadPool.Kind.CARRIERS, List.of(), sample)));
    return Reading.of(new Pools(now, unread));
  }

  @Override
  public Optional<SchedStat> scheduled(long tid) {
    return SchedStat.of(root, jvm.pid(), ids.of(tid)).toOptional();
  }

  @Override
  public List<TimeTally.Native> natives(LockSample javas) {
    ids.renew();
    Set<Long> known =
        javas.threads().stream().map(one -> ids.of(one.tid())).collect(Collectors.toSet());
    List<TimeTally.Native> all = new ArrayList<>();
    for (long tid : Threads.of(root, jvm.pid()).orElse(List.of())) {
      if (!known.contains(tid)) {
        String name = ThreadName.of(root, jvm.pid(), tid).orElse("");
        boolean isOfJvm =
            switch (ThreadFamily.of(name).kind()) {
              case GC, JIT, VM -> true;
              case CARRIERS, WORKERS, PROGRAM -> false;
            };
        if (isOfJvm) {
          SchedStat.of(root, jvm.pid(), tid)
              .toOptional()
              .ifPresent(sched -> all.add(new TimeTally.Native(tid, name, sched)));
        }
      }
    }
    return all;
  }

  @Override
  public List<OnCpu> onCpu(List<ThreadSample> threads, Duration window) {
    Map<Integer, Long> inner = new HashMap<>();
    threads.forEach(one -> inner.put((int) ids.of(one.tid()), one.tid()));
    inner.remove(0);
    if (inner.isEmpty() || withoutOnCpu.isPresent()) {
      return List.of();
    }
    return switch (CpuSampler.sampleStacks(
        root, jvm.pid(), inner.keySet(), window, STACKS_PER_SECOND)) {
      case Reading.Unavailable<List<CpuSampler.StackSample>> none -> {
        withoutOnCpu = jvm.isAlive() ? Optional.of(none.why()) : Optional.empty();
        yield List.of();
      }
      case Reading.Value<List<CpuSampler.StackSample>>(var samples) ->
          samples.stream()
              .limit(MOST_STACKS)
              .map(one ->
                  new OnCpu(
                      inner.getOrDefault(one.tid(), 0L),
                      code.runningFrames(one.registers(), one.stack(), MOST_FRAMES)))
              .toList();
    };
  }

  @Override
  public Reading<VirtualSample> virtualThreads() {
    return virtuals.sample();
  }

  @Override
  public Optional<Reason> withoutOnCpu() {
    return withoutOnCpu;
  }

  @Override
  public Optional<ThreadCounts> counts() {
    return jvm.perfData()
        .toOptional()
        .map(data ->
            new ThreadCounts(
                data.counter("java.threads.started").map(PerfData.Counter::value).orElse(0L),
                JvmCounters.of(data).safepoints().map(one -> one.totalNs()).orElse(-1L)));
  }

  private static Optional<PoolSample> sampled(PoolSampler sampler) {
    return sampler.sample().toOptional().flatMap(sample -> sample);
  }
}
