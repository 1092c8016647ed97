package dev.foliot.store.study;

import dev.foliot.store.CsvTable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service's own figures of its threads at one time: a line of {@code threads.csv}.
 *
 * @param atMs time from the start of the measured load, in milliseconds; negative before
 * @param size limit of the strategy's threads at this time, or null
 * @param threads number of threads; with virtual threads, those that run a task
 * @param running tasks that began and have not ended, including blocked ones
 * @param queued tasks that wait for a thread
 * @param completed tasks since the service started
 * @param rejected tasks rejected
 */
public record StudyThreads(
    double atMs,
    @Nullable Long size,
    long threads,
    long running,
    long queued,
    long completed,
    long rejected) {
  static final List<String> COLUMNS =
      List.of("at_ms", "size", "threads", "running", "queued", "completed", "rejected");

  static StudyThreads of(CsvTable.Row row) {
    return new StudyThreads(
        row.number("at_ms"),
        row.wholeOrNull("size"),
        row.whole("threads"),
        row.whole("running"),
        row.whole("queued"),
        row.whole("completed"),
        row.whole("rejected"));
  }

  List<@Nullable Object> row() {
    return Arrays.asList(atMs, size, threads, running, queued, completed, rejected);
  }
}
