package dev.foliot.checks.peers.pool;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The cost of handing over an empty task. It comes from threads outside of the pool, or from its
 * own tasks.
 *
 * <p>An invocation waits for all of its tasks, because otherwise the queue would grow without end.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class EmptyTasks {
  /** Threads that submit from outside. */
  static final int PRODUCERS = 2;

  /** Tasks that submit each other. */
  static final int CHAINS = 64;

  private static final int BATCH = 1000;
  private static final int HOPS = 100;

  /** CPU time and tasks of the last iteration; the benchmark runs in this process. */
  private static volatile double cpuUsPerTask = Double.NaN;

  private static volatile double othersShare = Double.NaN;

  private final LongAdder tasks = new LongAdder();
  private CpuUse cpu = new CpuUse();

  /** The name of a {@link Body}. */
  @Param("FIXED")
  public String body = "FIXED";

  /** The size of a fixed pool. */
  @Param("2")
  public int size;

  private Executor pool = Runnable::run;

  /** JMH creates it. */
  public EmptyTasks() {}

  /** Runs the benchmark that the step names, and reports its figures. */
  static void run(Step step, Body body, int size) throws RunnerException {
    RunResult result =
        new Runner(
                new OptionsBuilder()
                    .include((EmptyTasks.class.getName() + "." + step.label()).replace(".", "\\."))
                    .param("body", body.name())
                    .param("size", Integer.toString(size))
                    .threads(step.callers() == PRODUCERS ? PRODUCERS : 1)
                    // this process is the fork
                    .forks(0)
                    .warmupIterations(1)
                    .warmupTime(time(step.warmUpS()))
                    .measurementIterations(1)
                    .measurementTime(time(step.measureS()))
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .runSingle();
    HarnessResult.tell(0, Figure.THROUGHPUT, result.getPrimaryResult().getScore());
    HarnessResult.tell(0, Figure.CPU_US, cpuUsPerTask);
    HarnessResult.tell(0, Figure.OTHERS, 100 * othersShare);
    HarnessResult.tell(0, Figure.RSS_MB, Own.rssMb());
  }

  private static TimeValue time(double seconds) {
    return TimeValue.milliseconds(Math.round(seconds * 1000));
  }

  /** Creates the pool, which ends with the process. */
  @Setup
  public void open() {
    pool = Body.valueOf(body).open(size);
  }

  /** Begins the count. */
  @Setup(Level.Iteration)
  public void begin() {
    tasks.reset();
    cpu = new CpuUse();
  }

  /** Ends the count. */
  @TearDown(Level.Iteration)
  public void end() {
    cpuUsPerTask = cpu.ownNs() / 1e3 / tasks.sum();
    othersShare = cpu.othersShare();
  }

  /** A batch of tasks from a thread outside of the pool. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void fromOutside() throws InterruptedException {
    CountDownLatch left = new CountDownLatch(BATCH);
    Runnable task = left::countDown;
    for (int i = 0; i < BATCH; i++) {
      pool.execute(task);
    }
    left.await();
    tasks.add(BATCH);
  }

  /** Chains of tasks; each submits the next. */
  @Benchmark
  @OperationsPerInvocation(CHAINS * HOPS)
  public void fromTasks() throws InterruptedException {
    CountDownLatch left = new CountDownLatch(CHAINS);
    for (int i = 0; i < CHAINS; i++) {
      pool.execute(new Chain(pool, left));
    }
    left.await();
    tasks.add(CHAINS * HOPS);
  }

  private static final class Chain implements Runnable {
    private final Executor pool;
    private final CountDownLatch left;
    private int hops = HOPS;

    Chain(Executor pool, CountDownLatch left) {
      this.pool = pool;
      this.left = left;
    }

    @Override
    public void run() {
      if (--hops > 0) {
        pool.execute(this);
      } else {
        left.countDown();
      }
    }
  }
}
