package dev.foliot.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * One of the slowest messages, with all its times. Times count from the start of the load.
 *
 * @param index the message's index in the schedule
 * @param intendedNs its intended start
 * @param latenessNs the harness's own error at its start
 * @param startNs its actual start
 * @param endNs its end
 * @param threadId the thread that ended it
 * @param probesNs the last duration of each probe, -1 if it has none
 */
public record SlowMessage(
    long index,
    long intendedNs,
    long latenessNs,
    long startNs,
    long endNs,
    long threadId,
    List<Long> probesNs) {
  /** Keeps a copy. */
  public SlowMessage {
    probesNs = List.copyOf(probesNs);
  }

  /** The same with a place for more probes, which have no duration of this message. */
  SlowMessage withProbes(int count) {
    if (probesNs.size() == count) {
      return this;
    }
    List<Long> all = new ArrayList<>(probesNs);
    while (all.size() < count) {
      all.add(MessageRing.NO_PROBE);
    }
    return new SlowMessage(index, intendedNs, latenessNs, startNs, endNs, threadId, all);
  }

  /** The user's wait. */
  public long responseNs() {
    return endNs - intendedNs;
  }
}
