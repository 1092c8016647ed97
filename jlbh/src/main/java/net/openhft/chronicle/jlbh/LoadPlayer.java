package net.openhft.chronicle.jlbh;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchFailedException;
import dev.foliot.bench.BenchListener;
import dev.foliot.bench.BenchRunner;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.Phase;
import dev.foliot.bench.Schedule;
import dev.foliot.jlbh.ClosedPackages;
import dev.foliot.jlbh.Program;
import dev.foliot.jlbh.Reports;
import dev.foliot.jlbh.RunSequence;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Plays the loads of one {@link JLBH}, in the calling thread. */
final class LoadPlayer implements BenchTask {
  private static final long NS_PER_MS = 1_000_000;
  private static final long USUAL_TIMEOUT_NS = 60_000_000_000L;
  private static final int MOST_DRAWN = 50_000_000;
  private static final double SECOND_NS = 1e9;

  private final JLBH jlbh;
  private final JLBHOptions options;
  private final JLBHTask task;
  private final PrintStream out;
  private final ResultText text;
  private final List<Measurement> measured = new ArrayList<>();
  private @Nullable AutoCloseable lock;

  /** The load that runs now; the producer's thread alone reads it. */
  private @Nullable Bench bench;

  LoadPlayer(JLBH jlbh, JLBHOptions options, PrintStream out) {
    this.jlbh = jlbh;
    this.options = options;
    this.task = Objects.requireNonNull(options.task);
    this.out = out;
    this.text = new ResultText(options);
  }

  /** Plays everything, once. */
  void play() {
    Program.begin();
    Program.ONE_LOAD.lock();
    try {
      playAlone();
    } finally {
      Program.ONE_LOAD.unlock();
      Program.end();
    }
  }

  private void playAlone() {
    Reports reports = Program.reports();
    BenchConfig config = config(options.iterations);
    int first = options.skipsFirstRun() ? 1 : 0;
    int counted = options.runs - first;
    reports.begins(
        JLBHOptions.nameOf(task),
        options.distribution(),
        !options.accountForCoordinatedOmission,
        config(Math.multiplyExact(options.iterations, counted)));
    try {
      warmUp(reports.listener());
      for (int run = 0; run < options.runs && !isOver(); run++) {
        Measurement one =
            BenchRunner.runHere(this, config, schedule(), new Phases(reports.listener(), run));
        measured.add(one);
        out.print(text.run(measured.size(), one));
        out.flush();
      }
      jlbh.attach(null);
      release();
    } catch (BenchFailedException | BadOptionException e) {
      jlbh.attach(null);
      reports.failed(String.valueOf(e.getMessage()), e);
      throw e;
    } catch (RuntimeException | Error e) {
      jlbh.attach(null);
      reports.failed(ClosedPackages.remedy(e) + "the task threw " + e, e);
      throw e;
    }
    if (measured.isEmpty()) {
      reports.failed("the program called abort in its warm-up", new IllegalStateException());
      task.complete();
      return;
    }
    MeasuredResult result = new MeasuredResult(measured, options);
    jlbh.keep(result);
    out.print(text.summary(result));
    out.flush();
    // before the task completes: it may end the JVM there
    List<Measurement> kept =
        measured.subList(Math.min(first, measured.size() - 1), measured.size());
    reports.measured(noted(RunSequence.of(kept)));
    jlbh.handOn(result);
    task.complete();
    Measurement.Failure failure = measured.get(measured.size() - 1).failure();
    if (failure != null && !jlbh.isAborted()) {
      throw new IllegalStateException(failure.reason());
    }
  }

  /** Adds how the run differs from JLBH's. */
  private Measurement noted(Measurement one) {
    List<String> notes = text.differences(one);
    if (notes.isEmpty()) {
      return one;
    }
    Measurement.Conditions conditions = one.conditions();
    List<String> all = new ArrayList<>(conditions.notes());
    all.addAll(notes);
    return new Measurement(
        one.totals(),
        one.durations(),
        one.probes(),
        one.jitter(),
        one.series(),
        one.slowest(),
        new Measurement.Conditions(
            conditions.grantedCpus(),
            conditions.waitMode(),
            conditions.clock(),
            conditions.work(),
            conditions.jvm(),
            conditions.jvmArguments(),
            all),
        one.failure());
  }

  private boolean isOver() {
    return jlbh.isAborted()
        || (!measured.isEmpty() && measured.get(measured.size() - 1).failure() != null);
  }

