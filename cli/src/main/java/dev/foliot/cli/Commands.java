package dev.foliot.cli;

import dev.foliot.cli.audit.AuditCommand;
import dev.foliot.cli.bench.BenchCommand;
import dev.foliot.cli.demo.DemoCommand;
import dev.foliot.cli.diagnose.CountersCommand;
import dev.foliot.cli.diagnose.DiagnoseCommand;
import dev.foliot.cli.diagnose.DoctorCommand;
import dev.foliot.cli.fleet.FleetCommand;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.load.LoadCommand;
import dev.foliot.cli.runs.CompareCommand;
import dev.foliot.cli.runs.ExplainCommand;
import dev.foliot.cli.runs.ExportCommand;
import dev.foliot.cli.runs.ReportCommand;
import dev.foliot.cli.runs.RunsCommand;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.study.StudyCommand;
import dev.foliot.cli.watch.WatchCommand;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** All commands of Foliot. Stateless. */
final class Commands {
  private Commands() {}

  /** Runs a command line and answers its exit code. Nothing is thrown. */
  static int execute(String[] args, Console console) {
    return line(args, console).execute(args);
  }

  /** The command line that executes such words. */
  static CommandLine line(String[] args, Console console) {
    return Foliot.line(args, console, foliot -> of(args, foliot));
  }

  /**
   * The one that the first word names, else all: reading the options of all takes 60 to 100 ms of
   * CPU more, which a diagnosis beside a busy JVM should not cost.
   */
  private static Collection<Supplier<Object>> of(String[] args, Foliot foliot) {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    all.put("demo", () -> new DemoCommand(foliot));
    all.put("bench", () -> new BenchCommand(foliot));
    all.put("load", () -> new LoadCommand(foliot));
    all.put("study", () -> new StudyCommand(foliot));
    all.put("diagnose", () -> new DiagnoseCommand(foliot));
    all.put("watch", () -> new WatchCommand(foliot));
    all.put("fleet", () -> FleetCommand.line(foliot));
    all.put("compare", () -> new CompareCommand(foliot));
    all.put("explain", () -> new ExplainCommand(foliot));
    all.put("counters", () -> CountersCommand.line(foliot));
    all.put("report", () -> new ReportCommand(foliot));
    all.put("runs", () -> RunsCommand.line(foliot));
    all.put("doctor", () -> new DoctorCommand(foliot));
    all.put("export", () -> new ExportCommand(foliot));
    all.put("audit", () -> new AuditCommand(foliot));
    Supplier<Object> named = args.length == 0 ? null : all.get(args[0]);
    if (named != null) {
      return List.of(named);
    }
    all.put("help", () -> new HelpCommand(foliot));
    all.put("completion", () -> new CompletionCommand(foliot));
    return all.values();
  }
}
