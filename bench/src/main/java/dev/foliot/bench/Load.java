package dev.foliot.bench;

import java.util.List;

/**
 * The result of playing a load.
 *
 * @param outcomes one for each producer
 * @param firstId the id of its first message
 * @param startNs the clock's reading at its start
 * @param startEpochMs the same as a date
 * @param jvm activity of the collectors and compiler, and the allocation, during the load
 * @param refusedEnds calls of done that ended no message
 */
record Load(
    List<Producer.Outcome> outcomes,
    long firstId,
    long startNs,
    long startEpochMs,
    Measurement.JvmWork jvm,
    long refusedEnds) {
  static final Load NONE = new Load(List.of(), 0, 0, 0, Measurement.JvmWork.NONE, 0);

  Load with(long epochMs, Measurement.JvmWork facts, long refused) {
    return new Load(outcomes, firstId, startNs, epochMs, facts, refused);
  }

  long scheduled() {
    return outcomes.stream().mapToLong(o -> o.started() + o.unstarted()).sum();
  }

  /** The first unused id after this load, for a schedule with this number of producers. */
  long nextId(int producers) {
    long used = firstId + scheduled();
    return (used + producers - 1) / producers * producers;
  }
}
