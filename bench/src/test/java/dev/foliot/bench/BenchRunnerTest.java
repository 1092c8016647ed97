package dev.foliot.bench;

import static dev.foliot.bench.Refused.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs in real time and asserts only facts that noise cannot change. One long class, since all
 * tests run the same few tasks and read their results.
 */
class BenchRunnerTest {
  private static final boolean HAS_VIRTUAL = Runtime.version().feature() >= 21;
  private static final int WINDOW = 5_000;

  @TempDir private Path folder;

  private static BenchConfig config(String... options) {
    Map<String, String> named = new LinkedHashMap<>();
    named.put("rate", "20k/s");
    named.put("warmup", "50ms");
    named.put("duration", "120ms");
    for (int i = 0; i < options.length; i += 2) {
      named.put(options[i], options[i + 1]);
    }
    return BenchConfig.DEFAULT.with(named);
  }

  private static Measurement run(BenchTask task, String... options) {
    return BenchRunner.run(task, config(options));
  }

  private static long scheduled(BenchConfig config) {
    Schedule schedule =
        config.arrivals().schedule(config.rate(), config.seed(), config.durationNs());
    return LongStream.generate(schedule::nextNs).takeWhile(ns -> ns != Schedule.END).count();
  }

  /** In every case, the numbers of messages must add up. */
  private static void assertAddsUp(Measurement m) {
    Measurement.Totals totals = m.totals();
    assertThat(totals.started() + totals.unstarted()).isEqualTo(totals.scheduled());
    assertThat(totals.completed() + totals.lost()).isEqualTo(totals.started());
    assertThat(totals.faults().contradictory()).isZero();
    assertThat(m.durations()).containsOnlyKeys(Kind.values());
    Map<Kind, Durations> sum = VirtualLoad.total(m.series().intervals());
    m.durations()
        .forEach((kind, durations) -> {
          assertThat(durations.count()).as("%s", kind).isEqualTo(totals.completed());
          assertThat(sum.get(kind)).as("%s", kind).isEqualTo(durations);
        });
    long slow = Math.min(SlowestMessages.KEPT, totals.completed());
    assertThat(m.slowest().messages()).hasSize((int) slow);
    if (slow > 0) {
      assertThat(m.slowest().messages().get(0).responseNs())
          .isEqualTo(of(m, Kind.RESPONSE).maxNs());
    }
  }

  private static Durations of(Measurement m, Kind kind) {
    return Objects.requireNonNull(m.durations().get(kind));
  }

  private static void assertWhole(Measurement m, BenchConfig config) {
    assertThat(m.failure()).isNull();
    assertAddsUp(m);
    assertThat(m.totals().scheduled()).isEqualTo(scheduled(config));
    assertThat(m.totals().completed()).isEqualTo(m.totals().scheduled());
    assertThat(m.totals().faults().refusedEnds()).isZero();
    assertThat(m.totals().faults().negativeProbes()).isZero();
    assertThat(m.totals().time().spanNs()).isGreaterThanOrEqualTo(config.durationNs());
  }

  @ParameterizedTest
  @CsvSource({
    "inline, 1, constant",
    "inline, 2, poisson",
    "inline, 3, constant",
    "inline, 4, burst:50",
    "threads:1, 1, poisson",
    "threads:3, 1, constant",
    "threads:8, 4, poisson",
    "virtual, 1, constant",
    "virtual, 3, poisson",
    "adaptive, 1, constant",
    "adaptive, 3, poisson",
    "adaptive-virtual, 1, constant",
    "adaptive-virtual, 3, poisson"
  })
  void shouldSendEveryMessageOnceAndCountThemAll(
      String dispatch, String producers, String arrivals) {
    CountingTask task = new CountingTask();
    BenchConfig config = config("dispatch", dispatch, "producers", producers, "arrivals", arrivals);
    if (dispatch.endsWith("virtual") && !HAS_VIRTUAL) {
      refused(() -> BenchRunner.run(task, config)).contains("need JDK 21");
      assertThat(task.life).as("torn down if set up").isIn(List.of(), List.of("setUp", "tearDown"));
      return;
    }
    Measurement m = BenchRunner.run(task, config);
    assertWhole(m, config);
    assertThat(task.life).containsExactly("setUp", "warmedUp", "runComplete", "tearDown");
    assertThat(task.measured).hasSize((int) m.totals().started());
    long first = Collections.min(task.measured);
    assertThat(first % config.producers()).isZero();
    assertThat(Collections.max(task.measured)).isEqualTo(first + m.totals().started() - 1);
    assertThat(task.warmup).allMatch(id -> id >= 0 && id < first);
  }

