package dev.foliot.bench;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Recorder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of recording into one place for several threads at once. JLBH is not included: its
 * sample does not support several threads and loses some.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(3)
@Threads(2)
public class SharedRecordingBenchmark {
  private static final long HOUR_NS = 3_600_000_000_000L;

  private final ThreadCounts owned = new ThreadCounts(64);
  private final SharedCounts shared = new SharedCounts();
  private final Recorder recorder = new Recorder(HOUR_NS, 3);

  /** Each thread's own durations. */
  @State(Scope.Thread)
  public static class Values {
    private final ServiceTimes durations = new ServiceTimes(1);

    long nextNs() {
      return durations.nextNs();
    }
  }

  /** Fetches a duration without using it. */
  @Benchmark
  public long loop(Values values) {
    return values.nextNs();
  }

  /** The first threads, which own their counts. */
  @Benchmark
  public void foliotOwned(Values values) {
    owned.record(values.nextNs());
  }

  /** All others, which share them: here the worst case, one stripe for all. */
  @Benchmark
  public void foliotShared(Values values) {
    shared.record(values.nextNs());
  }

  /** HdrHistogram's recorder for many writers. */
  @Benchmark
  public void hdrRecorder(Values values) {
    recorder.recordValue(values.nextNs());
  }
}