  private BenchConfig config(long messages) {
    if (options.iterations < 1 || options.runs < 1) {
      throw new BadOptionException(
          "JLBHOptions: iterations and runs must be above zero, not "
              + options.iterations
              + " and "
              + options.runs);
    }
    Map<String, String> load = new HashMap<>();
    load.put("rate", options.rate().toString());
    load.put("messages", Long.toString(messages));
    load.put("warmup", "0s");
    load.put("waitMode", "spin");
    load.put("jitter", Program.jitter().toString());
    long timeoutNs = options.timeoutMs > 0 ? options.timeoutMs * NS_PER_MS : USUAL_TIMEOUT_NS;
    load.put("timeout", timeoutNs / 1000 + "us");
    return BenchConfig.DEFAULT.with(load);
  }

  /** Calls the task back to back, as JLBH does; samples do not count. */
  private void warmUp(BenchListener listener) {
    listener.phase(Phase.SET_UP);
    task.init(jlbh);
    listener.phase(Phase.WARM_UP);
    long startNs = System.nanoTime();
    for (int i = 0; i < options.warmUpIterations && !jlbh.isAborted(); i++) {
      task.run(System.nanoTime());
    }
    if (options.warmUpIterations > 0) {
      out.printf(
          "Warm up complete (%d iterations took %.3f s)%n",
          options.warmUpIterations, (System.nanoTime() - startNs) / SECOND_NS);
    }
    acquire();
    task.warmedUp();
    pause();
    text.ignored(jlbh.getClass()).forEach(out::println);
  }

  private void acquire() {
    Object acquired = options.lock == null ? null : options.lock.get();
    lock = acquired instanceof AutoCloseable closeable ? closeable : null;
  }

  private void release() {
    AutoCloseable held = lock;
    lock = null;
    try {
      if (held != null) {
        held.close();
      }
    } catch (Exception e) {
      out.println("the lock of acquireLock cannot be released: " + e);
    }
  }

  private void pause() {
    if (options.pauseAfterWarmupMs <= 0) {
      return;
    }
    try {
      Thread.sleep(options.pauseAfterWarmupMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      jlbh.abort();
    }
  }

  /**
   * The times of a run's messages; null for equal gaps. Gaps that the program draws are drawn
   * before the run, and stretched so that their mean is the one asked for.
   */
  private @Nullable Schedule schedule() {
    LatencyDistributor gaps = options.latencyDistributor;
    if (gaps == LatencyDistributors.NORMAL) {
      return null;
    }
    if (options.iterations > MOST_DRAWN) {
      throw new BadOptionException(
          "at most " + MOST_DRAWN + " iterations with a latencyDistributor other than NORMAL");
    }
    double meanNs = options.rate().meanGapNs();
    long askedNs = Math.round(meanNs);
    long[] timesNs = new long[(int) options.iterations];
    long lastNs = 0;
    for (int i = 1; i < timesNs.length; i++) {
      lastNs += Math.max(0, gaps.apply(askedNs));
      timesNs[i] = lastNs;
    }
    double stretch = lastNs == 0 ? 1 : meanNs * (timesNs.length - 1) / lastNs;
    for (int i = 0; i < timesNs.length; i++) {
      timesNs[i] = Math.round(timesNs[i] * stretch);
    }
    return Schedule.trace(timesNs);
  }

  @Override
  public void setUp(Bench load) {
    bench = load;
    jlbh.attach(load);
  }

  @Override
  public void send(long id) {
    Bench load = Objects.requireNonNull(bench);
    task.run(options.accountForCoordinatedOmission ? load.dueNs(id) : load.startNs(id));
  }

  @Override
  public void runComplete() {
    task.runComplete();
  }

  @Override
  public void tearDown() {
    jlbh.attach(null);
  }

  /** Makes one measurement of several runs: the first counted one begins it, the last ends it. */
  private final class Phases implements BenchListener {
    private final BenchListener whole;
    private final int run;

    Phases(BenchListener whole, int run) {
      this.whole = whole;
      this.run = run;
    }

    @Override
    public void phase(Phase phase) {
      boolean first = run == (options.skipsFirstRun() ? 1 : 0);
      boolean last = run == options.runs - 1;
      if ((phase == Phase.MEASURE && first) || (phase == Phase.MEASURED && last)) {
        whole.phase(phase);
      }
    }

    @Override
    public void thread(String role, long osThreadId) {
      whole.thread(role, osThreadId);
    }
  }
}
