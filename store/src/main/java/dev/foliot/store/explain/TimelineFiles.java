package dev.foliot.store.explain;

import dev.foliot.store.ForkFolder;
import dev.foliot.store.Json;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.load.ServerFiles;
import dev.foliot.store.load.ServerRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
   * A fork's timeline; of a load of an older version the pauses of its server. Empty for a fork of
   * another kind.
   *
   * @throws StoreException if the file is corrupt, too big or too new
   */
  public static Optional<TimelineRecord> read(StoredRun run, int fork) {
    Path file = run.forkPath(fork).resolve(FILE);
    return Files.exists(file)
        ? Optional.of(Json.read(file, TimelineRecord.class, TimelineRecord.SCHEMA))
        : ServerFiles.read(run, fork).flatMap(TimelineFiles::ofOlder);
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

  /** Before there were timelines, a server's pauses were in its own file. */
  private static Optional<TimelineRecord> ofOlder(ServerRecord server) {
    if (server.pauses().isEmpty()) {
      return Optional.empty();
    }
    List<Stop> stops =
        server.pauses().stream()
            .map(pause ->
                new Stop(
                    pause.fromNs(),
                    pause.toNs(),
                    pause.lengthNs(),
                    0,
                    switch (pause.kind()) {
                      case GC -> StopKind.GC_PAUSE;
                      case SAFEPOINT -> StopKind.SAFEPOINT;
                      case THROTTLED -> StopKind.THROTTLING;
                    },
                    ""))
            .toList();
    return Optional.of(
        new TimelineRecord(
            TimelineRecord.SCHEMA,
            List.of(new TimelineSource("pauses of the server", 0, 0, null)),
            stops,
            0));
  }
}
