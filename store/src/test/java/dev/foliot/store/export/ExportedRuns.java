package dev.foliot.store.export;

import dev.foliot.store.Arm;
import dev.foliot.store.Examples;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.TaggedInterval;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reasons;
import dev.foliot.text.RunReason;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Stored runs to export, the same each time. */
final class ExportedRuns {
  private static final Instant START = Instant.parse("2026-11-01T10:00:00Z");
  private static final List<String> KINDS =
      List.of("response", "service", "lag", "backlog", "lateness", "jitter");

  private final RunFolder folder;
  private final Store store;
  private final List<Arm> arms;
  private final List<LoadRecord> loads;
  private int forks;
  private boolean hasRarest;

  private ExportedRuns(Path dir, List<Arm> arms, List<LoadRecord> loads) {
    store = new Store(dir, () -> START, new Random(7));
    folder = store.begin("bench");
    this.arms = arms;
    this.loads = loads;
  }

  static final Arm JDK_25 = new Arm("/opt/jdk-25", "25.0.1", List.of("-Xmx1g"), null);
  static final Arm JDK_17 = new Arm("/opt/jdk-17", "17.0.19", List.of(), null);

  static ExportedRuns with(Path dir, List<Arm> arms, List<LoadRecord> loads) {
    return new ExportedRuns(dir, arms, loads);
  }

  /** One arm, one load, two forks that count and one that does not. */
  static StoredRun usual(Path dir) {
    return with(dir, List.of(JDK_25), List.of(Examples.load(40_000, "40k/s")))
        .fork(0, 0, Verdict.VALID, List.of("put", "take"))
        .fork(0, 0, Verdict.INVALID, List.of("put", "take"))
        // The second probe was made first here.
        .fork(0, 0, Verdict.SUSPECT, List.of("take", "put"))
        .done();
  }

  /** Its later forks have what was asked for: p99.999, as great as p99, and the allocation. */
  ExportedRuns rarest() {
    hasRarest = true;
    return this;
  }

  ExportedRuns fork(int arm, int load, Verdict verdict, List<String> probes) {
    forks++;
    int number = forks;
    List<TaggedInterval> intervals = new ArrayList<>();
    Map<String, Percentiles> figures = new LinkedHashMap<>();
    long startMs = START.toEpochMilli() + number * 20_000L;
    for (String kind : KINDS) {
      figures.put(kind, record(intervals, kind, startMs, number * 1_000L + kind.length() * 10L));
    }
    Map<String, Percentiles> ofProbes = new LinkedHashMap<>();
    for (int i = 0; i < probes.size(); i++) {
      long base = number * 1_000L + probes.get(i).length();
      ofProbes.put(probes.get(i), record(intervals, "probe-" + i, startMs, base));
    }
    try (ForkFolder part = folder.beginFork(number)) {
      part.histograms(intervals);
      part.commit(record(arm, load, number, verdict, figures, ofProbes));
    }
    return this;
  }

  /** Two intervals of the warm-up and of the load, with a hundred values each. */
  private Percentiles record(List<TaggedInterval> intervals, String tag, long startMs, long base) {
    Histogram all = new Histogram(3);
    for (int i = -1; i < 2; i++) {
      Histogram one = new Histogram(3);
      for (int n = 0; n < 100; n++) {
        one.recordValue(base + n);
      }
      intervals.add(new TaggedInterval(i < 0 ? "warmup-" + tag : tag, startMs, i * 0.5, 0.5, one));
      if (i >= 0) {
        all.add(one);
      }
    }
    Map<String, @Nullable Long> values =
        Percentiles.usual(
            all.getValueAtPercentile(50),
            all.getValueAtPercentile(90),
            tag.equals("jitter") ? null : all.getValueAtPercentile(99));
    if (hasRarest) {
      values.put("p99_999", all.getValueAtPercentile(99));
    }
    return new Percentiles(
        "ns",
        all.getTotalCount(),
        new Percentiles.Range(base, base + 99, base + 49.5),
        values,
        Map.of("p99_9", new RunReason.NothingRecorded(), "p99_99", new RunReason.NothingRecorded()),
        Map.of(),
        Map.of());
  }

  private ForkRecord record(
      int arm,
      int load,
      int number,
      Verdict verdict,
      Map<String, Percentiles> figures,
      Map<String, Percentiles> probes) {
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(arm, load, number, START.plusSeconds(number).toString()),
        new ForkRecord.Messages(40_000, 200, 200, 200, 0, 0, 0, 0),
        Validity.of(verdict, Reasons.plain(verdict == Verdict.VALID ? List.of() : List.of("why"))),
        new ForkRecord.Times(
            of(figures, "response"),
            of(figures, "service"),
            of(figures, "lag"),
            of(figures, "backlog"),
            of(figures, "lateness"),
            probes),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(of(figures, "jitter"), "spin", List.of()),
            null,
            Map.of("java.vm.name", "OpenJDK 64-Bit Server VM", "java.vm.version", "25.0.1+9"),
            new KernelView(null, null, null, null, null, null, null, List.of()),
            hasRarest
                ? new ForkRecord.Jvm(null, ForkRecord.Allocation.of(200L * number, 200))
                : ForkRecord.Jvm.NONE),
        new ForkRecord.End(0, null));
  }

  private static Percentiles of(Map<String, Percentiles> figures, String kind) {
    @Nullable Percentiles found = figures.get(kind);
    return found == null ? Percentiles.empty("ns") : found;
  }

  StoredRun done() {
    return done("com.acme.Hop");
  }

  StoredRun done(String benchmark) {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= forks; i++) {
      names.add("fork-%03d".formatted(i));
    }
    folder.write(
        new RunRecord(
            RunRecord.SCHEMA,
            new RunRecord.Origin(
                folder.id(),
                "bench",
                List.of("bench", benchmark),
                benchmark,
                START.toString(),
                START.plusSeconds(90).toString()),
            new RunRecord.Setup(arms, loads, Map.of()),
            new RunRecord.Result(
                Validity.of(Verdict.SUSPECT, Reasons.plain(List.of("why"))),
                Map.of(),
                List.of(),
                null),
            names,
            true));
    return store.find(folder.id());
  }
}
