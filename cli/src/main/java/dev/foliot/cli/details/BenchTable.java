package dev.foliot.cli.details;

import dev.foliot.benchrun.BenchResult;
import dev.foliot.cli.screen.Columns;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.run.ArmNames;
import dev.foliot.judgement.run.Sweep;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RateSearch;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Validity;
import dev.foliot.store.WarmUpRecord;
import dev.foliot.text.Numbers;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The result of a bench as a person reads it: a table for each fork, laid out as JLBH's users know
 * it, a summary over the forks, and the verdict with its reasons.
 */
public final class BenchTable {
  private static final String MAX = "max";
  private static final int NAME_WIDTH = 22;
  private static final int FIGURE_WIDTH = 11;
  private static final int SPREAD_WIDTH = 27;
  private static final int MOST_NOTES = 6;

  /** More tables than these nobody reads. */
  private static final int MOST_FORKS_OF_SWEEP = 6;

  private final PrintStream out;
  private final BenchResult result;
  private final List<String> percentiles;

  public BenchTable(PrintStream out, BenchResult result) {
    this.out = out;
    this.result = result;
    this.percentiles = result.run().shownPercentiles();
  }

  public void print() {
    RunRecord run = result.run();
    LoadRecord load = run.load();
    RateSearch search = run.rateSearch();
    boolean isSweep = run.loads().size() > 1 || search != null;
    boolean tellsForks = !isSweep || result.forks().size() <= MOST_FORKS_OF_SWEEP;
    out.println(
        BenchAnswer.of(run, result.forks(), NextCommands.after(run.commandLine())).sentence());
    out.println();
    out.printf(
        "%s%s: %s %s, dispatch %s, seed %d%n",
        Words.shown(run.benchmark()),
        params(run),
        search == null ? rates(run.loads()) : Words.shown(search.promise()),
        Words.shown(load.arrivals()),
        Words.shown(load.dispatch()),
        load.seed());
    if (tellsForks) {
      for (int i = 0; i < result.forks().size(); i++) {
        fork(i + 1, result.forks().get(i));
      }
    }
    if (search != null) {
      new SearchTable(out).print(result, search);
    } else if (isSweep) {
      sweep();
    } else if (result.forks().size() > 1) {
      summary();
    }
    notes();
    verdict(run.validity());
    if (tellsForks) {
      kernelLine();
    } else {
      out.printf(
          "each of the %d forks: foliot report %s%n", result.forks().size(), Words.shown(run.id()));
    }
    JvmLines.of(run, result.forks())
        .forEach((label, text) -> out.println(label + ": " + Words.shown(text)));
    ProfileLine.of(run).ifPresent(out::println);
    out.println("stored: " + Words.shown(run.id()) + " in " + result.folder());
  }

  /** The parameters where there is one combination of them; others stand with each fork. */
  private static String params(RunRecord run) {
    String params = run.combinations().size() > 1 ? "" : run.arms().getFirst().paramText();
    return params.isEmpty() ? "" : " with " + Words.shown(params);
  }

  private static String rates(List<LoadRecord> loads) {
    String lowest = loads.getFirst().rateText();
    return loads.size() == 1
        ? lowest
        : loads.size()
            + " rates from "
            + lowest
            + " to "
            + Numbers.rate(loads.getLast().ratePerS());
  }

  private void sweep() {
    List<Arm> arms = result.run().arms();
    for (int arm = 0; arm < arms.size(); arm++) {
      new SweepTable(out, Sweep.of(result.run(), result.forks(), arm), percentiles)
          .print(arms.size() < 2 ? "" : " of " + ArmNames.of(result.run(), arm));
    }
  }

  private void fork(int number, ForkRecord fork) {
    out.printf(
        "%nfork %d%s%s: %s, %s achieved, %s messages done%s%n",
        number,
        arm(fork),
        load(fork),
        fork.validity().verdict(),
        Numbers.rate(fork.messages().achievedPerS()),
        Numbers.count(fork.messages().completed()),
        fork.messages().lost() == 0 ? "" : ", " + Numbers.count(fork.messages().lost()) + " lost");
    if (fork.times().response().count() == 0) {
      return;
    }
    head("us", FIGURE_WIDTH);
    row("end to end", fork.times().response());
    fork.times().probes().forEach((name, figures) -> row("  " + name, figures));
    row("service", fork.times().service());
    row("backlog", fork.times().backlog());
    row("lateness", fork.times().lateness());
    row("OS jitter", fork.pauses().jitter());
    JvmLines.of(result.run(), List.of(fork))
        .forEach((label, text) -> out.println(label + ": " + Words.shown(text)));
  }

  private String arm(ForkRecord fork) {
    List<Arm> arms = result.run().arms();
    return arms.size() < 2 ? "" : " (" + ArmNames.of(result.run(), fork.place().arm()) + ")";
  }

  private String load(ForkRecord fork) {
    List<LoadRecord> loads = result.run().loads();
    return loads.size() < 2 ? "" : " at " + Numbers.rate(loads.get(fork.loadIndex()).ratePerS());
  }

  private void head(String unit, int width) {
    StringBuilder line = new StringBuilder(Columns.left(unit, NAME_WIDTH));
    percentiles.forEach(name -> line.append(Columns.right(SweepTable.head(name), width)));
    line.append(Columns.right(SweepTable.head(MAX), width));
    out.println(line);
  }

