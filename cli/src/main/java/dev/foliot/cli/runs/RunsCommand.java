package dev.foliot.cli.runs;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.FleetAnswer;
import dev.foliot.store.Json;
import dev.foliot.store.RunLabel;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code foliot runs}: what the store holds, the newest first. */
@Command(
    name = "runs",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "[COMMAND]",
    description =
        "Lists the runs in the store, the newest first; draws them over time; names and deletes"
            + " them.",
    footer = {
      "",
      "Examples:",
      "  foliot runs",
      "  foliot runs --page",
      "  foliot runs name @1 before-upgrade",
      "  foliot runs delete @3 @4",
      "  foliot runs prune --keep 20 --older 30d"
    })
public final class RunsCommand implements Callable<Integer> {
  private static final String SCHEMA = "foliot.runs/1";
  private static final int MOST_ROWS = 20;
  private static final int NAME_WIDTH = 28;
  private static final int WIDTH_WITH_PARAMS = 24;
  private static final int SHORTEST_NAME = 10;
  private static final int PARAMS_WIDTH = 15;
  private static final int MOST_PROBLEMS = 3;

  @Mixin private final HistoryOptions history = new HistoryOptions();

  private final Foliot foliot;

  RunsCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  /** The command with its subcommands. */
  public static CommandLine line(Foliot foliot) {
    return new CommandLine(new RunsCommand(foliot))
        .addSubcommand(new RunsNameCommand(foliot))
        .addSubcommand(new RunsNoteCommand(foliot))
        .addSubcommand(new RunsDeleteCommand(foliot))
        .addSubcommand(new RunsPruneCommand(foliot));
  }

  @Override
  public Integer call() {
    if (history.asked()) {
      history.print(foliot);
      return ExitCode.DONE;
    }
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
    if (runs.isEmpty()) {
      foliot.console().error("no runs in " + store.dir() + " yet; foliot bench makes one");
      return;
    }
    int shown = foliot.details() ? runs.size() : Math.min(MOST_ROWS, runs.size());
    boolean hasNotes =
        foliot.details() && runs.stream().limit(shown).anyMatch(run -> !note(run).isEmpty());
    List<String> heads =
        new ArrayList<>(List.of("|", "|run", "<name", "|command", "<verdict", "size", "age"));
    if (hasNotes) {
      heads.add("<note");
    }
    TextTable table = new TextTable(heads);
    Map<String, String> problems = new LinkedHashMap<>();
    for (int i = 0; i < shown; i++) {
      table.row(row(i + 1, runs.get(i), problems).subList(0, heads.size()));
    }
    Brief brief = foliot.brief();
    int width = foliot.details() ? Integer.MAX_VALUE / 2 : Brief.WIDTH;
    table.lines(width).forEach(foliot.console().out()::println);
    if (shown < runs.size()) {
      brief.also(Numbers.count(runs.size() - shown, "older run") + ": --details", 1);
    }
    problems.entrySet().stream()
        .limit(MOST_PROBLEMS)
        .forEach(one -> brief.also(one.getKey() + ": " + one.getValue(), 3));
  }

  private static List<String> row(int back, StoredRun stored, Map<String, String> problems) {
    String problem = stored.problem();
    if (problem != null) {
      problems.put(Words.shown(stored.id()), problem);
    }
    return List.of(
        "@" + back,
        Words.shown(stored.id()),
        problem == null ? name(stored) : "",
        problem == null ? Words.shown(stored.run().command()) : "",
        problem == null ? verdict(stored) : "cannot be read",
        Numbers.bytes(stored.sizeBytes()),
        problem == null ? age(stored.run()) : "",
        problem == null ? note(stored) : "");
  }

  /** What a person calls it, else what was measured. */
  private static String name(StoredRun stored) {
    String name = stored.name();
    if (name != null) {
      return Words.shown(name);
    }
    String params = params(stored.run());
    String measured = Words.shown(stored.run().benchmark());
    return params.isEmpty()
        ? Words.end(measured, NAME_WIDTH)
        : Words.end(measured, Math.max(SHORTEST_NAME, WIDTH_WITH_PARAMS - params.length()))
            + params;
  }

  /** Such as {@code size=1,64}: the parameters that vary, or those of the only combination. */
  private static String params(RunRecord run) {
    List<String> names =
        run.combinations().size() > 1
            ? run.varyingParams()
            : run.arms().stream().limit(1).flatMap(arm -> arm.params().keySet().stream()).toList();
    StringBuilder params = new StringBuilder();
    names.forEach(name ->
        params
            .append(' ')
            .append(name)
            .append('=')
            .append(
                run.arms().stream()
                    .map(arm -> arm.params().getOrDefault(name, ""))
                    .distinct()
                    .collect(Collectors.joining(","))));
    return Shown.text(params.toString(), PARAMS_WIDTH);
  }

  private static String note(StoredRun stored) {
    try {
      String note = RunLabel.of(stored).note();
      return note == null ? "" : Words.shown(note);
    } catch (StoreException e) {
      return "";
    }
  }

  private static String age(RunRecord run) {
    try {
      Duration age = Duration.between(Instant.parse(run.startedAt()), Instant.now());
      return Numbers.span(Math.max(0.0, (double) age.toSeconds()));
    } catch (DateTimeException e) {
      return "-";
    }
  }

  /** How far a run's figures can be relied upon; of one without forks, what was found. */
  private static String verdict(StoredRun stored) {
    if (stored.isInProgress()) {
      return "in progress";
    }
    String verdict = verdictOfWhole(stored);
    return stored.run().complete() ? verdict : "(incomplete) " + verdict;
  }

  private static String verdictOfWhole(StoredRun stored) {
    try {
      if (DiagnosisFiles.isDiagnosis(stored)) {
        return DiagnosisFiles.diagnosis(stored).headline();
      }
      if (FleetFiles.isFleet(stored)) {
        return FleetAnswer.headline(FleetFiles.fleet(stored));
      }
      if (DemoFiles.isDemo(stored)) {
        return DemoFiles.demo(stored).headline();
      }
    } catch (StoreException e) {
      return Words.shown(e.getMessage());
    }
    RunRecord run = stored.run();
    return run.forks().isEmpty()
        ? "-"
        : run.validity().verdict() + ", " + Numbers.count(run.forks().size(), "fork");
  }

  private static String json(Store store, List<StoredRun> runs) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (StoredRun stored : runs) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("id", stored.id());
      one.put("path", stored.path().toString());
      label(one, stored);
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
      one.put("size_bytes", stored.sizeBytes());
      list.add(one);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", SCHEMA);
    json.put("store", store.dir().toAbsolutePath().toString());
    json.put("runs", list);
    return Json.text(json);
  }

  private static void label(Map<String, Object> json, StoredRun stored) {
    RunLabel label;
    try {
      label = RunLabel.of(stored);
    } catch (StoreException e) {
      return;
    }
    put(json, "name", label.name());
    put(json, "note", label.note());
  }

  private static void put(Map<String, Object> json, String name, @Nullable String value) {
    if (value != null) {
      json.put(name, value);
    }
  }
}
