package dev.foliot.cli;

import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.fleet.FleetReader;
import dev.foliot.fleet.FleetRequest;
import dev.foliot.store.Store;
import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot fleet}: are there bands among the nodes, and what separates them? */
@Command(
    name = "fleet",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Looks for bands among the nodes of a fleet, and for what separates them.",
    footer = {
      "",
      "FILE is CSV, Parquet, JSON lines, an answer of Prometheus' query_range, or",
      "OpenMetrics text; a glob in quotes stands for several. One row for each node",
      "and time, or one column for each node. What is not given is guessed, and the",
      "guess is reported. Bands (performance groups) are no failure.",
      "",
      "EXPR is a column, or arithmetic on columns: cpu/rps, \"heap used\" / 1e6,",
      "rate(requests).",
      "",
      "Examples:",
      "  foliot fleet nodes.csv",
      "  foliot fleet 'day-*.parquet' --metric cpu/rps --node pod --load rps",
      "  foliot report @1"
    })
final class FleetCommand implements Callable<Integer> {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,6}) ?(MB|MiB|GB|GiB)");
  private static final long USUAL_SEED = 1;

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "What holds the fleet's series.")
  private List<String> files = new ArrayList<>();

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
      description = "A column that may explain bands; may be repeated (all that could).")
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
      names = "--memory",
      paramLabel = "SIZE",
      description = "What the engine may take before it spills to the disk (1GiB).")
  private @Nullable String memory;

  @Option(names = "--seed", paramLabel = "N", description = "Of every random choice (1).")
  private @Nullable String seed;

  @Option(names = "--no-store", description = "Keep nothing: print the result only.")
  private boolean noStore;

  private final Foliot foliot;

  FleetCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() throws Exception {
    FleetRun run =
        new FleetRun(
            (request, chance, step) -> {
              step.accept("reading");
              var measured = FleetReader.read(request);
              step.accept("looking for bands among " + measured.sums().nodes().size() + " nodes");
              return FleetAnalysis.of(measured, Instant.now(), chance);
            },
            request(),
            seed(),
            noStore ? null : Store.open(foliot.store()),
            foliot.output());
    return Interruption.during(run::play, run::cancel);
  }

  private FleetRequest request() {
    return new FleetRequest(
        files,
        metric,
        node,
        time,
        labels,
        load,
        start,
        memoryBytes(),
        Runtime.getRuntime().availableProcessors());
  }

  private long memoryBytes() {
    if (memory == null) {
      return FleetRequest.DEFAULT_MEMORY_BYTES;
    }
    Matcher matcher = SIZE.matcher(memory.strip());
    if (!matcher.matches()) {
      throw LabException.usage(
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
    if (bytes < FleetRequest.LEAST_MEMORY_BYTES) {
      throw LabException.usage(
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
      throw LabException.usage(
          "--seed: '" + Shown.text(seed) + "' is no whole number: write one, as in --seed 42");
    }
  }
}
