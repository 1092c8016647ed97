package dev.foliot.store.demo;

import dev.foliot.store.Json;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.RunReason;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The additional file of a demo's run. Stateless. */
public final class DemoFiles {
  static final String DEMO_FILE = "demo.json";
  private static final String COMMAND = "demo";
  private static final String NONE = "none";
  private static final double NS = 1e9;

  private DemoFiles() {}

  /**
   * Stores a demo as a run without arms and forks; secrets are removed first.
   *
   * @param commandLine the words of the command
   * @param endedAt start, ISO 8601 in UTC
   * @param environment the machine's fingerprint
   * @throws dev.foliot.store.StoreException if the store is not writable; no part of it then
   *     remains
   */
  public static StoredRun write(
      Store store,
      DemoRecord demo,
      List<String> commandLine,
      String endedAt,
      Map<String, Object> environment) {
    DemoRecord kept = redacted(demo);
    return RunFolder.keep(
        store, COMMAND, DEMO_FILE, kept, id -> run(id, kept, commandLine, endedAt, environment));
  }

  private static RunRecord run(
      String id,
      DemoRecord demo,
      List<String> commandLine,
      String endedAt,
      Map<String, Object> environment) {
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(
            id,
            COMMAND,
            commandLine,
            demo.parts().stream().map(DemoPart::name).collect(Collectors.joining(", ")),
            demo.startedAt(),
            endedAt),
        new RunRecord.Setup(
            List.of(),
            List.of(
                new LoadRecord(
                    new LoadRecord.Schedule(0, NONE, NONE, 0),
                    0,
                    Math.round(demo.durationS() * NS),
                    new LoadRecord.Work(NONE, 0, NONE, 0),
                    null,
                    null)),
            environment),
        new RunRecord.Result(validity(demo), Map.of(), List.of(), null),
        List.of(),
        true);
  }

  /** The reliability of a demo: the worst of the parts that worked. */
  public static Validity validity(DemoRecord demo) {
    List<Validity> all = new ArrayList<>();
    for (DemoPart part : demo.parts()) {
      if (part.wasShown()) {
        all.add(part.validity().in(part.name()));
      }
    }
    return all.isEmpty()
        ? Validity.of(Verdict.INVALID, new RunReason.NothingShown())
        : Validity.worst(all);
  }

  /** A demo as stored: its sentences without secrets. A second redaction changes nothing. */
  public static DemoRecord redacted(DemoRecord demo) {
    return new DemoRecord(
        demo.schema(),
        demo.startedAt(),
        demo.durationS(),
        demo.parts().stream().map(DemoPart::redacted).toList());
  }

  /** Whether a run is a demo. */
  public static boolean isDemo(StoredRun run) {
    return Files.isRegularFile(run.path().resolve(DEMO_FILE));
  }

  /**
   * A run's demo.
   *
   * @throws dev.foliot.store.StoreException if it is missing, corrupt or too new
   */
  public static DemoRecord demo(StoredRun run) {
    return Json.read(run.path().resolve(DEMO_FILE), DemoRecord.class, DemoRecord.SCHEMA);
  }
}