  @Test
  void shouldWorkInTheThreadsThatWereAskedFor() {
    CountingTask inline = new CountingTask();
    run(inline, "producers", "2");
    assertThat(inline.threads)
        .hasSize(2)
        .allMatch(thread -> thread.getName().startsWith(Crew.THREAD_NAME));
    CountingTask pool = new CountingTask();
    run(pool, "dispatch", "threads:3");
    assertThat(pool.threads)
        .hasSizeBetween(1, 3)
        .allMatch(thread -> thread.getName().startsWith(ExecutorDispatcher.WORKER_NAME));
    CountingTask adaptive = new CountingTask();
    run(adaptive, "dispatch", "adaptive");
    assertThat(adaptive.threads)
        .isNotEmpty()
        .allMatch(thread -> thread.getName().startsWith(ExecutorDispatcher.WORKER_NAME))
        .allMatch(Thread::isDaemon);
    if (HAS_VIRTUAL) {
      CountingTask restrained = new CountingTask();
      run(restrained, "dispatch", "adaptive-virtual", "rate", "1k/s");
      assertThat(restrained.threads).isNotEmpty().allMatch(VirtualThreads::isVirtual);
      CountingTask virtual = new CountingTask();
      run(virtual, "dispatch", "virtual", "rate", "1k/s");
      assertThat(virtual.threads).hasSizeGreaterThan(100).allMatch(VirtualThreads::isVirtual);
    }
  }

  @Test
  void shouldMeasureWithoutAWarmUp() {
    BenchConfig config = config("warmup", "0s");
    CountingTask task = new CountingTask();
    assertWhole(BenchRunner.run(task, config), config);
    assertThat(task.life).containsExactly("setUp", "runComplete", "tearDown");
    assertThat(Collections.min(task.warmup)).isZero();
  }

  @Test
  void shouldMeasureALoadOfOneMessageAndALoadOfNone() throws IOException {
    BenchConfig one = config("rate", "1/h");
    assertThat(BenchRunner.run(new CountingTask(), one).totals().completed()).isEqualTo(1);
    Path file = Files.writeString(folder.resolve("none"), "# nothing\n");
    Measurement none = run(new CountingTask(), "arrivals", "trace:" + file);
    assertAddsUp(none);
    assertThat(none.totals().scheduled()).isZero();
    assertThat(none.totals().achievedPerSecond()).isZero();
  }

  @Test
  void shouldReplayATraceFromFile() throws IOException {
    Path file = Files.writeString(folder.resolve("trace"), "0\n0\n1000000\n30000000\n");
    BenchConfig config = config("arrivals", "trace:" + file, "producers", "2");
    Measurement m = BenchRunner.run(new CountingTask(), config);
    assertWhole(m, config);
    assertThat(m.slowest().messages().stream().map(SlowMessage::intendedNs))
        .containsExactlyInAnyOrder(0L, 0L, 1_000_000L, 30_000_000L);
  }

  @Test
  void shouldTellItsListenerEachPhaseAndThread() {
    List<Phase> phases = new ArrayList<>();
    Map<String, Long> threads = new LinkedHashMap<>();
    BenchListener listener =
        new BenchListener() {
          @Override
          public void phase(Phase phase) {
            phases.add(phase);
          }

          @Override
          public void thread(String role, long osThreadId) {
            threads.put(role, osThreadId);
          }
        };
    BenchRunner.run(new CountingTask(), config("producers", "2"), listener);
    assertThat(phases).containsExactly(Phase.values());
    if (Crew.osThreadId() != Crew.NO_ID) {
      assertThat(threads).containsOnlyKeys("producer 0", "producer 1");
      assertThat(threads.get("producer 0")).isNotEqualTo(threads.get("producer 1"));
      assertThat(threads).doesNotContainValue(Crew.osThreadId());
    }
  }

