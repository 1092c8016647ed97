package dev.foliot.cli.fleet;

import dev.foliot.cli.details.FleetCheckText;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.Output;
import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.prometheus.PrometheusFleet;
import dev.foliot.fleet.prometheus.PrometheusRequest;
import dev.foliot.fleet.read.FleetCheck;
import dev.foliot.fleet.read.FleetReader;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.judgement.answer.FleetAlarm;
import dev.foliot.spark.pipe.SparkCommand;
import dev.foliot.store.Json;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot fleet}: are there bands among the nodes, and what separates them? */
@Command(
    name = "fleet",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Looks for groups among the nodes of a fleet, and for what separates them.",
    footer = {
      "",
      "FILE is a table (CSV, Parquet, JSON lines) or what Prometheus, InfluxDB, Grafana,",
      "Graphite, CloudWatch, sadf, collectd and others export, or a folder with stores of",
      "foliot watch. A folder or a glob in",
      "quotes stands for several files. What is not given is guessed, and the guess is",
      "reported; --check prints how the files are read, and stops. Groups are no failure.",
      "",
      "EXPR is a column, or arithmetic on columns: cpu/rps, \"heap used\" / 1e6,",
      "rate(requests).",
      "",
      "Examples:",
      "  foliot fleet nodes.csv",
      "  foliot fleet 'day-*.parquet' --metric cpu/rps --node pod --load rps",
      "  foliot fleet cpu.json --where 'mode!=idle' --sum cpu,mode --check",
      "  foliot fleet nodes.csv --last 6h",
      "  foliot fleet s3a://metrics/2026 --engine spark --master spark://host:7077",
      "  foliot fleet --prometheus http://127.0.0.1:9090 --selector 'job=\"cart\"'",
      "  foliot fleet compare @2 @1",
      "  foliot report @1"
    })
