package dev.foliot.linux.perf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Collects the samples in a ring and counts losses. It ignores unknown record types, as the
 * kernel's documentation requires. For one thread.
 */
final class SampleSink implements RecordRing.Sink {
  // Types of records, from linux/perf_event.h.
  static final int LOST = 2;
  static final int SAMPLE = 9;
  static final int LOST_SAMPLES = 13;

  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

  private final PerfSampling sampling;
  private final RegisterSet set;
  private final int most;
  private final List<PerfSample> samples = new ArrayList<>();
  private long lost;

  /** Keeps at most {@code most} samples. */
  SampleSink(PerfSampling sampling, RegisterSet set, int most) {
    this.sampling = sampling;
    this.set = set;
    this.most = most;
  }

  @Override
  public void accept(int type, int misc, MemorySegment body) {
    switch (type) {
      case SAMPLE -> sample(misc, body);
      // u64 id; u64 lost
      case LOST -> lose(body, Long.BYTES);
      // u64 lost
      case LOST_SAMPLES -> lose(body, 0);
      default -> {}
    }
  }

  private void sample(int misc, MemorySegment body) {
    Optional<PerfSample> sample =
        samples.size() < most ? PerfSample.parse(misc, body, sampling, set) : Optional.empty();
    sample.ifPresentOrElse(samples::add, () -> lost++);
  }

  private void lose(MemorySegment body, long at) {
    long more = body.byteSize() < at + Long.BYTES ? 1 : body.get(WORD, at);
    // more than a long holds, and less than nothing, is a lie
    lost = more < 0 || lost + more < 0 ? Long.MAX_VALUE : lost + more;
  }

  /** The collected samples, in order. */
  List<PerfSample> samples() {
    return Collections.unmodifiableList(samples);
  }

  /** Number of samples lost (by the kernel's reports) or malformed. */
  long lost() {
    return lost;
  }
}