  @Test
  void shouldRecordEachProbeOncePerMessageThatCounts() {
    CountingTask task =
        new CountingTask() {
          private Probe always = (id, ns) -> {};
          private Probe odd = (id, ns) -> {};

          @Override
          public void setUp(Bench bench) throws Exception {
            super.setUp(bench);
            always = bench.probe("always");
            odd = bench.probe("<odd>");
            assertThat(bench.probe("always")).isSameAs(always);
            bench.probe("never");
          }

          @Override
          public void send(long id) throws Exception {
            always.record(id, id);
            if (id % 2 == 1) {
              odd.record(id, 7);
              odd.record(id, -1);
            }
            super.send(id);
          }
        };
    Measurement m = run(task, "dispatch", "threads:2");
    assertAddsUp(m);
    assertThat(m.probes()).containsOnlyKeys("always", "<odd>", "never");
    Durations always = probe(m, "always");
    assertThat(always.count()).isEqualTo(m.totals().started());
    assertThat(always.minNs()).isEqualTo(Collections.min(task.measured));
    assertThat(always.maxNs()).isEqualTo(Collections.max(task.measured));
    assertThat(always.sumNs().longValueExact())
        .isEqualTo(task.measured.stream().mapToLong(id -> id).sum());
    long odd = task.measured.stream().filter(id -> id % 2 == 1).count();
    assertThat(probe(m, "<odd>").count()).isEqualTo(odd);
    assertThat(m.totals().faults().negativeProbes()).isEqualTo(odd);
    assertThat(probe(m, "never").count()).isZero();
  }

  private static Durations probe(Measurement m, String name) {
    return Objects.requireNonNull(m.probes().get(name));
  }

  @Test
  void shouldKeepWhatAProbeRecordsUntilTheTearDown() {
    AtomicLong first = new AtomicLong(-1);
    CountingTask task =
        new CountingTask() {
          private Probe late = (id, ns) -> {};

          @Override
          public void setUp(Bench bench) throws Exception {
            super.setUp(bench);
            late = bench.probe("late");
          }

          @Override
          public void tearDown() throws Exception {
            super.tearDown();
            first.set(Collections.min(measured));
            late.record(first.get(), 5);
          }
        };
    Measurement m = run(task);
    assertThat(probe(m, "late").count()).isEqualTo(1);
  }

  /** As tasks of JLBH make them: in the thread that takes the messages, at any time. */
  @ParameterizedTest
  @CsvSource({"0, 50ms", "200000, 50ms", "20000000, 50ms", "90000000, 50ms", "1000000, 0s"})
  void shouldTakeProbesThatAnotherThreadMakes(long afterNs, String warmup) throws Exception {
    int probes = 12;
    CountingTask task =
        new CountingTask() {
          private final BlockingQueue<Long> queue = new LinkedBlockingQueue<>();
          private final Thread consumer = new Thread(this::consume);

          @Override
          public void setUp(Bench bench) throws Exception {
            super.setUp(bench);
            consumer.start();
          }

          @Override
          public void send(long id) {
            queue.add(id);
          }

          private void consume() {
            long start = System.nanoTime();
            while (System.nanoTime() - start < afterNs) {
              Thread.onSpinWait();
            }
            List<Probe> made = new ArrayList<>();
            try {
              while (true) {
                long id = queue.take();
                if (made.size() < probes) {
                  made.add(bench().probe("probe " + made.size()));
                }
                made.get((int) (id % made.size())).record(id, 1_000 + id % made.size());
                bench().done(id);
              }
            } catch (InterruptedException e) {
              // the end
            }
          }

          @Override
          public void tearDown() throws Exception {
            consumer.interrupt();
            consumer.join();
          }
        };
    BenchConfig config = config("warmup", warmup, "duration", "200ms");

    Measurement m = BenchRunner.run(task, config);

    assertWhole(m, config);
    assertThat(m.probes()).hasSize(probes);
    assertThat(m.slowest().messages())
        .allSatisfy(slow -> assertThat(slow.probesNs()).hasSize(probes));
    assertThat(m.slowest().messages())
        .flatExtracting(SlowMessage::probesNs)
        .allMatch(ns -> ns == MessageRing.NO_PROBE || (ns >= 1_000 && ns < 1_000 + probes));
    assertThat(m.probes().values().stream().mapToLong(Durations::count).sum())
        .isEqualTo(m.totals().completed());
  }

  @Test
  void shouldTellWhenAMessageWasDueInTermsOfNanoTime() {
    List<Long> waits = Collections.synchronizedList(new ArrayList<>());
    CountingTask task =
        new CountingTask() {
          @Override
          public void send(long id) throws Exception {
            waits.add(System.nanoTime() - bench().dueNs(id));
            super.send(id);
          }
        };

    Measurement m = run(task);

    long longest = of(m, Kind.RESPONSE).maxNs();
    assertThat(m.failure()).isNull();
    assertThat(waits).allMatch(ns -> ns >= 0);
    assertThat(waits.subList(waits.size() - (int) m.totals().started(), waits.size()))
        .allMatch(ns -> ns <= longest);
  }

