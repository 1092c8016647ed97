package dev.foliot.store;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One of the slowest messages of a fork: a line of {@code slowest.csv}. Times count from the start
 * of the measured load; all numbers but the index and the thread's are nanoseconds.
 *
 * @param index in the schedule
 * @param times its times
 * @param threadId of the thread that ended it
 * @param thread its name, empty if unknown
 * @param probesNs the last duration of each probe, by its name; absent without one
 */
public record SlowestMessage(
    long index, Times times, long threadId, String thread, Map<String, Long> probesNs) {
  /** Prefix of a probe's column. */
  public static final String PROBE = "probe ";

  /** The probe of a load's requests: how long they were in the server, by its access log. */
  public static final String IN_SERVER = "in the server";

  static final CsvCodec<SlowestMessage> CODEC = CsvCodec.ofPrefix(SlowestMessage.class, PROBE);

  /** The columns of the file in order; probe columns follow. */
  public static final List<String> COLUMNS = CODEC.columns();

  /**
   * Its times.
   *
   * @param intendedNs intended start
   * @param startNs actual start
   * @param endNs end
   * @param responseNs end − intended start
   * @param serviceNs end − actual start
   * @param backlogNs the part of the lag caused by earlier messages
   * @param latenessNs the part of the lag caused by the harness itself
   */
  public record Times(
      long intendedNs,
      long startNs,
      long endNs,
      long responseNs,
      long serviceNs,
      long backlogNs,
      long latenessNs) {}

  /** Keeps a copy. */
  public SlowestMessage {
    Objects.requireNonNull(thread, "thread");
    probesNs = Copies.ordered(probesNs);
    Objects.requireNonNull(times, "times");
  }
}
