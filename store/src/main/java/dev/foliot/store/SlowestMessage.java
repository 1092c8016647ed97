package dev.foliot.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One of the slowest messages of a fork: a line of {@code slowest.csv}. Times count from the start
 * of the measured load; all numbers but the index and the thread's are nanoseconds.
 *
 * @param index in the schedule
 * @param intendedNs intended start
 * @param startNs actual start
 * @param endNs end
 * @param responseNs end − intended start
 * @param serviceNs end − actual start
 * @param backlogNs the part of the lag caused by earlier messages
 * @param latenessNs the part of the lag caused by the harness itself
 * @param threadId of the thread that ended it
 * @param thread its name, empty if unknown
 * @param probesNs the last duration of each probe, by its name; absent without one
 */
public record SlowestMessage(
    long index,
    long intendedNs,
    long startNs,
    long endNs,
    long responseNs,
    long serviceNs,
    long backlogNs,
    long latenessNs,
    long threadId,
    String thread,
    Map<String, Long> probesNs) {
  /** The columns of the file in order; probe columns follow. */
  public static final List<String> COLUMNS =
      List.of(
          "index",
          "intended_ns",
          "start_ns",
          "end_ns",
          "response_ns",
          "service_ns",
          "backlog_ns",
          "lateness_ns",
          "thread_id",
          "thread");

  /** Prefix of a probe's column. */
  public static final String PROBE = "probe ";

  /** Keeps a copy. */
  public SlowestMessage {
    Objects.requireNonNull(thread, "thread");
    probesNs = Copies.ordered(probesNs);
  }

  static List<SlowestMessage> of(CsvTable table) {
    List<String> probes = table.columnsFrom(PROBE);
    return table.rows().stream().map(row -> of(row, probes)).toList();
  }

  private static SlowestMessage of(CsvTable.Row row, List<String> probes) {
    Map<String, Long> probesNs = new LinkedHashMap<>();
    for (String probe : probes) {
      Long ns = row.wholeOrNull(probe);
      if (ns != null) {
        probesNs.put(probe.substring(PROBE.length()), ns);
      }
    }
    return new SlowestMessage(
        row.whole("index"),
        row.whole("intended_ns"),
        row.whole("start_ns"),
        row.whole("end_ns"),
        row.whole("response_ns"),
        row.whole("service_ns"),
        row.whole("backlog_ns"),
        row.whole("lateness_ns"),
        row.whole("thread_id"),
        row.text("thread"),
        probesNs);
  }
}
