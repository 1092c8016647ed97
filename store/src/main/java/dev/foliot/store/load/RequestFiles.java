package dev.foliot.store.load;

import dev.foliot.store.ForkFolder;
import dev.foliot.store.Json;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.series.LoadInterval;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The files of a load test's fork, in addition to those of every fork. Stateless. */
public final class RequestFiles {
  static final String FILE = "requests.json";
  private static final String SERIES_FILE = "requests.csv";

  private RequestFiles() {}

  /**
   * Writes it; call it before the fork's commit.
   *
   * @throws StoreException if it is not writable
   */
  public static void write(ForkFolder fork, RequestsRecord requests) {
    fork.json(FILE, requests);
  }

  /**
   * Writes the numbers of requests by time; call it before the fork's commit.
   *
   * @throws StoreException if the file is not writable
   */
  public static void writeSeries(ForkFolder fork, List<LoadInterval> series) {
    fork.table(SERIES_FILE, LoadInterval.COLUMNS, series.stream().map(LoadInterval::row).toList());
  }

  /**
   * A fork's requests; empty for a fork of no load test.
   *
   * @throws StoreException if the file is corrupt, too big or too new
   */
  public static Optional<RequestsRecord> read(StoredRun run, int fork) {
    Path file = run.forkPath(fork).resolve(FILE);
    return Files.exists(file)
        ? Optional.of(Json.read(file, RequestsRecord.class, RequestsRecord.SCHEMA))
        : Optional.empty();
  }
}
