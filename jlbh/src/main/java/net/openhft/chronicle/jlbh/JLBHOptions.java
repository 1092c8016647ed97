package net.openhft.chronicle.jlbh;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Rate;
import dev.foliot.bench.cpus.StartCpus;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a {@link JLBHTask} is put under load. Read when {@link JLBH} is made. */
public class JLBHOptions {
  private static final int USUAL_RUNS = 3;
  private static final int MOST_PER_S = 100_000_000;

  static {
    // before acquireLock, and before most tasks are made
    StartCpus.keep();
  }

  int throughput = 10_000;
  TimeUnit throughputUnit = TimeUnit.SECONDS;
  LatencyDistributor latencyDistributor = LatencyDistributors.NORMAL;
  boolean accountForCoordinatedOmission = true;
  boolean recordOsJitter = true;
  int jitterAboveNs = 1_000;
  boolean jitterAffinity;
  int warmUpIterations = 12_000;
  long iterations = 100_000;
  int runs = USUAL_RUNS;
  int pauseAfterWarmupMs;
  @Nullable Boolean skipFirstRun;
  long timeoutMs;
  @Nullable JLBHTask task;
  @Nullable Supplier<?> lock;

  /** The defaults: 10,000 messages a second, three runs of 100,000. */
  public JLBHOptions() {}

  /**
   * Sets the rate of arrivals.
   *
   * @param throughput messages a second
   */
  public JLBHOptions throughput(int throughput) {
    return throughput(throughput, TimeUnit.SECONDS);
  }

  /**
   * Sets the rate of arrivals.
   *
   * @param throughput messages in a unit of time
   * @param throughputUnit the unit
   */
  public JLBHOptions throughput(int throughput, TimeUnit throughputUnit) {
    this.throughput = throughput;
    this.throughputUnit = throughputUnit;
    return this;
  }

  /** Sets how the gaps between messages are drawn. */
  public JLBHOptions latencyDistributor(LatencyDistributor latencyDistributor) {
    this.latencyDistributor = latencyDistributor;
    return this;
  }

  /** Whether a message counts from the time at which it was due. If not, from its actual start. */
  public JLBHOptions accountForCoordinatedOmission(boolean accountForCoordinatedOmission) {
    this.accountForCoordinatedOmission = accountForCoordinatedOmission;
    return this;
  }

  /** The old spelling of {@link #accountForCoordinatedOmission}. */
  public JLBHOptions accountForCoordinatedOmmission(boolean accountForCoordinatedOmission) {
    return accountForCoordinatedOmission(accountForCoordinatedOmission);
  }

  /** The shortest stall of the JVM that is reported. */
  public JLBHOptions recordJitterGreaterThanNs(int recordJitterGreaterThanNs) {
    this.jitterAboveNs = recordJitterGreaterThanNs;
    return this;
  }

  /** Whether the stalls of the JVM are reported. */
  public JLBHOptions recordOSJitter(boolean recordOsJitter) {
    this.recordOsJitter = recordOsJitter;
    return this;
  }

  /** The number of calls of the task before anything is measured, back to back. */
  public JLBHOptions warmUpIterations(int warmUpIterations) {
    this.warmUpIterations = warmUpIterations;
    return this;
  }

  /** The number of runs in this JVM. */
  public JLBHOptions runs(int runs) {
    this.runs = runs;
    return this;
  }

  /** The number of messages of a run. */
  public JLBHOptions iterations(int iterations) {
    return iterations((long) iterations);
  }

  /** The number of messages of a run. */
  public JLBHOptions iterations(long iterations) {
    this.iterations = iterations;
    return this;
  }

  /** Sets the task. */
  public JLBHOptions jlbhTask(JLBHTask jlbhTask) {
    this.task = jlbhTask;
    return this;
  }

  /** A pause after the warm-up, in milliseconds. */
  public JLBHOptions pauseAfterWarmupMS(int pauseAfterWarmupMs) {
    this.pauseAfterWarmupMs = pauseAfterWarmupMs;
    return this;
  }

  /** Whether the first run is left out of the summary; by default with more than three runs. */
  public JLBHOptions skipFirstRun(boolean skip) {
    this.skipFirstRun = skip;
    return this;
  }

  /** Ignored, and said so: Foliot's pause meter has no CPU of its own. */
  public JLBHOptions jitterAffinity(boolean jitterAffinity) {
    this.jitterAffinity = jitterAffinity;
    return this;
  }

  /**
   * Called once after the warm-up, in the thread that measures. If what it returns can be closed,
   * it is closed at the end. Without it no CPU is taken.
   */
  public JLBHOptions acquireLock(Supplier<?> acquireLock) {
    this.lock = acquireLock;
    return this;
  }

  /**
   * The longest time for a message, after which the run ends.
   *
   * @param timeoutMs milliseconds; 0 for a minute
   */
  public JLBHOptions timeout(long timeoutMs) {
    this.timeoutMs = timeoutMs;
    return this;
  }

  boolean skipsFirstRun() {
    Boolean asked = skipFirstRun;
    return runs > 1 && (asked == null ? runs > USUAL_RUNS : asked);
  }

  /** The rate as a fraction. */
  Rate rate() {
    if (throughput < 1) {
      throw new BadOptionException("throughput must be above zero, not " + throughput);
    }
    if (throughput / (double) throughputUnit.toNanos(1) * TimeUnit.SECONDS.toNanos(1)
        > MOST_PER_S) {
      throw new BadOptionException(
          "throughput(" + throughput + ", " + throughputUnit + ") is above 100 million a second");
    }
    return new Rate(throughput, throughputUnit.toNanos(1));
  }

  /** The distribution's name. */
  String distribution() {
    return latencyDistributor instanceof Enum<?> named
        ? named.name()
        : latencyDistributor.getClass().getSimpleName();
  }

  /** The class of the program's own task. */
  static String nameOf(JLBHTask task) {
    return task instanceof NamedTask named ? named.name() : task.getClass().getName();
  }

  /** The load in words. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "JLBHOptions{throughput=%d/%s, distribution=%s, accountForCoordinatedOmission=%s,"
            + " warmUpIterations=%d, iterations=%d, runs=%d, skipFirstRun=%s}",
        throughput,
        throughputUnit,
        distribution(),
        accountForCoordinatedOmission,
        warmUpIterations,
        iterations,
        runs,
        skipsFirstRun());
  }
}
