package dev.foliot.cli.fleet;

import dev.foliot.cli.frame.SparkOptions;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.spark.pipe.SparkCommand;
import dev.foliot.text.ByteSize;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What reads the files, and what it may take. */
final class FleetEngineOptions {
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
    return ByteSize.parse(memory, FleetRequest.Resources.LEAST_MEMORY_BYTES);
  }
}
