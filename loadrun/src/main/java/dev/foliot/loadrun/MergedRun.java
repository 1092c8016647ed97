package dev.foliot.loadrun;

import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.judgement.run.RunValidity;
import dev.foliot.judgement.run.Summary;
import dev.foliot.linux.machine.Environment;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.driver.LoadMerge;
import dev.foliot.service.Jdk;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.load.LimitsRecord;
import dev.foliot.store.load.RequestFiles;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A load that several processes played in parts, put together and stored as one run. */
public final class MergedRun {
  private static final String COMMAND = "load";

  private MergedRun() {}

  /**
   * Puts parts together.
   *
   * @param parts in any order, at least one
   * @param assertions what must hold
   * @param commandLine the user's command line
   * @throws dev.foliot.text.FoliotException if two are the same part
   * @throws dev.foliot.store.StoreException if the store is not writable
   */
  public static LoadTestResult store(
      List<LoadPart> parts, List<LoadAssertion> assertions, List<String> commandLine, Store store) {
    LoadMerge merge = new LoadMerge(parts);
    LoadPlan plan = merge.plan();
    LoadResult result = merge.result();
    RunFolder folder = store.begin(COMMAND);
    String startedAt = Instant.ofEpochMilli(result.startEpochMs()).toString();
    List<LoadRecord> loads = new ArrayList<>();
    List<ForkRecord> forks = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int phase = 0; phase < result.phases().size(); phase++) {
      if (!plan.phases().get(phase).isMeasured()) {
        continue;
      }
      LoadRecords records =
          new LoadRecords(
              result, phase, merge.intervals(phase, result), ServerTimes.none(merge::traceId));
      int number = forks.size() + 1;
      ForkRecord fork = records.fork(loads.size(), number, startedAt, null);
      loads.add(LoadRecords.load(plan, phase));
      String name = plan.phases().get(phase).name();
      try (ForkFolder into = folder.beginFork(number)) {
        records.write(into, name);
        RequestFiles.write(into, records.requests(plan, name));
        into.commit(fork);
        names.add(into.name());
      }
      forks.add(fork);
    }
    if (!assertions.isEmpty()) {
      new LimitsRecord(assertions.stream().map(LoadAssertion::toString).toList()).write(folder);
    }
    Jdk jdk = Jdk.current();
    folder.write(
        new RunRecord(
            RunRecord.SCHEMA,
            new RunRecord.Origin(
                folder.id(),
                COMMAND,
                commandLine,
                result.target(),
                startedAt,
                Instant.now().toString()),
            new RunRecord.Setup(
                List.of(new Arm(jdk.home().toString(), jdk.version(), List.of(), null)),
                loads,
                Environment.read(Path.of("/"), ProcessHandle.current().pid())),
            new RunRecord.Result(
                RunValidity.of(forks, loads.stream().map(LoadRecord::rateText).toList()),
                Summary.of(forks, 1, loads.size()),
                List.of(),
                null),
            names,
            true));
    return LoadTestResult.read(store.find(folder.path().toString()), false);
  }
}
