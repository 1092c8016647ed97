package dev.foliot.diagnose.locks;

import static dev.foliot.diagnose.locks.MadeThreads.entering;
import static dev.foliot.diagnose.locks.MadeThreads.frame;
import static dev.foliot.diagnose.locks.MadeThreads.locking;
import static dev.foliot.diagnose.locks.MadeThreads.mounted;
import static dev.foliot.diagnose.locks.MadeThreads.named;
import static dev.foliot.diagnose.locks.MadeThreads.parked;
import static dev.foliot.diagnose.locks.MadeThreads.running;
import static dev.foliot.diagnose.locks.MadeThreads.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.reason.LockReason;
import dev.foliot.diagnose.time.TimeTally;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.VirtualGroup;
import dev.foliot.hotspot.locks.VirtualSample;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** Examinations of a made-up JVM, at a made-up time. */
class LocksRunTest {
  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final Reading.Unavailable<?> MOVED =
      new Reading.Unavailable<Object>(new JvmReason.PoolMoved());

  private final Made target = new Made();
  private long now = S;

  private final NanoClock clock =
      new NanoClock() {
        @Override
        public long nanos() {
          return now;
        }

        @Override
        public void sleep(long nanos) {
          now += nanos;
        }

        @Override
        public void await(long nanos) {
          now += nanos;
        }
      };

  /** A JVM that is the same in each sample, unless told otherwise. */
  private static final class Made implements LockTarget {
    Reading<VirtualSample> virtuals = Reading.unavailable(new JvmReason.FlagsUnknown());
    IntFunction<Reading<LockSample>> samples = i -> Reading.of(MadeThreads.sample(running(1)));
    List<PoolNow> pools = new ArrayList<>();
    Map<String, Integer> unread = Map.of();
    Reading<Long> finalizers = Reading.of(0L);
    boolean arePoolsReadable = true;
    boolean isOwn;
    int endsAfter = Integer.MAX_VALUE;
    int taken;
    int stacks;
    Map<Long, JavaFrame> frames = Map.of();

    @Override
    public int feature() {
      return 21;
    }

    @Override
    public ProcessState state() {
      return taken < endsAfter ? ProcessState.ALIVE : ProcessState.ENDED;
    }

    @Override
    public Reading<LockSample> sample() {
      return samples.apply(taken++);
    }

    @Override
    public List<JavaFrame> stack(ThreadSample thread) {
      stacks++;
      JavaFrame own = frames.getOrDefault(thread.tid(), frame("acme.Bank", "pay", 7));
      return List.of(frame("jdk.internal.misc.Unsafe", "park", -1), own);
    }

    @Override
    public boolean isForUnbegunTask(Wait wait) {
      return false;
    }

    @Override
    public boolean isForTaskOf(PoolNow pool, Wait wait) {
      return isOwn;
    }

    @Override
    public Map<Long, PoolSampler.Worker> workers(PoolNow pool) {
      return Map.of();
    }

    @Override
    public Reading<Pools> pools() {
      return arePoolsReadable ? Reading.of(new Pools(pools, unread)) : MOVED.retyped();
    }

    @Override
    public Reading<Long> finalizers() {
      return finalizers;
    }

    @Override
    public Optional<SchedStat> scheduled(long tid) {
      return Optional.empty();
    }

    @Override
    public List<TimeTally.Native> natives(LockSample javas) {
      return List.of();
    }

    @Override
    public List<OnCpu> onCpu(List<ThreadSample> threads, Duration window) {
      return List.of();
    }

    @Override
    public Optional<ThreadCounts> counts() {
      return Optional.empty();
    }

    @Override
    public Reading<VirtualSample> virtualThreads() {
      return virtuals;
    }

    @Override
    public Optional<Reason> withoutOnCpu() {
      return Optional.empty();
    }
  }

  private Outcome<ResourceFinding> run() {
    return new LocksRun(target, clock, 2 * S).run();
  }

  private static List<FindingKind> kinds(Outcome<ResourceFinding> outcome) {
    return outcome.findings().stream().map(ResourceFinding::kind).toList();
  }

  @Test
  void shouldFindNothingInAJvmWithoutWaits() {
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(target.taken).isBetween(30, 41);
    assertThat(target.stacks).as("a running thread needs no stack, once").isLessThan(5);
  }

  @Test
  void shouldFindADeadlockOnlyWhileItLasts() {
    LockSample circle = sample(entering(1, 2), locking(2, 1));
    target.samples = i -> Reading.of(circle);
    assertThat(kinds(run())).containsExactly(FindingKind.DEADLOCK);
    assertThat(target.stacks).as("threads that do not move are read once a second").isLessThan(10);

    target.taken = 0;
    target.samples = i -> Reading.of(i % 4 == 3 ? sample(running(1)) : circle);
    assertThat(kinds(run())).doesNotContain(FindingKind.DEADLOCK);

    target.taken = 0;
    target.samples = i -> Reading.of(i < 20 ? circle : sample(running(1)));
    assertThat(kinds(run())).doesNotContain(FindingKind.DEADLOCK);
  }

