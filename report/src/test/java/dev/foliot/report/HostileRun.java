package dev.foliot.report;

import dev.foliot.store.Arm;
import dev.foliot.store.Few;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RateSearch;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.WarmUpRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.explain.TimelineFiles;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run that has something evil in every field that holds a text. */
public final class HostileRun {
  /** What a field says: markup that would run, escape sequences, marks that turn text, length. */
  public static final String EVIL =
      "</title></script></style><script>document.documentElement.dataset.hacked=1</script>"
          + "<img src=x onerror=\"document.title='hacked'\">\" onload='document.title=\"hacked\"'"
          + " -->]]>\u001b[31m\u001b]0;title\u0007\u202e\u2066\u200f\u2028\u0000 ${1} $unsafe{1} "
          + "W".repeat(10_000);

  private HostileRun() {}

  public static StoredRun write(Path dir) throws IOException {
    RunFolder folder = Store.open(dir.resolve("hostile")).begin("bench");
    for (int number = 1; number <= 3; number++) {
      SimulatedFork simulated = new SimulatedFork(number, 500, 1, SimulatedFork.USUAL_S);
      try (ForkFolder part = folder.beginFork(number)) {
        simulated.write(part);
        ForkRecord record = simulated.record(number % 2, 0, number);
        TimelineFiles.write(part, timeline(record));
        part.commit(fork(record));
      }
    }
    folder.write(run(folder.id()));
    StoredRun run = Store.open(dir.resolve("hostile")).find(folder.id());
    for (int number : run.forkNumbers()) {
      Path slowest = run.forkPath(number).resolve("slowest.csv");
      String evil = '"' + EVIL.replace("\"", "\"\"") + '"';
      List<String> lines = Files.readAllLines(slowest).subList(0, 40);
      String text =
          String.join("\n", lines)
              .replace("probe parse", evil.replaceFirst("\"", "\"probe "))
              .replace(",worker,", "," + evil + ",");
      Files.writeString(slowest, text + "\n");
    }
    return run;
  }

  private static TimelineRecord timeline(ForkRecord good) {
    return new TimelineRecord(
        TimelineRecord.SCHEMA,
        List.of(
            new TimelineSource(EVIL, 1_000_000, 10_000, null),
            new TimelineSource(EVIL + "2", 0, 0, EVIL)),
        SimulatedFork.stops(good, EVIL),
        0);
  }

  private static ForkRecord fork(ForkRecord good) {
    Map<String, Percentiles> probes = new LinkedHashMap<>();
    good.times().probes().forEach((name, figures) -> probes.put(EVIL + name, figures(figures)));
    return new ForkRecord(
        good.schema(),
        new ForkRecord.Place(good.place().arm(), good.place().load(), good.place().fork(), EVIL),
        new ForkRecord.Messages(
            good.messages().achievedPerS(),
            good.messages().scheduled(),
            good.messages().started(),
            good.messages().completed(),
            0,
            0,
            0,
            0),
        Validity.of(Verdict.SUSPECT, Reasons.plain(List.of(EVIL, EVIL + "2"))),
        new ForkRecord.Times(
            figures(good.times().response()),
            figures(good.times().service()),
            figures(good.times().lag()),
            figures(good.times().backlog()),
            figures(good.times().lateness()),
            probes),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(figures(good.times().response()), EVIL, good.pauses().stalls()),
            new WarmUpRecord(EVIL, -1_000.0, List.of(-1e300, 1e300)),
            Map.of(EVIL, EVIL, "same", EVIL, "differs", EVIL + good.place().fork()),
            new KernelView(0.1, 1L, 1L, 1L, 0.1, 1L, 1L, Reasons.plain(List.of(EVIL))),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(0, EVIL));
  }

  private static Percentiles figures(Percentiles good) {
    return new Percentiles(
        EVIL,
        good.count(),
        new Percentiles.Range(good.min(), good.max(), good.mean()),
        Percentiles.usual(good.p50(), good.p90()),
        Map.of(
            "p99",
            new Reason.Plain(EVIL),
            "p99_9",
            new Reason.Plain(EVIL),
            EVIL,
            new Reason.Plain(EVIL)),
        Map.of(EVIL, new Few(1, 1)),
        Map.of());
  }

  private static RunRecord run(String id) {
    LoadRecord load =
        new LoadRecord(
            new LoadRecord.Schedule(2_000, EVIL, EVIL, 7),
            2_000_000_000L,
            10_000_000_000L,
            new LoadRecord.Work(EVIL, 1, EVIL, 1),
            null,
            null);
    Arm arm = new Arm(EVIL, EVIL, List.of(EVIL, EVIL), EVIL);
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put(EVIL, EVIL);
    environment.put("nested", Map.of(EVIL, List.of(EVIL, Map.of(EVIL, EVIL))));
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(id, "bench", List.of(EVIL, "'", EVIL), EVIL, EVIL, EVIL),
        new RunRecord.Setup(List.of(arm, arm), List.of(load, load), environment),
        new RunRecord.Result(
            Validity.of(Verdict.SUSPECT, Reasons.plain(List.of(EVIL, EVIL))),
            Map.of(
                SummaryKey.parse(EVIL),
                Map.of(EVIL, new Spread(1L, 1L, 1L)),
                SummaryKey.parse("response"),
                Map.of()),
            List.of(),
            new RateSearch(EVIL, EVIL, 1, 1.0, 1.0, 2.0, EVIL)),
        List.of("fork-001", "fork-002", "fork-003"),
        false);
  }

  public static ComparisonRecord comparison() {
    return new ComparisonRecord(
        EVIL,
        new ComparisonRecord.Decision(ComparisonVerdict.UNDECIDED, EVIL, -5),
        new ComparisonRecord.Side(EVIL, 9, 9, EVIL, -1, List.of()),
        new ComparisonRecord.Side(EVIL, 9, 9, EVIL, 1, List.of()),
        new ComparisonRecord.Figures(
            List.of(
                new ComparisonRecord.Percentile(
                    EVIL,
                    new ComparisonRecord.Change(ComparisonVerdict.UNDECIDED, 0.0, -1.0, 1e300, 1L),
                    1L,
                    1L,
                    EVIL),
                new ComparisonRecord.Percentile(
                    EVIL,
                    new ComparisonRecord.Change(ComparisonVerdict.UNDECIDED, 1e-300, 5.0, 2.0, 1L),
                    1L,
                    1L,
                    EVIL)),
            new ComparisonRecord.Sustained(
                ComparisonVerdict.UNDECIDED, 1e300, -1.0, 1e-300, 1L, -5, 1e300),
            List.of(new ComparisonRecord.Difference(EVIL, EVIL, EVIL))),
        Validity.of(Verdict.INVALID, Reasons.plain(List.of(EVIL))),
        null,
        EVIL);
  }
}
