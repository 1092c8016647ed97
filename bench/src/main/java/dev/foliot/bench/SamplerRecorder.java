package dev.foliot.bench;

import java.util.concurrent.atomic.LongAdder;

/** Records the durations of a {@link Sampler} while the measured load runs. */
final class SamplerRecorder implements Sampler {
  private final String name;
  private final Probes probes;
  private final LongAdder negative = new LongAdder();
  private final ThreadCounts measured;

  SamplerRecorder(String name, Probes probes, int cpus) {
    this.name = name;
    this.probes = probes;
    this.measured = new ThreadCounts(cpus);
  }

  @Override
  public void record(long ns) {
    if (!probes.isMeasuring()) {
      return;
    }
    if (ns < 0) {
      negative.increment();
    } else {
      measured.record(ns);
    }
  }

  String name() {
    return name;
  }

  long negative() {
    return negative.sum();
  }

  Durations read() {
    return measured.read();
  }
}
