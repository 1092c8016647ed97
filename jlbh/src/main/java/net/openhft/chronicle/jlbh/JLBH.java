package net.openhft.chronicle.jlbh;

import dev.foliot.bench.Bench;
import dev.foliot.bench.ClockCheck;
import dev.foliot.bench.NanoClock;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import net.openhft.chronicle.core.threads.EventLoop;
import net.openhft.chronicle.core.util.Histogram;
import net.openhft.chronicle.core.util.NanoSampler;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link JLBHTask} on a schedule that never moves, and measures it.
 *
 * <p>{@link #start} is called once and does everything in its own thread. The sampling methods may
 * be called by any thread. A sample ends the message whose start it reaches back to.
 */
public class JLBH implements NanoSampler {
  /** What a reading of the clock takes, in nanoseconds. */
  public static final int TIME_CALL_NANO_TIME =
      (int) Math.round(ClockCheck.of(NanoClock.system()).costNs());

  private final JLBHOptions options;
  private final PrintStream out;
  private final Consumer<JLBHResult> consumer;
  private final Map<String, Probe> probes = new LinkedHashMap<>();
  private @Nullable MeasuredResult result;

  /** The load that runs now. */
  private volatile @Nullable Bench bench;

  private volatile boolean aborted;

  /**
   * Prints to the standard output.
   *
   * @param jlbhOptions with a task
   */
  public JLBH(JLBHOptions jlbhOptions) {
    this(jlbhOptions, System.out, result -> {});
  }

  /**
   * Prints elsewhere, and hands the result on.
   *
   * @param jlbhOptions with a task
   * @param printStream takes the report
   * @param resultConsumer called once, before the task's {@code complete}
   */
  public JLBH(
      JLBHOptions jlbhOptions, PrintStream printStream, Consumer<JLBHResult> resultConsumer) {
    if (jlbhOptions.task == null) {
      throw new IllegalStateException("JLBHOptions without a task: call jlbhTask(...)");
    }
    this.options = jlbhOptions;
    this.out = printStream;
    this.consumer = resultConsumer;
  }

  /**
   * Returns the probe of this name, always the same one. May be called at any time by any thread.
   */
  public NanoSampler addProbe(String name) {
    synchronized (probes) {
      return probes.computeIfAbsent(
          name,
          key -> {
            Probe probe = new Probe();
            Bench now = bench;
            if (now != null) {
              probe.target = now.sampler(key);
            }
            return probe;
          });
    }
  }

  /** Measures: the warm-up, all runs, the report. Returns after the task's {@code complete}. */
  public void start() {
    new LoadPlayer(this, options, out).play();
  }

  /** Ends the load early. */
  public void abort() {
    aborted = true;
    Bench now = bench;
    if (now != null) {
      now.abort("the program called abort");
    }
  }

  /**
   * Not served.
   *
   * @throws UnsupportedOperationException always
   */
  public void eventLoopHandler(EventLoop eventLoop) {
    throw new UnsupportedOperationException(
        "Foliot does not run JLBH's event loops: call start() instead of eventLoopHandler()");
  }

  /**
   * Never called: Foliot has its own histogram.
   *
   * @throws UnsupportedOperationException always
   */
  protected Histogram createHistogram() {
    throw new UnsupportedOperationException(
        "Foliot has no histogram of Chronicle: make one with its constructor");
  }

  /** Ends a message, see {@link #sampleNanos}. */
  public void sample(long durationNs) {
    sampleNanos(durationNs);
  }

  /**
   * Ends the message that started this long ago. Calls during the warm-up do nothing.
   *
   * @param durationNs nanoseconds since the time that {@link JLBHTask#run} got
   */
  @Override
  public void sampleNanos(long durationNs) {
    Bench now = bench;
    if (now != null) {
      if (options.accountForCoordinatedOmission) {
        now.tookSinceDue(durationNs);
      } else {
        now.tookSinceStart(durationNs);
      }
    }
  }

  /** The percentiles of each run from end to end, in nanoseconds. */
  public List<double[]> percentileRuns() {
    MeasuredResult now = result;
    return now == null ? new ArrayList<>() : now.percentileRuns();
  }

  /** The percentiles of each run by probe, in nanoseconds. */
  public Map<String, List<double[]>> additionalPercentileRuns() {
    MeasuredResult now = result;
    return now == null ? Map.of() : now.probePercentileRuns();
  }

  /**
   * Prints the percentiles of several runs side by side.
   *
   * @param label of what is printed
   * @param percentileRuns in nanoseconds, as {@link #percentileRuns} returns them
   * @param appendable takes the text
   */
  public void printPercentilesSummary(
      String label, List<double[]> percentileRuns, Appendable appendable) {
    try {
      appendable.append(ResultText.summary(label, percentileRuns, options.skipsFirstRun()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isAborted() {
    return aborted;
  }

  /** Samples go to this load from now on; to none for null. */
  void attach(@Nullable Bench load) {
    synchronized (probes) {
      bench = load;
      probes.forEach((name, probe) -> probe.target = load == null ? null : load.sampler(name));
    }
  }

  void keep(MeasuredResult measured) {
    result = measured;
  }

  void handOn(MeasuredResult measured) {
    consumer.accept(measured);
  }

  /** A probe, which outlives the loads that it samples for. */
  private static final class Probe implements NanoSampler {
    private volatile @Nullable LongConsumer target;

    @Override
    public void sampleNanos(long durationNs) {
      LongConsumer now = target;
      if (now != null) {
        now.accept(durationNs);
      }
    }
  }
}
