package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.diagnose.watch.HostThreads;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.pool.PoolSearch;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.ThreadState;
import dev.foliot.linux.proc.ThreadStatus;
import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Samples the queues of all pools of a JVM, of carriers and of workers. For one thread. */
final class QueueWatch implements AutoCloseable {
  /** The interval between samples of the carriers' queues. */
  private static final long CARRIERS_NS = 2_000_000;

  private final Optional<HotspotJvm> jvm;
  private final CarrierWatch carriers;
  private final WorkerWatch workers;

  /** Attaches to a process; {@link #limits} reports failures. */
  QueueWatch(Target target, NanoClock clock) {
    Reading<HotspotJvm> attached = target.jvm();
    jvm = attached.toOptional();
    Reading<Live> live = attached.map(one -> new Live(target.root(), one));
    carriers = new CarrierWatch(live.map(one -> one), clock);
    workers = new WorkerWatch(live.map(one -> one), clock);
  }

  /** A live JVM. */
  private static final class Live implements CarrierWatch.Source, WorkerWatch.Source {
    private static final int WITH_VIRTUAL_THREADS = 21;

    private final Path root;
    private final HotspotJvm jvm;
    private final PoolSearch search;
    private final HostThreads threads;

    Live(Path root, HotspotJvm jvm) {
      this.root = root;
      this.jvm = jvm;
      search = jvm.poolSearch();
      threads = new HostThreads(root, jvm.pid());
    }

    @Override
    public boolean isRecent() {
      return jvm.feature() >= WITH_VIRTUAL_THREADS;
    }

    @Override
    public Reading<Optional<PoolSampler>> carriers() {
      return search.carriers();
    }

    @Override
    public Reading<List<Long>> carrierTids() {
      threads.renew();
      return search.workers().map(PoolSearch.Found::carriers);
    }

    @Override
    public Reading<PoolSearch.Found> workers() {
      threads.renew();
      return search.workers();
    }

    @Override
    public Reading<ThreadState> stateOf(long tid) {
      return ThreadState.of(root, jvm.pid(), threads.of(tid));
    }

    @Override
    public Reading<Long> onCpuNs(long tid) {
      return SchedStat.of(root, jvm.pid(), threads.of(tid)).map(SchedStat::onCpuNs);
    }

    @Override
    public Reading<String> nameOf(long tid) {
      return ThreadStatus.of(root, jvm.pid(), threads.of(tid)).map(ThreadStatus::name);
    }
  }

  /** Takes the first sample. */
  void begin() {
    carriers.look();
    workers.seldom();
    workers.look();
  }

  /** Searches for new pools. */
  void seldom() {
    carriers.seldom();
    workers.seldom();
  }

  /** Samples the pools that are due. */
  void look() {
    if (carriers.isWorthwhile()) {
      carriers.look();
    }
    workers.look();
  }

  /** Nanoseconds until the next sample; at most {@code mostNs}. */
  long untilNextNs(long mostNs) {
    return workers.untilNextNs(carriers.isWorthwhile() ? Math.min(mostNs, CARRIERS_NS) : mostNs);
  }

  /** The observations of each pool. */
  List<ParkedPool> end() {
    List<ParkedPool> all = new ArrayList<>();
    carriers.end().map(ParkedPool::ofCarriers).ifPresent(all::add);
    all.addAll(workers.end());
    return all;
  }

  /** A description of the examined pools without observations. */
  List<String> besides() {
    List<String> all = new ArrayList<>();
    carriers.nothing().ifPresent(all::add);
    all.addAll(workers.besides());
    return all;
  }

  /** The limits of the examination. */
  List<Reason> limits() {
    List<Reason> all = new ArrayList<>(carriers.limits());
    all.addAll(workers.limits());
    return all;
  }

  /** Closes it; the JVM does not notice. */
  @Override
  public void close() {
    jvm.ifPresent(HotspotJvm::close);
  }
}
