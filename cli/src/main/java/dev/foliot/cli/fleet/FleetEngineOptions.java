package dev.foliot.cli.fleet;

import dev.foliot.cli.frame.SparkOptions;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.spark.pipe.SparkCommand;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What reads the files, and what it may take. */
final class FleetEngineOptions {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,6}) ?(MB|MiB|GB|GiB)");

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

  /** Whether the user names the engine. */
  boolean isNamed() {
    return engine != null;
  }

  FleetRequest.Resources resources() {
    return FleetRequest.Resources.of(memoryBytes());
  }

  /** How Spark is started; null for DuckDB in this process. */
  @Nullable SparkCommand spark() {
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
}