  private void row(String name, Percentiles figures) {
    StringBuilder line = new StringBuilder(Columns.left(Words.shown(name), NAME_WIDTH));
    for (String percentile : percentiles) {
      line.append(Columns.right(Numbers.micros(figures.value(percentile)), FIGURE_WIDTH));
    }
    line.append(Columns.right(Numbers.micros(figures.max()), FIGURE_WIDTH));
    out.println(line);
  }

  private void summary() {
    List<Arm> arms = result.run().arms();
    for (int arm = 0; arm < arms.size(); arm++) {
      out.printf(
          "%nover the forks%s: median (its 95 %% interval; for the worst, and for few forks, least"
              + " to greatest)%n",
          arms.size() < 2 ? "" : " of " + ArmNames.of(result.run(), arm));
      head("us", SPREAD_WIDTH);
      for (Map.Entry<SummaryKey, Map<String, Spread>> row : result.run().summary().entrySet()) {
        String name = row.getKey().isOf(arm) ? label(row.getKey().kind()) : null;
        if (name != null) {
          StringBuilder line = new StringBuilder(Columns.left(Words.shown(name), NAME_WIDTH));
          percentiles.forEach(
              one -> line.append(Columns.right(spread(row.getValue().get(one)), SPREAD_WIDTH)));
          line.append(Columns.right(spread(row.getValue().get(MAX)), SPREAD_WIDTH));
          out.println(line);
        }
      }
    }
  }

  private static @Nullable String label(String kind) {
    String probe = SummaryKey.probeOf(kind);
    return probe != null
        ? "  " + probe
        : switch (kind) {
          case SummaryKey.RESPONSE -> "end to end";
          case "jitter" -> "OS jitter";
          case SummaryKey.SERVICE -> kind;
          default -> null;
        };
  }

  private static String spread(@Nullable Spread spread) {
    if (spread == null || spread.median() == null) {
      return "-";
    }
    boolean bounded = spread.low() != null;
    return Numbers.micros(spread.median())
        + " ("
        + Numbers.micros(bounded ? spread.low() : spread.min())
        + " to "
        + Numbers.micros(bounded ? spread.high() : spread.max())
        + ")";
  }

  private void notes() {
    Map<String, Set<String>> missing = new LinkedHashMap<>();
    Set<String> notes = new TreeSet<>();
    for (ForkRecord fork : result.forks()) {
      fork.times()
          .response()
          .insufficient()
          .forEach((name, why) -> {
            if (percentiles.contains(name)) {
              missing.computeIfAbsent(name, n -> new TreeSet<>()).add(why);
            }
          });
      String note = fork.conditions().get("notes");
      if (note != null && !note.isEmpty()) {
        notes.add(note);
      }
    }
    List<String> lines = new ArrayList<>();
    if (result.run().rateSearch() == null && result.run().loads().size() > 1) {
      lines.add(
          "'-': the forks at that rate have fewer than ten episodes beyond it, or are INVALID");
    } else if (result.run().loads().size() == 1) {
      missing.forEach((name, whys) ->
          lines.add(
              "in single forks, end to end "
                  + name.replace('_', '.')
                  + ": "
                  + String.join("; ", whys)));
    }
    lines.addAll(late());
    lines.addAll(notes);
    result.forks().stream().map(ForkRecord::kernel).forEach(kernel -> lines.addAll(unseen(kernel)));
    if (!lines.isEmpty()) {
      out.println();
      lines.stream().distinct().limit(MOST_NOTES).forEach(l -> out.println("- " + Words.shown(l)));
    }
  }

  /** The forks that became steady only after the measured load had begun. */
  private List<String> late() {
    List<String> forks = new ArrayList<>();
    for (int i = 0; i < result.forks().size(); i++) {
      WarmUpRecord warmUp = result.forks().get(i).warmUp();
      Double fromMs = warmUp == null ? null : warmUp.steadyFromMs();
      if (fromMs != null && fromMs > 0) {
        forks.add("fork " + (i + 1) + " from " + Numbers.duration(fromMs * 1e6));
      }
    }
    return forks.isEmpty()
        ? List.of()
        : List.of(
            "steady only in the measured load, give a longer --warmup: "
                + String.join(", ", forks));
  }

  private static List<String> unseen(KernelView kernel) {
    return kernel.unavailable().stream().map(why -> "not seen: " + why).toList();
  }

  private void verdict(Validity validity) {
    out.printf("%n%s%n", validity.verdict());
    validity.reasons().forEach(reason -> out.println("- " + Words.shown(reason)));
  }

  /** What the machine did to the pacers, so that its jitter and ours can be told apart. */
  private void kernelLine() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < result.forks().size(); i++) {
      KernelView kernel = result.forks().get(i).kernel();
      if (kernel.runQueueWaitShare() != null) {
        lines.add(
            "fork %d: waited for a CPU %s of the time, %s switched off, steal %s"
                .formatted(
                    i + 1,
                    Numbers.percent(kernel.runQueueWaitShare(), 2),
                    kernel.involuntarySwitches() == null
                        ? "-"
                        : Numbers.count(kernel.involuntarySwitches()) + " times",
                    kernel.stealShare() == null ? "-" : Numbers.percent(kernel.stealShare(), 2)));
      }
    }
    if (!lines.isEmpty()) {
      out.println("the pacers, as the kernel saw them");
      lines.forEach(out::println);
    }
  }
}
