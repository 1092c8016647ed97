package dev.foliot.bench;

import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.HdrHistogram.SingleWriterRecorder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of recording for one thread: a duration, and a complete message, beside JLBH and
 * HdrHistogram.
 *
 * <p>All record the same {@link ServiceTimes}, in turn; {@link #loop} only fetches them. The bars:
 * a duration costs at most as much as {@link #jlbhSampleNanos}. A complete message (its five
 * durations, the accounting, the check for the slowest) costs at most twice that.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(5)
@Threads(1)
public class RecordingBenchmark {
  private static final int SLOTS = 1 << 14;
  private static final long HOUR_NS = 3_600_000_000_000L;
  private static final long GAP_NS = 25_000;
  private static final long LATENESS_NS = 40;

  private final ServiceTimes durations = new ServiceTimes(1);
  private final ServiceTimes backlogs = new ServiceTimes(2);
  private final MessageRing ring = new MessageRing(SLOTS, 1, 1);
  private final MessageRecorder recorder =
      new MessageRecorder(ring, 0, Long.MAX_VALUE / 2, 1 << 16);
  private final MessageRing foreign = new MessageRing(SLOTS, 1, 1);
  private final MessageRecorder foreignRecorder =
      new MessageRecorder(foreign, 0, Long.MAX_VALUE / 2, 1 << 16);
  private final ProbeRecorder probe = new ProbeRecorder("probe", 0, 2, () -> 0, new Stop());
  private final Counts counts = new Counts();
  private final Histogram histogram = new Histogram(HOUR_NS, 3);
  private final SingleWriterRecorder singleWriter = new SingleWriterRecorder(HOUR_NS, 3);
  private final Recorder multiWriter = new Recorder(HOUR_NS, 3);
  private final JLBH jlbh =
      new JLBH(
          new JLBHOptions()
              .warmUpIterations(1)
              .recordOSJitter(false)
              .jlbhTask(
                  new JLBHTask() {
                    @Override
                    public void init(JLBH unused) {}

                    @Override
                    public void run(long startTimeNs) {}
                  }));
  private final NanoSampler jlbhProbe = jlbh.addProbe("probe");
  private long id;

  /** Registers the probe, the ring and their thread. */
  @Setup
  public void open() {
    probe.keepIn(ring);
    probe.measureFrom(0);
    ring.own(0);
  }

  private long nextNs() {
    return durations.nextNs();
  }

  /** Fetches a duration without using it. */
  @Benchmark
  public long loop() {
    return nextNs();
  }

  /** Foliot's counts alone. */
  @Benchmark
  public void foliotCounts() {
    counts.record(nextNs());
  }

  /** One recorded duration: a probe, with its message. */
  @Benchmark
  public void foliotProbe() {
    probe.record(id++ & (SLOTS - 1), nextNs());
  }

  /** A complete message, ended by the thread that acts as its producer. */
  @Benchmark
  public void foliotMessage() {
    long intendedNs = id * GAP_NS;
    long startNs = intendedNs + LATENESS_NS;
    ring.begin(id, intendedNs, LATENESS_NS, startNs);
    ring.end(id, startNs + nextNs());
    reap();
  }

  /** A complete message that waits for the one before it. */
  @Benchmark
  public void foliotMessageBehind() {
    long intendedNs = id * GAP_NS;
    long startNs = intendedNs + backlogs.nextNs();
    ring.begin(id, intendedNs, 0, startNs);
    ring.end(id, startNs + nextNs());
    reap();
  }

  /**
   * A message in a pool of threads. It ends with an atomic operation, and each of the five kinds
   * has its own duration. One thread here; the cost of the hand-over belongs to the pool.
   */
  @Benchmark
  public void foliotMessageOfAPool() {
    long intendedNs = id * GAP_NS;
    long startNs = intendedNs + LATENESS_NS + backlogs.nextNs();
    foreign.begin(id, intendedNs, LATENESS_NS, startNs);
    foreign.end(id, startNs + nextNs());
    if (id >= Producer.KEEP_OPEN) {
      foreignRecorder.record(id - Producer.KEEP_OPEN);
    }
    id++;
  }

  /** Records as late as a producer does, because probes may come late. */
  private void reap() {
    if (id >= Producer.KEEP_OPEN) {
      recorder.record(id - Producer.KEEP_OPEN);
    }
    id++;
  }

  /** JLBH's end-to-end sample. */
  @Benchmark
  public void jlbhSampleNanos() {
    jlbh.sampleNanos(nextNs());
  }

  /** JLBH's probe. */
  @Benchmark
  public void jlbhProbe() {
    jlbhProbe.sampleNanos(nextNs());
  }

  /** HdrHistogram, for one thread. */
  @Benchmark
  public void hdrHistogram() {
    histogram.recordValue(nextNs());
  }

  /** HdrHistogram's recorder for one writer, which allows concurrent reads. */
  @Benchmark
  public void hdrSingleWriterRecorder() {
    singleWriter.recordValue(nextNs());
  }

  /** HdrHistogram's recorder for many writers. */
  @Benchmark
  public void hdrRecorder() {
    multiWriter.recordValue(nextNs());
  }
}