public final class FleetCommand implements Callable<Integer> {
  private static final long USUAL_SEED = 1;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "What holds the fleet's series; - for the standard input.")
  private List<String> files = new ArrayList<>();

  @Mixin private final FleetSourceOptions source = new FleetSourceOptions();

  @Option(
      names = "--metric",
      paramLabel = "EXPR",
      description = "What the nodes are compared by (the one number, or cpu/rps).")
  private @Nullable String metric;

  @Option(names = "--node", paramLabel = "COLUMN", description = "Which column names the node.")
  private @Nullable String node;

  @Option(names = "--time", paramLabel = "COLUMN", description = "Which column has the time.")
  private @Nullable String time;

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description = "A column that may explain groups; may be repeated (all that could).")
  private List<String> labels = new ArrayList<>();

  @Option(
      names = "--load",
      paramLabel = "EXPR",
      description = "The load, which is taken out of the metric.")
  private @Nullable String load;

  @Option(
      names = "--start",
      paramLabel = "COLUMN",
      description = "A column that changes when the node's process starts anew.")
  private @Nullable String start;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description =
          "Takes only rows that meet it: mode=user, mode!=idle, cpu=~[0-3]; may be repeated.")
  private List<String> where = new ArrayList<>();

  @Option(
      names = "--sum",
      paramLabel = "COLUMNS",
      split = ",",
      description = "Adds up a node's series that differ in these columns, as cpu,mode.")
  private List<String> sum = new ArrayList<>();

  @Option(
      names = "--mean",
      paramLabel = "COLUMNS",
      split = ",",
      description = "Averages a node's series that differ in these columns.")
  private List<String> mean = new ArrayList<>();

  @Mixin private final FleetWritingOptions writing = new FleetWritingOptions();

  @Option(
      names = "--by",
      paramLabel = "LABEL",
      description = "One answer for each value of this label, as for each service.")
  private @Nullable String by;

  @Option(
      names = "--members",
      description = "Prints each node as CSV: group, ratio, interval, since when.")
  private boolean members;

  @Option(
      names = "--fail-on",
      paramLabel = "WHAT",
      split = ",",
      description = "Exit code 3 for onset, groups or outlier; several with commas.")
  private List<String> failOn = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "RUN",
      description = "With --fail-on, only what this earlier run of the fleet has not.")
  private @Nullable String baseline;

  @Option(names = "--check", description = "Prints how the files are read, and stops.")
  private boolean check;

  @Mixin private final FleetEngineOptions engine = new FleetEngineOptions();

  @Option(names = "--seed", paramLabel = "N", description = "Of every random choice (1).")
  private @Nullable String seed;

  @Option(names = "--no-store", description = "Keep nothing: print the result only.")
  private boolean noStore;

  private final Foliot foliot;

  private FleetCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  /** The command with its subcommand. */
  public static CommandLine line(Foliot foliot) {
    return new CommandLine(new FleetCommand(foliot)).addSubcommand(new FleetCompareCommand(foliot));
  }

  @Override
  public Integer call() throws Exception {
    try (WatchedFleet watched = WatchedFleet.of(files)) {
      return check ? check(request(watched)) : analyse(request(watched), watched);
    }
  }

  private int analyse(FleetRequest asked, WatchedFleet watched) throws Exception {
    SparkCommand spark = engine.spark();
    if (spark != null && writing.namesColumns()) {
      throw FoliotException.usage(
          "--columns is for --engine duckdb: put a line of names into files");
    }
    PrometheusRequest server = source.server(metric, node, besideServer());
    FleetRun run =
        new FleetRun(
            (request, chance, step) -> {
              step.accept("reading");
              var measured =
                  server == null
                      ? FleetReader.read(request, spark)
                      : PrometheusFleet.read(server, request, step);
              step.accept("looking for groups among " + measured.sums().nodes().size() + " nodes");
              Collection<FleetMeasured> fleets =
                  by == null ? List.of(measured) : measured.by(by).values();
              return fleets.stream()
                  .map(one -> watched.explained(FleetAnalysis.of(one, Instant.now(), chance)))
                  .toList();
            },
            asked,
            seed(),
            noStore ? null : Store.open(foliot.store()),
            foliot.output(),
            wanted());
    return Interruption.during(run::play, run::cancel);
  }

  private int check(FleetRequest asked) throws Exception {
    SparkCommand spark = engine.spark();
    Output output = foliot.output();
    FleetCheck read;
    try {
      read =
          Interruption.during(
              () -> FleetReader.check(asked, spark), Thread.currentThread()::interrupt);
    } catch (FleetException e) {
      if (Thread.interrupted()) {
        output.console().error("interrupted");
        return ExitCode.INTERRUPTED;
      }
      throw e;
    }
    if (output.json()) {
      output.console().out().println(Json.text(read));
    } else {
      new FleetCheckText(output.brief()).print(read);
    }
    return ExitCode.DONE;
  }

  private FleetRequest request(WatchedFleet watched) {
    return new FleetRequest(
        watched.files(),
        watched.asked(new FleetRequest.Asked(metric, node, time, labels, load, start)),
        new FleetRequest.Series(where, sum, mean),
        writing.writing(),
        source.ofFiles(),
        engine.resources());
  }

  /** What reads something else than a server; null for nothing. */
  private @Nullable String besideServer() {
    if (!files.isEmpty()) {
      return "the files";
    }
    return engine.isNamed() ? "--engine" : check ? "--check" : null;
  }

  private FleetRun.Wanted wanted() {
    Set<FleetAlarm> alarms = EnumSet.noneOf(FleetAlarm.class);
    for (String words : failOn) {
      FleetAlarm alarm = FleetAlarm.named(words.strip());
      if (alarm == null) {
        throw FoliotException.usage(
            "--fail-on takes onset, groups and outlier, with commas, and not '"
                + Shown.text(words)
                + "'");
      }
      alarms.add(alarm);
    }
    FleetRecord before = null;
    if (baseline != null) {
      StoredRun run = Store.open(foliot.store()).find(baseline);
      if (!FleetFiles.isFleet(run)) {
        throw FoliotException.usage(
            "--baseline " + Shown.text(baseline) + " is no fleet: name a run of foliot fleet");
      }
      before = FleetFiles.fleet(run);
    }
    return new FleetRun.Wanted(members, alarms, before, by);
  }

  private long seed() {
    if (seed == null) {
      return USUAL_SEED;
    }
    try {
      return Long.parseLong(seed.strip());
    } catch (NumberFormatException e) {
      throw FoliotException.usage(
          "--seed: '" + Shown.text(seed) + "' is no whole number: write one, as in --seed 42");
    }
  }
}