  @Test
  void shouldRefuseDurationsOfTwoClocks() {
    CountingTask task =
        new CountingTask() {
          private Probe probe = (id, ns) -> {};

          @Override
          public void setUp(Bench bench) throws Exception {
            super.setUp(bench);
            probe = bench.probe("mixed");
          }

          @Override
          public void send(long id) throws Exception {
            probe.record(id, System.currentTimeMillis() * 1_000_000 - bench().nanoTime());
            super.send(id);
          }
        };

    assertThat(Objects.requireNonNull(run(task).failure()).reason())
        .contains("probe mixed got", "two times are of different clocks");
  }

  @Test
  void shouldCountEndsThatEndNothing() {
    CountingTask task =
        new CountingTask() {
          @Override
          public void send(long id) throws Exception {
            super.send(id);
            bench().done(id);
            bench().done(-id);
            bench().done(id + 1_000_000);
          }
        };
    Measurement m = run(task);
    assertAddsUp(m);
    assertThat(m.totals().lost()).isZero();
    // message 0 is in the warm-up, so no -id is an id
    assertThat(m.totals().faults().refusedEnds()).isEqualTo(3 * m.totals().started());
  }

  @Test
  void shouldMeasureMessagesThatOtherThreadsEndOutOfOrder() {
    CountingTask task =
        new CountingTask() {
          private final List<Long> waiting = new ArrayList<>();

          @Override
          public void send(long id) {
            waiting.add(id);
            if (waiting.size() == 10) {
              Collections.reverse(waiting);
              List<Long> batch = List.copyOf(waiting);
              waiting.clear();
              new Thread(() -> batch.forEach(bench()::done)).start();
            }
          }
        };
    BenchConfig config = config("rate", "10k/s", "warmup", "0s", "duration", "100ms");
    assertThat(scheduled(config)).isEqualTo(1_000);
    assertWhole(BenchRunner.run(task, config), config);
  }

  @Test
  void shouldKeepTheSlowestMessagesWhole() {
    CountingTask task =
        new CountingTask() {
          private Probe probe = (id, ns) -> {};

          @Override
          public void setUp(Bench bench) throws Exception {
            super.setUp(bench);
            probe = bench.probe("id");
          }

          @Override
          public void send(long id) throws Exception {
            probe.record(id, id);
            super.send(id);
          }
        };
    Measurement m = run(task);
    long first = Collections.min(task.measured);
    assertThat(m.slowest().messages())
        .allSatisfy(slow -> {
          assertThat(slow.probesNs()).containsExactly(first + slow.index());
          assertThat(slow.intendedNs()).isEqualTo(slow.index() * 50_000);
          assertThat(slow.startNs()).isGreaterThanOrEqualTo(slow.intendedNs());
          assertThat(slow.endNs()).isGreaterThanOrEqualTo(slow.startNs());
          assertThat(m.slowest().threadNames().get(slow.threadId())).startsWith(Crew.THREAD_NAME);
        })
        .isSortedAccordingTo(Comparator.comparingLong(SlowMessage::responseNs).reversed());
  }

  @Test
  void shouldLeaveNoThreadAndNoHandlerBehind() throws InterruptedException {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    run(new CountingTask(), "dispatch", "threads:2", "producers", "2");
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(before);
    assertThat(OwnThreads.leftBehind()).isEmpty();
  }

  @Test
  void shouldAllocateNothingInTheThreadOfTheProducer() {
    List<Long> windows = new ArrayList<>(4);
    CountingTask task =
        new CountingTask() {
          private final List<Probe> probes = new ArrayList<>();
          private long count;
          private long from;

          @Override
          public void setUp(Bench bench) throws Exception {
            super.setUp(bench);
            probes.add(bench.probe("one"));
            probes.add(bench.probe("two"));
          }

          @Override
          public void send(long id) {
            for (int i = 0; i < probes.size(); i++) {
              probes.get(i).record(id, 1_000L * i);
            }
            bench().done(id);
            count++;
            // from one of the first messages that count to one of the last: each window has its
            // end of an interval
            if (count >= 30_000 && count <= 50_000 && count % WINDOW == 0) {
              long now = Allocation.ofThisThreadBytes();
              if (count > 30_000) {
                windows.add(now - from);
              }
              from = Allocation.ofThisThreadBytes();
            }
          }
        };
    run(task, "rate", "50k/s", "warmup", "500ms", "duration", "550ms");
    assertThat(windows).hasSize(4);
    // deoptimised code allocates objects once that compilation had removed
    assertThat(windows.stream().filter(bytes -> bytes > 0)).hasSizeLessThan(2);
    assertThat(windows).allMatch(bytes -> bytes < WINDOW);
  }

