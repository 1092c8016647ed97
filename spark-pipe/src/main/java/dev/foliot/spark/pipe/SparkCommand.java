package dev.foliot.spark.pipe;

import dev.foliot.text.FoliotException;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How Apache Spark is started.
 *
 * @param name of the application, as clusters list it
 * @param master the URL of the cluster, as {@code local[4]} or {@code spark://host:7077}; null for
 *     what Spark's own settings say
 * @param jar {@code foliot-fleet-spark.jar}; null for the one beside this code
 * @param packages Maven coordinates that Spark adds, with commas between them; null for none
 * @param conf settings of Spark, as {@code spark.executor.memory=8g}
 */
public record SparkCommand(
    String name,
    @Nullable String master,
    @Nullable Path jar,
    @Nullable String packages,
    List<String> conf) {
  private static final String JAR = "foliot-fleet-spark.jar";
  private static final int LEVELS_TO_THE_TREE = 6;

  /** Keeps a copy. */
  public SparkCommand {
    conf = List.copyOf(conf);
  }

  /**
   * The same with settings that the user's own override.
   *
   * @param settings as {@code spark.task.maxFailures=1}
   */
  public SparkCommand usually(List<String> settings) {
    return new SparkCommand(
        name, master, jar, packages, Stream.concat(settings.stream(), conf.stream()).toList());
  }

  /**
   * The words of the command.
   *
   * @param environment has SPARK_HOME and PATH
   * @throws FoliotException if Spark or the jar is missing
   */
  List<String> words(Map<String, String> environment) {
    List<String> words = new ArrayList<>(List.of(submit(environment).toString()));
    if (master != null) {
      words.addAll(List.of("--master", master));
    }
    if (packages != null) {
      words.addAll(List.of("--packages", packages));
    }
    conf.forEach(setting -> words.addAll(List.of("--conf", setting)));
    words.addAll(List.of("--deploy-mode", "client", "--name", name));
    words.addAll(List.of("--class", "dev.foliot.spark.SqlServer", jarFile().toString(), "--serve"));
    return words;
  }

  private static Path submit(Map<String, String> environment) {
    boolean windows =
        System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
    String name = windows ? "spark-submit.cmd" : "spark-submit";
    String home = environment.get("SPARK_HOME");
    if (home != null && !home.isBlank()) {
      Path submit = Path.of(home, "bin", name).toAbsolutePath();
      if (!Files.isRegularFile(submit)) {
        throw FoliotException.environment(
            "SPARK_HOME is "
                + home
                + ", which has no bin/"
                + name
                + ": set it to the folder of Apache Spark 4");
      }
      return submit;
    }
    StringTokenizer folders =
        new StringTokenizer(environment.getOrDefault("PATH", ""), File.pathSeparator);
    while (folders.hasMoreTokens()) {
      Path submit = Path.of(folders.nextToken(), name);
      if (Files.isExecutable(submit)) {
        return submit.toAbsolutePath();
      }
    }
    throw FoliotException.environment(
        "--engine spark needs Apache Spark 4, and neither SPARK_HOME nor PATH leads to"
            + " spark-submit: unpack Spark and set SPARK_HOME to its folder");
  }

  private Path jarFile() {
    Path file = jar == null ? beside() : jar.toAbsolutePath();
    if (file == null || !Files.isRegularFile(file)) {
      throw FoliotException.environment(
          (jar == null ? "lib/spark/" + JAR + " is missing" : jar + ": no such file")
              + ": take an archive of Foliot with fleet, or build the jar with mvn -f spark/pom.xml"
              + " package, or name it with --spark-jar");
    }
    return file;
  }

  /** In {@code lib/spark} of an unpacked archive, or where the source tree builds it. */
  private static @Nullable Path beside() {
    CodeSource source = SparkCommand.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return null;
    }
    try {
      Path code = Path.of(source.getLocation().toURI()).toAbsolutePath();
      Path installed = code.resolveSibling("spark").resolve(JAR);
      if (Files.isRegularFile(installed)) {
        return installed;
      }
      Path folder = code.getParent();
      for (int i = 0; i < LEVELS_TO_THE_TREE && folder != null; i++) {
        Path built = folder.resolve("spark").resolve("target").resolve(JAR);
        if (Files.isRegularFile(folder.resolve("spark").resolve("pom.xml"))) {
          return built;
        }
        folder = folder.getParent();
      }
      return null;
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
