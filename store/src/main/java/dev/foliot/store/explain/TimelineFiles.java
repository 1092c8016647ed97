package dev.foliot.store.explain;

import dev.foliot.store.ForkFolder;
import dev.foliot.store.Json;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The files of a fork's timeline, and of what a flight recording adds to it. Stateless. */
public final class TimelineFiles {
  static final String FILE = "timeline.json";
  static final String RECORDED = "recorded.json";

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
   * A fork's timeline; empty for a fork of another kind.
   *
   * @throws StoreException if the file is corrupt, too big or too new
   */
  public static Optional<TimelineRecord> read(StoredRun run, int fork) {
    Path file = run.forkPath(fork).resolve(FILE);
    return Files.exists(file)
        ? Optional.of(Json.read(file, TimelineRecord.class, TimelineRecord.SCHEMA))
        : Optional.empty();
  }

  /**
   * Writes what a flight recording showed; call it before the fork's commit.
   *
   * @throws StoreException if it is not writable
   */
  public static void write(ForkFolder fork, RecordedStops recorded) {
    fork.json(RECORDED, recorded);
  }

  /**
   * What a flight recording of a fork showed; nothing of a fork without one.
   *
   * @throws StoreException if the file is corrupt, too big or too new
   */
  public static RecordedStops recorded(StoredRun run, int fork) {
    Path file = run.forkPath(fork).resolve(RECORDED);
    return Files.exists(file)
        ? Json.read(file, RecordedStops.class, RecordedStops.SCHEMA)
        : RecordedStops.NONE;
  }
}
