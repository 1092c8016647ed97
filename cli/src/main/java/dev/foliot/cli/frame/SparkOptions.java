package dev.foliot.cli.frame;

import dev.foliot.spark.pipe.SparkCommand;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How Apache Spark is started, by commands with {@code --engine spark}. */
public final class SparkOptions {
  /** The name of this engine. */
  public static final String ENGINE = "spark";

  private static final Pattern SETTING = Pattern.compile("spark\\.[^=\\s]+=.*", Pattern.DOTALL);

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Spark's master, as local[8] or spark://host:7077 (as Spark is set).")
  private @Nullable String master;

  @Option(
      names = "--spark-jar",
      paramLabel = "FILE",
      description = "foliot-fleet-spark.jar (in lib/spark).")
  private @Nullable Path sparkJar;

  @Option(
      names = "--packages",
      paramLabel = "LIST",
      description = "Maven coordinates that Spark adds, as for s3a.")
  private @Nullable String packages;

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description = "A setting of Spark; repeatable.")
  private List<String> conf = new ArrayList<>();

  /**
   * How Spark is started.
   *
   * @param name of the application
   * @throws FoliotException for what is no setting of Spark
   */
  public SparkCommand command(String name) {
    for (String setting : conf) {
      if (!SETTING.matcher(setting).matches()) {
        throw FoliotException.usage(
            "--conf '"
                + Shown.text(setting)
                + "' is no setting of Spark: write one, as in spark.executor.memory=8g");
      }
    }
    return new SparkCommand(name, master, sparkJar, packages, conf);
  }

  /**
   * Refuses them where another engine was asked for.
   *
   * @throws FoliotException if one was given
   */
  public void mustBeAbsent() {
    String option =
        master != null
            ? "--master"
            : sparkJar != null
                ? "--spark-jar"
                : packages != null ? "--packages" : conf.isEmpty() ? null : "--conf";
    if (option != null) {
      throw FoliotException.usage(option + " is for Spark: add --engine spark");
    }
  }
}
