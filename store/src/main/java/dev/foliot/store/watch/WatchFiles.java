package dev.foliot.store.watch;

import dev.foliot.store.Arm;
import dev.foliot.store.Json;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files of a watch's run, besides the logs of its JVMs. Stateless. */
public final class WatchFiles {
  /** The command of such runs. */
  public static final String COMMAND = "watch";

  /** What such a run watches. */
  public static final String WATCH_FILE = "watch.json";

  private static final String NONE = "none";

  private WatchFiles() {}

  /**
   * The record of a run.
   *
   * @param name which JVMs are watched
   * @param commandLine the words of the command
   * @param endedAt null while it watches
   */
  public static RunRecord run(
      String id,
      String name,
      List<String> commandLine,
      Instant startedAt,
      @Nullable Instant endedAt) {
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(
            id,
            COMMAND,
            commandLine,
            name,
            startedAt.toString(),
            endedAt == null ? null : endedAt.toString()),
        new RunRecord.Setup(
            List.of(new Arm("", "", List.of(), null)),
            List.of(
                new LoadRecord(
                    new LoadRecord.Schedule(0, NONE, NONE, 0),
                    0,
                    0,
                    new LoadRecord.Work(NONE, 0, NONE, 0),
                    null,
                    null)),
            Map.of()),
        new RunRecord.Result(Validity.valid(), Map.of(), List.of(), null),
        List.of(),
        endedAt != null);
  }

  /**
   * Replaces what a run watches, in one step.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(Path run, WatchRecord record) throws IOException {
    Json.write(run.resolve(WATCH_FILE), record);
  }

  /**
   * What a run watches.
   *
   * @throws StoreException if it is unreadable
   */
  public static WatchRecord read(StoredRun run) {
    return Json.read(run.path().resolve(WATCH_FILE), WatchRecord.class, WatchRecord.SCHEMA);
  }

  /** The log of a JVM of a run. */
  public static Path log(StoredRun run, WatchRecord.Jvm jvm) {
    return run.path().resolve(jvm.folder());
  }

  /**
   * The episodes of a JVM that lie in a time, as they were last known, in the order of their
   * beginnings.
   *
   * @param fromMs in milliseconds since 1970
   * @param toMs likewise
   */
  public static List<Episode> episodes(StoredRun run, WatchRecord.Jvm jvm, long fromMs, long toMs) {
    Map<Integer, Episode> all = new LinkedHashMap<>();
    WatchLogReader.read(
        log(run, jvm),
        fromMs,
        Long.MAX_VALUE / 2,
        frame -> {
          if (frame instanceof WatchFrame.Changed(long _, Episode episode)) {
            all.put(episode.number(), episode);
          }
        });
    List<Episode> within = new ArrayList<>();
    for (Episode episode : all.values()) {
      Long endMs = episode.endMs();
      if (episode.startMs() <= toMs && (endMs == null || endMs >= fromMs)) {
        within.add(episode);
      }
    }
    within.sort((a, b) -> Long.compare(a.startMs(), b.startMs()));
    return within;
  }
}
