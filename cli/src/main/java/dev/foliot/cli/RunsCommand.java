package dev.foliot.cli;

import dev.foliot.store.Json;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.fleet.FleetFiles;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code foliot runs}: what the store holds, the newest first. */
@Command(
    name = "runs",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Lists the runs in the store, the newest first.")
final class RunsCommand implements Callable<Integer> {
  private static final String SCHEMA = "foliot.runs/1";
  private static final String ROW = "%-4s %-20s %-8s %-40s %6s  %-8s %s%n";
  private static final int NAME_WIDTH = 40;

  private final Foliot foliot;

  RunsCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    Store store = Store.open(foliot.store());
    List<StoredRun> runs = store.runs();
    if (foliot.json()) {
      foliot.console().out().println(json(store, runs));
    } else {
      print(store, runs);
    }
    return ExitCode.DONE;
  }

  private void print(Store store, List<StoredRun> runs) {
    PrintStream out = foliot.console().out();
    if (runs.isEmpty()) {
      foliot.console().error("no runs in " + store.dir() + " yet; foliot bench makes one");
      return;
    }
    out.printf(ROW, "", "RUN", "COMMAND", "OF", "FORKS", "VERDICT", "");
    for (int i = 0; i < runs.size(); i++) {
      StoredRun stored = runs.get(i);
      String back = "@" + (i + 1);
      String problem = stored.problem();
      if (problem == null) {
        RunRecord run = stored.run();
        out.printf(
            ROW,
            back,
            Words.shown(run.id()),
            Words.shown(run.command()),
            Words.end(Words.shown(run.benchmark()), NAME_WIDTH),
            run.forks().isEmpty() && hasNoForks(stored) ? "-" : run.forks().size(),
            verdict(stored),
            run.complete() ? "" : "(incomplete)");
      } else {
        out.printf(ROW, back, Words.shown(stored.id()), "", "", "", "", Words.shown(problem));
      }
    }
  }

  private static boolean hasNoForks(StoredRun stored) {
    return DiagnosisFiles.isDiagnosis(stored)
        || FleetFiles.isFleet(stored)
        || DemoFiles.isDemo(stored);
  }

  /** How far a run's figures can be relied upon; of one without forks, what was found. */
  private static String verdict(StoredRun stored) {
    try {
      if (DiagnosisFiles.isDiagnosis(stored)) {
        return DiagnosisFiles.diagnosis(stored).headline();
      }
      if (FleetFiles.isFleet(stored)) {
        return FleetFiles.fleet(stored).headline();
      }
      if (DemoFiles.isDemo(stored)) {
        return DemoFiles.demo(stored).headline();
      }
    } catch (StoreException e) {
      return Words.shown(e.getMessage());
    }
    RunRecord run = stored.run();
    return run.forks().isEmpty() ? "-" : run.validity().verdict().toString();
  }

  private static String json(Store store, List<StoredRun> runs) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (StoredRun stored : runs) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("id", stored.id());
      one.put("path", stored.path().toString());
      String problem = stored.problem();
      if (problem == null) {
        RunRecord run = stored.run();
        one.put("command", run.command());
        one.put("benchmark", run.benchmark());
        one.put("started_at", run.startedAt());
        one.put("arms", run.arms());
        one.put("load", run.load());
        one.put("forks", run.forks().size());
        one.put("validity", run.validity());
        one.put("complete", run.complete());
      } else {
        one.put("problem", problem);
      }
      list.add(one);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("store", store.dir().toAbsolutePath().toString());
    json.put("runs", list);
    return Json.text(json);
  }
}
