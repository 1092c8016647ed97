package dev.foliot.report.bench;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.WarmUpRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is said of a run in tables alone: its durations, its forks, and what it was run in. */
final class RunTables {
  private static final int MOST_KINDS = 60;
  private static final int MOST_DIFFERING = 12;
  private static final Set<String> OF_EACH_FORK = Set.of("seed", "start_nano_time");

  private final RunView run;

  RunTables(RunView run) {
    this.run = run;
  }

  /** Every kind of duration, as {@code run.json} sums it up. */
  Block durations(Group group, String id) {
    Set<String> kinds =
        new LinkedHashSet<>(List.of("response", "service", "lag", "backlog", "lateness"));
    for (ForkView fork : group.forks()) {
      fork.record().times().probes().keySet().forEach(name -> kinds.add(SummaryKey.probe(name)));
    }
    kinds.add("jitter");
    Rows rows = new Rows();
    rows.column(Cell.text(""));
    rows.numbers(Headline.heads(List.of(group)));
    kinds.stream()
        .limit(MOST_KINDS)
        .forEach(kind -> {
          List<Cell> row = new ArrayList<>();
          row.add(Cell.text(Foreign.name(kind)));
          for (String name : Headline.names(List.of(group))) {
            Spread spread = group.spread(kind, name);
            String range =
                group.forks().size() == 1 ? null : Units.interval(spread.min(), spread.max());
            row.add(Cell.ns(group.shown(kind, name), spread.median() == null ? null : range));
          }
          rows.row(row);
        });
    String claim =
        "The median over the forks, with their range below; max is the greatest of all forks. Lag"
            + " is backlog plus lateness; jitter is from the pause meter, which runs beside the"
            + " load.";
    return rows.table(id, "Every duration: " + group.name(), claim, "wide-table");
  }

  /** A line for each fork. */
  Block forks() {
    Rows rows =
        new Rows()
            .texts("fork", "verdict")
            .numbers(
                "achieved",
                "messages",
                "p50",
                "p99",
                "p99.9",
                "max",
                "stalls",
                "waited for CPU",
                "steal",
                "throttled",
                "collections")
            .numbers(tellsAllocation() ? List.of("allocated per message") : List.of())
            .texts("warm-up");
    run.forks().stream().map(this::fork).forEach(rows::row);
    return rows.table(
        run.key() + "-forks",
        "Forks",
        "Percentiles are of the response time. CPU, steal and throttling are of the measuring"
            + " threads during the measured load, as the kernel counts them.",
        "wide-table");
  }

  private List<Cell> fork(ForkView view) {
    ForkRecord fork = view.record();
    KernelView kernel = fork.kernel();
    WarmUpRecord warmUp = fork.warmUp();
    String verdict = fork.validity().verdict().toString();
    String reasons =
        fork.validity().reasons().stream()
            .limit(20)
            .map(Foreign::sentence)
            .collect(Collectors.joining("; "));
    String lost =
        fork.messages().lost() == 0 ? null : Units.count(fork.messages().lost()) + " lost";
    Long throttled = kernel.throttledNs();
    List<Cell> cells =
        new ArrayList<>(
            List.of(
                Cell.text(view.name(), of(fork), null),
                Cell.text(
                    verdict,
                    reasons.isEmpty() ? null : reasons,
                    "word " + verdict.toLowerCase(Locale.ROOT)),
                Cell.number(Units.rate(fork.messages().achievedPerS())),
                new Cell(
                    Units.count(fork.messages().completed()),
                    lost,
                    Long.toString(fork.messages().completed()),
                    null,
                    "n"),
                Cell.ns(fork.times().response().p50()),
                Cell.ns(fork.times().response().p99()),
                Cell.ns(fork.times().response().p999()),
                Cell.ns(fork.times().response().max()),
                Cell.number(Units.count(fork.pauses().stalls().size())),
                Cell.number(Units.share(kernel.runQueueWaitShare())),
                Cell.number(Units.share(kernel.stealShare())),
                Cell.ns(throttled),
                collections(fork.jvm().gc())));
    if (tellsAllocation()) {
      cells.add(allocated(fork.jvm().allocation()));
    }
    cells.add(Cell.text(warmUp == null ? Units.NONE : Foreign.text(warmUp.steadiness(), 40)));
    return cells;
  }

  private boolean tellsAllocation() {
    return run.forks().stream().anyMatch(fork -> fork.record().jvm().allocation() != null);
  }

