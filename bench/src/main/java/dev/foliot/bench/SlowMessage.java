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

  /** A copy for this number of probes; those that the message had no room for have no duration. */
  SlowMessage withProbes(int probes) {
    List<Long> all = new ArrayList<>(probesNs.subList(0, Math.min(probes, probesNs.size())));
    while (all.size() < probes) {
      all.add(MessageRing.NO_PROBE);
    }
    return new SlowMessage(index, intendedNs, latenessNs, startNs, endNs, threadId, all);
  }

  /** The user's wait. */
  public long responseNs() {
    return endNs - intendedNs;
  }
}
