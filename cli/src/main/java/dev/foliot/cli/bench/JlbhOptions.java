package dev.foliot.cli.bench;

import dev.foliot.benchrun.BenchProgress;
import dev.foliot.benchrun.BenchResult;
import dev.foliot.benchrun.JlbhPlan;
import dev.foliot.benchrun.JlbhRun;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.NameOption;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.store.Store;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Programs written for JLBH. */
final class JlbhOptions {
  private static final List<String> NOT_FOR_PROGRAMS =
      List.of(
          "--jmh",
          "--rate",
          "--arrivals",
          "--dispatch",
          "--producers",
          "--wait",
          "--warmup",
          "--duration",
          "--messages",
          "--timeout",
          "--find-rate",
          "--max-rate",
          "--max-forks",
          "--against",
          "--param",
          "--alloc",
          "--profile",
          "--explain",
          "--jvm-args",
          "--classes",
          "--git",
          "--build",
          "--detect",
          "--budget");

  @Option(
      names = "--jlbh",
      description =
          "CLASS is a program written for JLBH: run its main in each fork, with its own options.")
  private boolean jlbh;

  @Option(
      names = "--beside",
      paramLabel = "JAR",
      description =
          "With --jlbh: run the program with JLBH's own jar in turns, and compare both reports.")
  private @Nullable Path beside;

  boolean isGiven() {
    return jlbh;
  }

  /** JLBH's own jar, to run beside; null for none. */
  @Nullable Path beside() {
    return beside;
  }

  /** Refuses what goes with such a program only. */
  void mustNotStandAlone() {
    if (!jlbh && beside != null) {
      throw FoliotException.usage("--beside compares a program for JLBH: add --jlbh");
    }
  }

  /**
   * Refuses what does not go with such a program: its own options make its load, and each of its
   * measurements is a run of its own.
   */
  void check(CommandSpec spec, String program) {
    for (String option : NOT_FOR_PROGRAMS) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw FoliotException.usage(option + " does not go with --jlbh, see docs/guide/jlbh.md");
      }
    }
    if (program.isEmpty()) {
      throw FoliotException.usage("name the program's class, as in --jlbh com.example.MyTask");
    }
  }

  /** Runs the program; the result of each of its measurements is shown. */
  static int run(
      JlbhPlan plan, NameOption name, BenchComparisons comparisons, Foliot foliot, Store store)
      throws Exception {
    AtomicReference<String> doing = new AtomicReference<>("starting");
    ProgressLine line = new ProgressLine(foliot.console(), doing::get);
    try (line) {
      BenchProgress progress =
          new BenchProgress() {
            @Override
            public void forkStarts(Upcoming next) {
              doing.set("fork " + next.number() + " of " + next.of());
            }
          };
      return Interruption.during(cuts -> {
        JlbhRun run = new JlbhRun(plan, store, progress);
        cuts.accept(run::cancel);
        List<BenchResult> results = run.run();
        line.close();
        BenchOutput output = new BenchOutput(foliot, store, comparisons);
        int code = ExitCode.DONE;
        for (int i = 0; i < results.size(); i++) {
          BenchResult result = results.get(i);
          name.give(store, result.folder(), i == 0 ? "" : "-" + (i + 1));
          code = Math.max(code, output.show(result));
        }
        return code;
      });
    }
  }
}