  private static Cell collections(ForkRecord.@Nullable Gc gc) {
    if (gc == null) {
      return Cell.number(Units.NONE);
    }
    String time = gc.count() == 0 ? null : Units.shortDuration(gc.timeMs() * 1e6);
    return new Cell(Units.count(gc.count()), time, Long.toString(gc.count()), null, "n");
  }

  private static Cell allocated(ForkRecord.@Nullable Allocation allocation) {
    Double bytes = allocation == null ? null : allocation.bytesPerMessage();
    return Cell.number(bytes == null ? Units.NONE : Units.number(Math.rint(bytes)) + " B");
  }

  /** Of which arm and load, where there are several. */
  private @Nullable String of(ForkRecord fork) {
    List<String> parts = new ArrayList<>();
    if (run.run().arms().size() > 1) {
      parts.add(run.armName(fork.place().arm()));
    }
    List<LoadRecord> loads = run.run().loads();
    if (loads.size() > 1 && fork.loadIndex() < loads.size()) {
      parts.add(Foreign.text(loads.get(fork.loadIndex()).rate(), 40));
    }
    return parts.isEmpty() ? null : String.join(", ", parts);
  }

  /** The command, the arms, the loads, the machine, and the forks' conditions. */
  List<Block> environment() {
    RunRecord record = run.run();
    List<Block> blocks = new ArrayList<>();
    blocks.add(Facts.command(record));
    blocks.add(facts("run", "Run", Facts.run(record)));
    for (int i = 0; i < Math.min(record.arms().size(), 50); i++) {
      String title = record.arms().size() == 1 ? "Arm" : "Arm " + i + ": " + run.armName(i);
      blocks.add(facts("arm" + i, title, armFacts(record.arms().get(i))));
    }
    for (int i = 0; i < Math.min(record.loads().size(), 50); i++) {
      String title = record.loads().size() == 1 ? "Load" : "Load " + i;
      blocks.add(facts("load" + i, title, loadFacts(record.loads().get(i))));
    }
    blocks.add(facts("machine", "Machine", record.environment()));
    blocks.add(facts("conditions", "Same in all forks", conditions(true)));
    blocks.add(facts("differing", "Not the same in all forks", conditions(false)));
    return blocks;
  }

  private static Map<String, Object> armFacts(Arm arm) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("jdk", arm.jdk());
    facts.put("jdk_version", arm.jdkVersion());
    facts.put("jvm_args", arm.jvmArgs());
    facts.put("cpus", arm.cpus() == null ? "all" : arm.cpus());
    arm.params().forEach((name, value) -> facts.put("parameter " + name, value));
    return facts;
  }

  private static Map<String, Object> loadFacts(LoadRecord load) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("rate", load.rateText() + " (" + load.rate() + ")");
    facts.put("arrivals", load.arrivals());
    facts.put("seed", load.seed());
    facts.put("warmup", Units.shortDuration((double) load.warmupNs()));
    facts.put("duration", Units.shortDuration((double) load.durationNs()));
    facts.put("dispatch", load.dispatch());
    facts.put("producers", load.producers());
    facts.put("wait", load.waitMode());
    facts.put("timeout", Units.shortDuration((double) load.timeoutNs()));
    return facts;
  }

  private Map<String, Object> conditions(boolean same) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    Map<String, List<String>> byFork = new LinkedHashMap<>();
    for (ForkView fork : run.forks()) {
      fork.record()
          .conditions()
          .forEach((name, value) -> {
            values.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value);
            byFork
                .computeIfAbsent(name, n -> new ArrayList<>())
                .add(fork.number() + ": " + Foreign.text(value, 300));
          });
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    values.forEach((name, different) -> {
      boolean one =
          different.size() == 1
              && byFork.getOrDefault(name, List.of()).size() == run.forks().size();
      if (one && same) {
        facts.put(name, different.iterator().next());
      } else if (!one && !same && !OF_EACH_FORK.contains(name)) {
        List<String> each = byFork.getOrDefault(name, List.of());
        int shown = Math.min(MOST_DIFFERING, each.size());
        String more = each.size() > shown ? ", …" : "";
        facts.put(name, "fork " + String.join(", ", each.subList(0, shown)) + more);
      }
    });
    return facts;
  }

  private Block facts(String id, String title, Map<String, ?> facts) {
    return Facts.table(run.key() + "-" + id, title, facts);
  }
}
