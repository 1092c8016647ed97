package dev.foliot.bench;

import java.util.List;

/**
 * One of the slowest messages, whole. Times count from the start of the load.
 *
 * @param index the message's index in the schedule
 * @param intendedNs its intended start
 * @param latenessNs the harness's own error in starting it
 * @param startNs its actual start
 * @param endNs its end
 * @param threadId the thread that ended it
 * @param probesNs what each probe recorded of it last, -1 for nothing
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

  /** What a user waited. */
  public long responseNs() {
    return endNs - intendedNs;
  }
}
