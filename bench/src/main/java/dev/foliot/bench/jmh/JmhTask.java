package dev.foliot.bench.jmh;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchParam;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A benchmark written for JMH. A message is a number of calls of its method.
 *
 * <p>Each thread that sends has states of its own. {@code @Setup} and {@code @TearDown} of level
 * {@code Iteration} surround the warm-up and the measured load, those of level {@code Invocation} a
 * call: the set-up of the next call follows the tear-down of this one, after its message has ended.
 */
public final class JmhTask implements BenchTask.SameThread {
  /** What {@link #COST} is about. */
  public static final int COST_CALLS = 1_000;

  /** The probe with the time of {@link #COST_CALLS} calls, at most {@link #MOST_COST_NS}. */
  public static final String COST = "jmh cost";

  /** A longer time is told as this. */
  public static final long MOST_COST_NS = 100_000_000;

  /** A probe with one value where calls have a set-up or a tear-down of their own. */
  public static final String ALONE = "jmh alone";

  private static final long COST_NS = 600_000_000;
  private static final long LONG_ENOUGH_NS = 10_000_000;
  private static final int MOST_CALLS = 1 << 28;

  @BenchParam private String type = "";
  @BenchParam private String method = "";

  /** The parameters of the benchmark, as {@link #values} reads them. */
  @BenchParam private String values = "";

  /** The calls of a message; 0 to find out what a call costs. */
  @BenchParam private int calls;

  /** Whether the thread that sets up also sends. */
  @BenchParam private boolean alone;

  private @Nullable Bench bench;
  private @Nullable JmhBenchmark benchmark;
  private @Nullable Probe cost;
  private @Nullable Probe isAlone;
  private final Map<Thread, JmhThread> threads = new ConcurrentHashMap<>();
  private final AtomicInteger begun = new AtomicInteger();

  @Override
  public void setUp(Bench harness) throws Exception {
    bench = harness;
    JmhBenchmark found = JmhBenchmark.of(type, method, values(values));
    benchmark = found;
    if (calls == 0) {
      cost = harness.probe(COST);
      isAlone = harness.probe(ALONE);
    }
    found.setUp();
    if (alone) {
      here();
    }
  }

  /** The calling thread, with its states. */
  private JmhThread here() throws Exception {
    JmhThread known = threads.get(Thread.currentThread());
    if (known != null) {
      return known;
    }
    JmhThread thread = benchmark().begin(begun.incrementAndGet());
    threads.put(Thread.currentThread(), thread);
    return thread;
  }

  private JmhBenchmark benchmark() {
    return Objects.requireNonNull(benchmark, "set up first");
  }

  @Override
  public void send(long id) throws Exception {
    Bench harness = Objects.requireNonNull(bench, "set up first");
    JmhThread thread = here();
    if (calls == 0) {
      findCost(id, thread, harness);
    } else {
      thread.call(calls);
    }
    harness.done(id);
    thread.called();
  }

  /** Calls twice as often, until the clock shows it well and the compilers had time. */
  private void findCost(long id, JmhThread thread, Bench harness) throws Exception {
    long beginNs = harness.nanoTime();
    long nowNs = beginNs;
    long tookNs = 0;
    int times = 1;
    do {
      long before = nowNs;
      thread.call(times);
      nowNs = harness.nanoTime();
      tookNs = nowNs - before;
      if (tookNs < LONG_ENOUGH_NS && times < MOST_CALLS && !thread.isFixedEachCall()) {
        times *= 2;
      } else if (thread.isFixedEachCall()) {
        thread.called();
        nowNs = harness.nanoTime();
      }
    } while (nowNs - beginNs < COST_NS);
    Probe costs = cost;
    Probe ofAlone = isAlone;
    if (costs != null && ofAlone != null) {
      costs.record(id, Math.min(MOST_COST_NS, Math.round((double) tookNs / times * COST_CALLS)));
      if (thread.isFixedEachCall()) {
        ofAlone.record(id, 1);
      }
    }
  }

  @Override
  public void warmedUp() throws Exception {
    endIteration();
    benchmark().iterate(Fixture.SET_UP);
    for (JmhThread thread : threads.values()) {
      thread.iterate(Fixture.SET_UP);
    }
  }

  @Override
  public void runComplete() throws Exception {
    endIteration();
  }

  private void endIteration() throws Exception {
    for (JmhThread thread : threads.values()) {
      thread.iterate(Fixture.TEAR_DOWN);
    }
    benchmark().iterate(Fixture.TEAR_DOWN);
  }

  @Override
  public void tearDown() throws Exception {
    for (JmhThread thread : threads.values()) {
      thread.end();
    }
    JmhBenchmark found = benchmark;
    if (found != null) {
      found.tearDown();
    }
  }

  /** The values of parameters by their names, from {@code name=value&name=value}, URL-encoded. */
  static Map<String, String> values(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : text.isEmpty() ? new String[0] : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      values.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
    }
    return values;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
