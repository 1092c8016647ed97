package dev.foliot.checks.peers.pool;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import org.HdrHistogram.Histogram;

/** Runs the load of a case on a pool, samples it every 10 ms, and reports its figures. */
final class Load {
  private static final long LOOK_NS = 10_000_000;
  private static final double NS_PER_S = 1e9;
  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_US = 1e3;

  private final Case load;
  private final Burn burn;
  private final Callers callers;
  private final int threadsBefore;
  private final Samples samples = new Samples();
  private final long beginNs;

  /**
   * A load on a pool.
   *
   * @param threadsBefore the number of threads before the pool was created
   */
  Load(Case load, Burn burn, ExecutorService pool, int threadsBefore) {
    this.load = load;
    this.burn = burn;
    this.callers = new Callers(pool, load.kind() == Kind.BURST);
    this.threadsBefore = threadsBefore + 1;
    this.beginNs = System.nanoTime();
  }

  /** Runs it to its end. */
  void run() {
    if (load.kind() == Kind.TURNS) {
      for (int i = 0; i < load.steps().size(); i++) {
        Step step = load.steps().get(i);
        callers.go(step.callers(), new Doing(step.work(), burn));
        look(load.firstS(i), () -> false);
      }
    }
    for (int i = 0; i < load.steps().size(); i++) {
      Step step = load.steps().get(i);
      Window window = new Window();
      callers.go(step.callers(), new Doing(step.work(), burn));
      switch (load.kind()) {
        case BURST -> burst(step);
        case RAMP -> ramp();
        case STEPS, TURNS -> look(step.warmUpS(), () -> false);
        case JMH -> throw new IllegalArgumentException("JMH brings its own load");
      }
      if (load.kind() != Kind.BURST) {
        window = new Window();
        look(step.measureS(), () -> false);
      }
      window.tell(i);
    }
  }

  private void burst(Step step) {
    look(load.limitS(), () -> callers.completed() >= step.callers());
    if (callers.completed() >= step.callers()) {
      HarnessResult.tell(0, Figure.SECONDS, (callers.lastEndNs() - beginNs) / NS_PER_S);
    } else {
      giveUp("all done", callers.completed() + " of " + step.callers() + " tasks");
    }
  }

  private void ramp() {
    if (look(load.limitS(), () -> samples.reached(load.perSecond()))) {
      HarnessResult.tell(0, Figure.SECONDS, (System.nanoTime() - beginNs) / NS_PER_S);
      look(load.steps().getFirst().warmUpS(), () -> false);
    } else {
      giveUp("full throughput", "its figures are those after that time");
    }
  }

  private void giveUp(String goal, String state) {
    HarnessResult.tellNote(goal + " not within " + Math.round(load.limitS()) + " s: " + state);
  }

  /** Samples until the time is over or the condition holds; returns whether it held. */
  private boolean look(double seconds, BooleanSupplier enough) {
    long untilNs = System.nanoTime() + (long) (seconds * NS_PER_S);
    while (System.nanoTime() - untilNs < 0) {
      LockSupport.parkNanos(Math.min(LOOK_NS, untilNs - System.nanoTime()));
      samples.add(
          new Sample(
              System.nanoTime() - beginNs,
              callers.completed(),
              callers.running(),
              Own.threads() - threadsBefore));
      if (enough.getAsBoolean()) {
        return true;
      }
    }
    return false;
  }

  /** The measurements between two times. */
  private final class Window {
    private final long fromNs = System.nanoTime();
    private final CpuUse cpu = new CpuUse();
    private final long fromCompleted = callers.completed();

    Window() {
      callers.waits(); // earlier records do not count
    }

    void tell(int step) {
      long tasks = callers.completed() - fromCompleted;
      long toNs = load.kind() == Kind.BURST ? callers.lastEndNs() : System.nanoTime();
      double cpuNs = cpu.ownNs();
      HarnessResult.tell(step, Figure.OTHERS, 100 * cpu.othersShare());
      Histogram waits = callers.waits();
      HarnessResult.tell(
          step,
          Figure.THROUGHPUT,
          load.kind() == Kind.RAMP
              ? samples.perSecond(fromNs - beginNs)
              : tasks / ((toNs - fromNs) / NS_PER_S));
      if (tasks > 0) {
        HarnessResult.tell(step, Figure.CPU_US, cpuNs / NS_PER_US / tasks);
        HarnessResult.tell(step, Figure.WAIT_P99_MS, waits.getValueAtPercentile(99) / NS_PER_MS);
      }
      long sinceNs = fromNs - beginNs;
      if (load.kind() != Kind.BURST) {
        // a burst has no steady state
        tellMedian(step, sinceNs, Figure.RUNNING, Sample::running);
        tellMedian(step, sinceNs, Figure.THREADS, Sample::threads);
      }
      HarnessResult.tell(step, Figure.RUNNING_PEAK, samples.most(Sample::running));
      HarnessResult.tell(step, Figure.THREADS_PEAK, samples.most(Sample::threads));
      HarnessResult.tell(step, Figure.RSS_MB, Own.rssMb());
    }

    private void tellMedian(int step, long sinceNs, Figure figure, ToIntFunction<Sample> what) {
      samples.median(sinceNs, what).ifPresent(median -> HarnessResult.tell(step, figure, median));
    }
  }
}
