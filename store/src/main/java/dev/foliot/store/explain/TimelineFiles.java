package dev.foliot.store.explain;

import dev.foliot.store.ForkFolder;
import dev.foliot.store.Json;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file of a fork's timeline. Stateless. */
public final class TimelineFiles {
  static final String FILE = "timeline.json";

  private TimelineFiles() {}

  /**
   * Writes it; call it before the fork's commit.
   *
   * @throws StoreException if it is not writable
   */
  public static void write(ForkFolder fork, TimelineRecord timeline) {
    fork.json(FILE, timeline);
  }

  /**
   * A fork's timeline; empty for a fork of an older version, or of another kind.
   *
   * @throws StoreException if the file is corrupt, too big or too new
   */
  public static Optional<TimelineRecord> read(StoredRun run, int fork) {
    Path file = run.forkPath(fork).resolve(FILE);
    return Files.exists(file)
        ? Optional.of(Json.read(file, TimelineRecord.class, TimelineRecord.SCHEMA))
        : Optional.empty();
  }
}
