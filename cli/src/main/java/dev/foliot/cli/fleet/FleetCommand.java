package dev.foliot.cli.fleet;

import dev.foliot.cli.details.FleetCheckText;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.Output;
import dev.foliot.cli.frame.SparkOptions;
import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.TimeText;
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
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
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
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,6}) ?(MB|MiB|GB|GiB)");
  private static final Pattern LENGTH = Pattern.compile("([1-9][0-9]{0,5}) ?(m|h|d|w)");
  private static final String USUAL_LENGTH = "24h";
  private static final long USUAL_SEED = 1;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "What holds the fleet's series; - for the standard input.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--prometheus",
      paramLabel = "URL",
      description = "Asks this server (Prometheus, Thanos, Mimir, VictoriaMetrics) for the series.")
  private @Nullable String prometheus;

  @Option(
      names = "--selector",
      paramLabel = "MATCHERS",
      description = "Which series of it, as 'job=\"cart\"'.")
  private @Nullable String selector;

  @Option(
      names = "--last",
      paramLabel = "TIME",
      description =
          "The time up to the last row, or up to now with --prometheus, as 90m, 24h (all; 24h).")
  private @Nullable String last;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "The first moment, in ISO 8601 or seconds since 1970.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "The last moment (the last row's, or now).")
  private @Nullable String to;

  @ArgGroup(exclusive = false)
  private Login login = new Login();

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

  @Option(
      names = "--decimal",
      paramLabel = "SIGN",
      description = "The sign before decimals, . or , (as the cells tell).")
  private @Nullable String decimal;

  @Option(
      names = "--dates",
      paramLabel = "ORDER",
      description = "What comes first in 01/02/2026: day-first or month-first.")
  private @Nullable String dates;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description = "Of text, as windows-1252 (UTF-8, or UTF-16 with a mark).")
  private @Nullable String encoding;

  @Option(
      names = "--columns",
      paramLabel = "NAMES",
      split = ",",
      description = "Names the columns of a table without a line of names: time,node,cpu.")
  private List<String> columns = new ArrayList<>();

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

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "What the engine may take before it spills to the disk (1GiB).")
  private @Nullable String memory;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description = "What reads: duckdb in this process, or spark for more (duckdb).")
  private @Nullable String engine;

  @Mixin private final SparkOptions sparkOptions = new SparkOptions();

  @Option(names = "--seed", paramLabel = "N", description = "Of every random choice (1).")
  private @Nullable String seed;

  @Option(names = "--no-store", description = "Keep nothing: print the result only.")
  private boolean noStore;

  private final Foliot foliot;

  /** How a server lets in. */
  static final class Login {
    @Option(
        names = "--token-file",
        paramLabel = "FILE",
        description = "A file with the bearer token of --prometheus.")
    private @Nullable Path token;

    @Option(
        names = "--user-file",
        paramLabel = "FILE",
        description = "A file with its user:password.")
    private @Nullable Path user;

    @Option(
        names = "--ca",
        paramLabel = "FILE",
        description = "The certificates to trust, in PEM (those of the JDK).")
    private @Nullable Path authority;

    @Option(names = "--tenant", paramLabel = "NAME", description = "The tenant, as Mimir needs it.")
    private @Nullable String tenant;

    boolean isEmpty() {
      return token == null && user == null && authority == null && tenant == null;
    }
  }

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
    SparkCommand spark = spark();
    if (spark != null && !columns.isEmpty()) {
      throw FoliotException.usage(
          "--columns is for --engine duckdb: put a line of names into files");
    }
    PrometheusRequest server = server();
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
    SparkCommand spark = spark();
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
        new FleetRequest.Writing(decimal(), order(), charset(), columns),
        prometheus == null ? spanOfFiles() : FleetRequest.Span.ALL,
        FleetRequest.Resources.of(memoryBytes()));
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

  /** The server that is asked; null for files. */
  private @Nullable PrometheusRequest server() {
    String url = prometheus;
    if (url == null) {
      if (selector != null || !login.isEmpty()) {
        throw FoliotException.usage(
            "--selector, --token-file, --user-file, --ca and --tenant are for a server: add"
                + " --prometheus URL");
      }
      return null;
    }
    if (!files.isEmpty() || engine != null || check) {
      throw FoliotException.usage(
          "--prometheus reads from a server: leave out "
              + (!files.isEmpty() ? "the files" : engine != null ? "--engine" : "--check"));
    }
    try {
      return new PrometheusRequest(
          new URI(url.strip()),
          new PrometheusRequest.Access(login.token, login.user, login.authority, login.tenant),
          selector == null ? "" : selector,
          span(Instant.now()),
          metric,
          node);
    } catch (URISyntaxException e) {
      throw FoliotException.usage(
          "--prometheus '"
              + Shown.text(url)
              + "' is no address: write one such as http://127.0.0.1:9090");
    }
  }

  private PrometheusRequest.Span span(Instant now) {
    if (last != null && from != null) {
      throw FoliotException.usage("--last and --from say twice when it begins: choose one");
    }
    Instant end = to == null ? now : moment("--to", to);
    if (from != null) {
      return new PrometheusRequest.Span(moment("--from", from), end);
    }
    return new PrometheusRequest.Span(end.minus(length(last == null ? USUAL_LENGTH : last)), end);
  }

  private FleetRequest.Span spanOfFiles() {
    return new FleetRequest.Span(
        from == null ? null : moment("--from", from),
        to == null ? null : moment("--to", to),
        last == null ? null : length(last));
  }

  private static Duration length(String text) {
    Matcher length = LENGTH.matcher(text.strip());
    if (!length.matches()) {
      throw FoliotException.usage(
          "--last '" + Shown.text(text) + "' is no time: write one, as in 90m, 24h or 7d");
    }
    long unit =
        switch (length.group(2)) {
          case "m" -> 60L;
          case "h" -> 3_600L;
          case "d" -> 86_400L;
          default -> 604_800L;
        };
    return Duration.ofSeconds(unit * Long.parseLong(length.group(1)));
  }

  private static Instant moment(String option, String text) {
    TimeText time = new TimeText();
    if (!time.read(text.strip())) {
      throw FoliotException.usage(
          option
              + " '"
              + Shown.text(text)
              + "' is no time: write one, as in 2026-11-28T14:05Z, or seconds since 1970");
    }
    return Instant.EPOCH.plus(time.us(), ChronoUnit.MICROS);
  }

  private @Nullable SparkCommand spark() {
    boolean isSpark = SparkOptions.ENGINE.equals(engine);
    if (engine != null && !isSpark && !engine.equals("duckdb")) {
      throw FoliotException.usage(
          "--engine is duckdb or spark, and not '" + Shown.text(engine) + "'");
    }
    if (isSpark) {
      return sparkOptions.command("foliot fleet");
    }
    sparkOptions.mustBeAbsent();
    return null;
  }

  private NumberText.@Nullable Decimal decimal() {
    if (decimal == null) {
      return null;
    }
    return switch (decimal.strip()) {
      case ".", "point" -> NumberText.Decimal.POINT;
      case ",", "comma" -> NumberText.Decimal.COMMA;
      default ->
          throw FoliotException.usage("--decimal is . or , and not '" + Shown.text(decimal) + "'");
    };
  }

  private TimeText.@Nullable Order order() {
    if (dates == null) {
      return null;
    }
    return switch (dates.strip()) {
      case "day-first" -> TimeText.Order.DAY_FIRST;
      case "month-first" -> TimeText.Order.MONTH_FIRST;
      default ->
          throw FoliotException.usage(
              "--dates is day-first or month-first, and not '" + Shown.text(dates) + "'");
    };
  }

  private @Nullable Charset charset() {
    try {
      return encoding == null ? null : Charset.forName(encoding.strip());
    } catch (IllegalArgumentException e) {
      throw FoliotException.usage(
          "--encoding: '"
              + Shown.text(encoding)
              + "' is unknown here: write one such as windows-1252 or ISO-8859-15");
    }
  }

  private long memoryBytes() {
    if (memory == null) {
      return FleetRequest.Resources.DEFAULT_MEMORY_BYTES;
    }
    Matcher matcher = SIZE.matcher(memory.strip());
    if (!matcher.matches()) {
      throw FoliotException.usage(
          "--memory: '" + Shown.text(memory) + "' is no size: write one, as in 512MB or 2GiB");
    }
    long unit =
        switch (matcher.group(2)) {
          case "MB" -> 1_000_000L;
          case "MiB" -> 1L << 20;
          case "GB" -> 1_000_000_000L;
          default -> 1L << 30;
        };
    long bytes = Long.parseLong(matcher.group(1)) * unit;
    if (bytes < FleetRequest.Resources.LEAST_MEMORY_BYTES) {
      throw FoliotException.usage(
          "--memory is at least 64MiB, not " + Shown.text(memory) + ": 1GiB is usual");
    }
    return bytes;
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