  @Test
  void shouldGoOnForAWhileWhereSamplesAreSlow() {
    LockSample circle = sample(entering(1, 2), locking(2, 1));
    target.samples =
        i -> {
          now += S / 2;
          return Reading.of(circle);
        };
    Outcome<ResourceFinding> outcome = run();
    assertThat(now - S).isBetween(3 * S, 9 * S / 2);
    assertThat(kinds(outcome)).containsExactly(FindingKind.DEADLOCK);
  }

  @Test
  void shouldTakeEnoughSamplesAfterALongFirstOne() {
    target.samples =
        i -> {
          now += i == 0 ? 10 * S : 0;
          return Reading.of(sample(running(1)));
        };
    assertThat(run().record().status()).isEqualTo(Status.DONE);
    assertThat(target.taken).isGreaterThanOrEqualTo(LocksRun.ENOUGH_SAMPLES);
  }

  /** A pool that is blocked in 4 of 7 samples is no finding, and nothing that was ruled out. */
  @Test
  void shouldSayThatSamplesWereTooFewToFindAnything() {
    LockSample blocked = sample(parked(1, "acme.Gate"), parked(2, "acme.Gate"));
    target.pools.add(
        new LockTarget.PoolNow(ThreadPool.Kind.EXECUTOR, List.of(1L, 2L), queued(2, 2, List.of())));
    target.samples =
        i -> {
          now += S / 2;
          return Reading.of(i % 2 == 0 ? blocked : sample(running(1), running(2)));
        };
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().limits()).containsExactly(new LockReason.SamplesFew(target.taken));
    assertThat(outcome.record().lookedAt())
        .contains("1 pool had all workers blocked while tasks waited, in up to 4 samples");
  }

  @Test
  void shouldFindAContendedLockWithItsPlace() {
    target.samples =
        i -> Reading.of(sample(entering(1, 3), entering(2, 3), running(3), running(4)));
    ResourceFinding finding = run().findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.LOCK_CONTENTION);
    assertThat(finding.subject()).isEqualTo("acme.Account at acme.Bank.pay:7");
  }

  /** A StampedLock has no owner, and a ReentrantReadWriteLock does not name its readers. */
  @Test
  void shouldFindAContendedLockThatDoesNotNameItsOwner() {
    String stamped = "java.util.concurrent.locks.StampedLock";
    target.samples = i -> Reading.of(sample(parked(1, stamped), parked(2, stamped), running(3)));
    ResourceFinding finding = run().findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.LOCK_CONTENTION);
    assertThat(finding.subject()).isEqualTo(stamped + " at acme.Bank.pay:7");
    assertThat(finding.evidence().getLast().name())
        .isEqualTo("held by a thread that this lock does not name");
  }

  /** Between two owners a lock has none: these waits belong to the same lock. */
  @Test
  void shouldCountWaitsForAFreeLockWithTheOthers() {
    target.samples =
        i ->
            Reading.of(
                i % 2 == 0
                    ? sample(locking(1, 3), running(3))
                    : sample(parked(1, MadeThreads.LOCK), running(3)));
    Outcome<ResourceFinding> outcome = run();
    assertThat(kinds(outcome)).containsExactly(FindingKind.LOCK_CONTENTION);
    assertThat(outcome.findings().getFirst().evidence().getFirst().value()).isEqualTo(1);
  }

  private static PoolSample queued(int workers, long tasks, List<Long> idle) {
    return new PoolSample(
        workers,
        workers,
        workers,
        !idle.isEmpty(),
        idle,
        new PoolSample.Tasks(Map.of(0, 9L), 9, tasks),
        new PoolSample.Stops(1, 1));
  }

  @Test
  void shouldFindAPoolThatWaitsForItself() {
    target.isOwn = true;
    target.samples =
        i ->
            Reading.of(
                sample(
                    parked(1, "java.util.concurrent.FutureTask"),
                    parked(2, "java.util.concurrent.FutureTask")));
    target.pools.add(
        new LockTarget.PoolNow(ThreadPool.Kind.EXECUTOR, List.of(1L, 2L), queued(2, 2, List.of())));
    ResourceFinding finding = run().findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.EXHAUSTED_POOL);
    assertThat(finding.subject()).isEqualTo("workers of worker-*");
    assertThat(finding.advice().explanation()).contains("the pool waits for itself");
  }

  @Test
  void shouldFindNoPoolWithAFreeOrARunningWorker() {
    target.samples = i -> Reading.of(sample(parked(1, "acme.Gate"), parked(2, "acme.Gate")));
    target.pools.add(
        new LockTarget.PoolNow(
            ThreadPool.Kind.EXECUTOR, List.of(1L, 2L), queued(2, 2, List.of(2L))));
    assertThat(kinds(run())).isEmpty();
    target.taken = 0;
    target.samples = i -> Reading.of(sample(parked(1, "acme.Gate"), running(2)));
    target.pools.set(
        0,
        new LockTarget.PoolNow(ThreadPool.Kind.EXECUTOR, List.of(1L, 2L), queued(2, 2, List.of())));
    assertThat(kinds(run())).isEmpty();
  }

  private static final JavaFrame SELECT =
      frame("org.eclipse.jetty.io.ManagedSelector$SelectorProducer", "select", 546);

  /** The thread that waits for events is no worker. */
  @Test
  void shouldFindAPoolOfJettyWhoseOtherThreadsAreAllBlocked() {
    target.samples =
        i ->
            Reading.of(
                sample(parked(1, "acme.Gate"), parked(2, "acme.Gate"), MadeThreads.inNative(3)));
    target.frames = Map.of(3L, SELECT);
    target.pools.add(
        new LockTarget.PoolNow(
            ThreadPool.Kind.JETTY, List.of(1L, 2L, 3L), queued(3, 2, List.of())));
    ResourceFinding finding = run().findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.EXHAUSTED_POOL);
    assertThat(finding.evidence().getFirst().name()).startsWith("workers blocked in ");
    assertThat(finding.evidence().getFirst().note()).isEqualTo("of 2 workers");
  }

  @Test
  void shouldFindNoPoolOfJettyWithoutBlockedWorkers() {
    target.samples =
        i -> Reading.of(sample(parked(1, "acme.Gate"), running(2), MadeThreads.inNative(3)));
    target.frames = Map.of(1L, SELECT, 3L, SELECT);
    target.pools.add(
        new LockTarget.PoolNow(
            ThreadPool.Kind.JETTY, List.of(1L, 2L, 3L), queued(3, 2, List.of())));
    assertThat(kinds(run())).as("one runs").isEmpty();
    target.taken = 0;
    target.pools.set(
        0, new LockTarget.PoolNow(ThreadPool.Kind.JETTY, List.of(1L, 3L), queued(2, 2, List.of())));
    assertThat(kinds(run())).as("none is a worker").isEmpty();
  }

  /** Jobs that end wait for one object; the threads are idle in between. */
  @Test
  void shouldFindWhatJobsOfJettyWaitForTogether() {
    JavaFrame idle =
        frame("org.eclipse.jetty.util.thread.QueuedThreadPool$Runner", "idleJobPoll", 1106);
    target.samples =
        i -> {
          boolean isIdle = i % 5 == 4;
          target.frames = isIdle ? Map.of(1L, idle, 2L, idle, 3L, idle) : Map.of();
          Wait wait = new Wait(Wait.Kind.PARK, isIdle ? 7 : 300, "acme.Pool", 0);
          return Reading.of(
              sample(
                  MadeThreads.waiting(1, wait),
                  MadeThreads.waiting(2, wait),
                  MadeThreads.waiting(3, wait)));
        };
    target.pools.add(
        new LockTarget.PoolNow(
            ThreadPool.Kind.JETTY, List.of(1L, 2L, 3L), queued(3, 0, List.of())));
    assertThat(kinds(run())).containsExactly(FindingKind.SHARED_WAIT);
    target.taken = 0;
    target.samples =
        i -> Reading.of(sample(parked(1, "acme.Pool"), parked(2, "acme.Pool"), running(3)));
    target.frames = Map.of();
    assertThat(kinds(run())).as("consumers in an endless loop").isEmpty();
  }

  /** More threads than stacks that are read for a sample: a stack that is the same stays known. */
  @Test
  void shouldFindAPoolOfManyBlockedThreadsWithSlowSamples() {
    ThreadSample[] blocked =
        LongStream.rangeClosed(1, 300)
            .mapToObj(tid -> parked(tid, "acme.Gate"))
            .toArray(ThreadSample[]::new);
    target.samples =
        i -> {
          now += S / 3;
          return Reading.of(sample(blocked));
        };
    target.pools.add(
        new LockTarget.PoolNow(
            ThreadPool.Kind.EXECUTOR,
            LongStream.rangeClosed(1, 300).boxed().toList(),
            queued(300, 2, List.of())));
    Outcome<ResourceFinding> outcome = new LocksRun(target, clock, 20 * S).run();
    assertThat(kinds(outcome)).containsExactly(FindingKind.EXHAUSTED_POOL);
    assertThat(outcome.findings().getFirst().severity()).isEqualTo(Severity.HIGH);
  }

  @Test
  void shouldFindPinnedCarriers() {
    target.samples = i -> Reading.of(sample(mounted(parked(1, "acme.Gate")), mounted(running(2))));
    ResourceFinding finding = run().findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.PINNED_CARRIERS);
    assertThat(finding.subject()).isEqualTo("carriers at acme.Bank.pay:7");
  }

  @Test
  void shouldSayThatWaitingVirtualThreadsWereNotLookedAt() {
    target.samples = i -> Reading.of(sample(mounted(running(1)), mounted(running(2))));
    ExaminationRecord record = run().record();
    assertThat(record.status()).isEqualTo(Status.PARTIAL);
    assertThat(record.limits())
        .satisfiesExactly(one -> assertThat(one.is(ExaminationReason.NotExamined.class)).isTrue());
  }

  @Test
  void shouldSayWhatVirtualThreadsWaitFor() {
    target.samples = i -> Reading.of(sample(mounted(running(1)), mounted(running(2))));
    target.virtuals =
        Reading.of(
            new VirtualSample(
                1_000,
                10,
                Map.of(VirtualGroup.State.PARKED, 10),
                List.of(
                    new VirtualGroup(
                        VirtualGroup.State.PARKED,
                        "java.util.concurrent.Semaphore$NonfairSync",
                        List.of(
                            frame("java.util.concurrent.Semaphore", "acquire", -1),
                            frame("acme.Bank", "pay", 7)),
                        LongStream.range(0, 10)
                            .mapToObj(id -> new VirtualGroup.Waiting(id, "", id, 0))
                            .toList())),
                Optional.empty()));
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.besides().time().orElseThrow().groups().getFirst())
        .satisfies(group -> {
          assertThat(group.name()).isEqualTo("virtual threads");
          assertThat(group.threads()).isEqualTo(1_000);
          assertThat(group.share(Doing.PERMIT)).isEqualTo(1);
        });
    assertThat(outcome.findings())
        .extracting(ResourceFinding::kind, ResourceFinding::subject)
        .containsExactly(Tuple.tuple(FindingKind.SHARED_WAIT, "acme.Bank.pay:7"));
  }

  @Test
  void shouldFindABlockedFinalizer() {
    target.samples = i -> Reading.of(sample(named(parked(1, "acme.Gate"), "Finalizer")));
    target.finalizers = Reading.of(500L);
    ResourceFinding finding = run().findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.FINALIZER_BACKLOG);
    assertThat(finding.subject()).isEqualTo("finalizers, at acme.Bank.pay:7");
  }

  @Test
  void shouldSayWhatItCouldNotLookAt() {
    target.arePoolsReadable = false;
    target.finalizers = MOVED.retyped();
    target.samples = i -> Reading.of(new LockSample(List.of(running(1)), 12));
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().limits())
        .satisfiesExactly(
            one -> assertThat(one.is(LockReason.ThreadsUnsampled.class)).isTrue(),
            one -> assertThat(one.is(ExaminationReason.NotExamined.class)).isTrue(),
            one -> assertThat(one.is(ExaminationReason.NotExamined.class)).isTrue());
  }

  @Test
  void shouldNameQueuesThatItCannotRead() {
    target.unread = Map.of("acme.Queue", 2, "java.util.concurrent.SynchronousQueue", 1);
    assertThat(run().record().limits())
        .containsExactly(new LockReason.PoolQueueUnread(2, "acme.Queue"));
  }

  @Test
  void shouldKeepWhatItSawOfAProcessThatEnds() {
    target.endsAfter = 10;
    target.samples = i -> Reading.of(sample(entering(1, 2), locking(2, 1)));
    Outcome<ResourceFinding> outcome = run();
    assertThat(kinds(outcome)).containsExactly(FindingKind.DEADLOCK);
    assertThat(outcome.record().limit().orElseThrow().is(ProcessReason.ProcessEnded.class))
        .isTrue();
  }

  @Test
  void shouldBeUnavailableWithoutASample() {
    target.samples = i -> MOVED.retyped();
    Outcome<ResourceFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(outcome.record().reason()).isNotBlank();
  }

  @Test
  void shouldEndEarlyWhenInterrupted() {
    Thread.currentThread().interrupt();
    Outcome<ResourceFinding> outcome = run();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(
            outcome
                .record()
                .limit()
                .orElseThrow()
                .is(ExaminationReason.ExaminationInterrupted.class))
        .isTrue();
  }
}
