package dev.foliot.store.diagnosis;

import dev.foliot.store.Copies;
import java.util.List;

/**
 * The slow side takes more, and none of the counters that were read says why.
 *
 * @param metric that shows it, such as {@code cycles per instruction}
 * @param times ratio of slow to fast, above 1
 * @param wouldSay events that would tell known causes apart, best first
 */
public record CounterUnexplained(String metric, double times, List<String> wouldSay) {
  /** Keeps a copy. */
  public CounterUnexplained {
    metric = Copies.unicode(metric);
    Copies.finite(times, "times");
    wouldSay = List.copyOf(wouldSay);
  }
}
