package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Records durations in the counts of the phase, and with their messages. */
final class ProbeRecorder implements Probe {
  /** A duration that is shorter is not longer than the bench has run. */
  private static final long PLAUSIBLE_NS = 100_000_000;

  private final String name;
  private final int index;
  private final NanoClock clock;
  private final Stop stop;
  private final LongAdder negative = new LongAdder();
  private final ThreadCounts warmup;
  private final ThreadCounts measured;
  private volatile @Nullable MessageRing ring;

  /** The first id that counts; written before any such message is sent. */
  private long measuredFrom = Long.MAX_VALUE;

  /**
   * @param clock counts from the start of the bench
   */
  ProbeRecorder(String name, int index, int cpus, NanoClock clock, Stop stop) {
    this.name = name;
    this.index = index;
    this.clock = clock;
    this.stop = stop;
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
    if (ns > PLAUSIBLE_NS && ns > clock.nanoTime()) {
      stop.ask(
          "probe %s got %.3g s, longer than this JVM's bench has run: its two times are of different clocks; read both from bench.nanoTime()"
              .formatted(Shown.text(name), ns / 1e9));
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
