package dev.foliot.store.study;

import dev.foliot.store.CsvTable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a service's strategy at one moment, as the service tells: a line of {@code
 * threads.csv}.
 *
 * @param atMs from the start of the measured load, in milliseconds; below zero before
 * @param size how many threads the strategy may use now, null where nothing bounds it
 * @param threads how many there are; with virtual threads those that run a task
 * @param running tasks that have begun and not ended, blocked ones included
 * @param queued tasks that wait for a thread
 * @param completed tasks since the service started
 * @param rejected tasks that got none
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
