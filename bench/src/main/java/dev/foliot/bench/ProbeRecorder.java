package dev.foliot.bench;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Records durations in the counts of the phase, and with their messages. */
final class ProbeRecorder implements Probe {
  private final String name;
  private final int index;
  private final LongAdder negative = new LongAdder();
  private final ThreadCounts warmup;
  private final ThreadCounts measured;
  private volatile @Nullable MessageRing ring;

  /** The first id that counts; written before any such message is sent. */
  private long measuredFrom = Long.MAX_VALUE;

  ProbeRecorder(String name, int index, int cpus) {
    this.name = name;
    this.index = index;
    this.warmup = new ThreadCounts(cpus);
    this.measured = new ThreadCounts(cpus);
  }

  @Override
  public void record(long id, long ns) {
    if (ns < 0) {
      if (id >= measuredFrom) {
        negative.increment();
      }
      return;
    }
    (id < measuredFrom ? warmup : measured).record(ns);
    MessageRing messages = ring;
    if (messages != null) {
      messages.probe(id, index, ns);
    }
  }

  String name() {
    return name;
  }

  void keepIn(MessageRing messages) {
    ring = messages;
  }

  void measureFrom(long id) {
    measuredFrom = id;
  }

  long negative() {
    return negative.sum();
  }

  Durations read() {
    return measured.read();
  }
}
