package dev.foliot.apps;

import dev.foliot.apps.json.JsonWriter;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** How much too late answers left. Thread-safe; figures may differ by an answer. */
final class Lateness {
  private final LongAdder count = new LongAdder();
  private final LongAdder sumNs = new LongAdder();
  private final LongAccumulator maxNs = new LongAccumulator(Math::max, 0);

  void add(long lateNs) {
    count.increment();
    sumNs.add(lateNs);
    maxNs.accumulate(lateNs);
  }

  void write(JsonWriter json, String name) {
    long answers = count.sum();
    json.object(name)
        .field("unit", "ns")
        .field("count", answers)
        .field("mean", answers == 0 ? Double.NaN : (double) sumNs.sum() / answers)
        .field("max", maxNs.get())
        .endObject();
  }
}