  @ParameterizedTest
  @CsvSource({"constant, 1", "poisson, 1", "burst:7, 1", "constant, 3"})
  void shouldSendAnExactNumberOfMessages(String arrivals, String producers) {
    Measurement m =
        run(new CountingTask(), "messages", "1234", "arrivals", arrivals, "producers", producers);

    assertAddsUp(m);
    assertThat(m.failure()).isNull();
    assertThat(m.totals().completed()).isEqualTo(1_234);
  }

  /** Durations without an id end the messages that they reach back to, from either start. */
  @ParameterizedTest
  @CsvSource({"true, false", "false, false", "true, true", "false, true"})
  void shouldEndMessagesByTheirDuration(boolean sinceDue, boolean elsewhere) {
    AtomicLong ended = new AtomicLong();
    BlockingQueue<Long> queue = new LinkedBlockingQueue<>();
    BenchTask task =
        new BenchTask() {
          private Bench bench;

          @Override
          public void setUp(Bench made) {
            bench = made;
            if (elsewhere) {
              Thread thread = new Thread(this::endAll, "ender");
              thread.setDaemon(true);
              thread.start();
            }
          }

          @Override
          public void send(long id) {
            long startNs = sinceDue ? bench.dueNs(id) : bench.startNs(id);
            if (elsewhere) {
              queue.add(startNs);
            } else {
              end(startNs);
            }
          }

          private void endAll() {
            try {
              while (true) {
                end(queue.take());
              }
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }

          private void end(long startNs) {
            long ns = System.nanoTime() - startNs;
            if (sinceDue ? bench.tookSinceDue(ns) : bench.tookSinceStart(ns)) {
              ended.incrementAndGet();
            }
          }
        };

    Measurement m = run(task, "messages", "5000", "rate", "50k/s", "warmup", "0s");

    assertAddsUp(m);
    assertThat(m.failure()).isNull();
    assertThat(m.totals().completed()).isEqualTo(5_000);
    assertThat(m.totals().faults().refusedEnds()).isZero();
    assertThat(ended).hasValue(5_000);
  }

  @Test
  void shouldCountDurationsThatEndNoMessage() {
    Measurement m =
        run(
            new BenchTask() {
              private Bench bench;

              @Override
              public void setUp(Bench made) {
                bench = made;
              }

              @Override
              public void send(long id) {
                long ns = System.nanoTime() - bench.dueNs(id);
                bench.tookSinceDue(ns);
                bench.tookSinceDue(ns);
                bench.tookSinceDue(-1);
              }
            },
            "messages",
            "100");

    assertThat(m.totals().completed()).isEqualTo(100);
    assertThat(m.totals().faults().refusedEnds()).isEqualTo(200);
  }

  @Test
  void shouldCallTheTaskInTheCallingThread() {
    Thread caller = Thread.currentThread();
    List<Thread> callers = Collections.synchronizedList(new ArrayList<>());
    Measurement m =
        BenchRunner.runHere(
            new CountingTask() {
              @Override
              public void send(long id) throws Exception {
                callers.add(Thread.currentThread());
                super.send(id);
              }
            },
            config("messages", "50"),
            Schedule.trace(new long[] {0, 5, 1_000_000}),
            BenchListener.NONE);

    assertThat(m.totals().completed()).isEqualTo(3);
    assertThat(callers).containsOnly(caller);
    refused(() ->
            BenchRunner.runHere(
                new CountingTask(), config("producers", "2"), null, BenchListener.NONE))
        .contains("one producer");
  }

  @Test
  void shouldCountSamplersDuringTheMeasuredLoadOnly() {
    Measurement m =
        run(
            new CountingTask() {
              private Bench own;

              @Override
              public void setUp(Bench bench) throws Exception {
                own = bench;
                super.setUp(bench);
                bench.sampler("early").accept(1);
              }

              @Override
              public void send(long id) throws Exception {
                own.sampler("late").accept(7);
                super.send(id);
              }
            },
            "messages",
            "300");

    assertThat(Objects.requireNonNull(m.probes().get("early")).count()).isZero();
    Durations late = Objects.requireNonNull(m.probes().get("late"));
    assertThat(late.count()).isEqualTo(300);
    assertThat(late.maxNs()).isEqualTo(7);
  }
}
